//! The profiler host interface: the metrics of a chip, the passes that a set of
//! metrics needs, and the values in a counter image. It needs no GPU.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use crate::Params;
use crate::call;
use crate::error::{Error, Status};
use crate::image::{CounterImage, ImageError};
use crate::library::Library;
use crate::raw;

/// Serialises all calls to the host library, which gives wrong answers to two threads
/// at once (`cuptiProfilerHostInitialize` returned 999 for good chips).
static HOST_LIBRARY: Mutex<()> = Mutex::new(());

macro_rules! serial_call {
    ($($call:tt)*) => {{
        let _lock = HOST_LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
        call!($($call)*)
    }};
}

/// A metric as the host library describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    pub description: String,
    /// The part of the GPU that counts.
    pub hardware_unit: String,
    pub dimension: String,
}

/// The profiler's configuration for a set of metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigImage {
    /// The bytes for `cuptiRangeProfilerSetConfig`.
    pub bytes: Vec<u8>,
    /// How often a kernel has to run for all metrics of the set.
    pub passes: usize,
}

#[derive(Debug)]
pub struct Host<'lib> {
    library: &'lib Library,
    chip: CString,
    availability: Option<Vec<u8>>,
}

/// A host object of CUPTI, released when dropped.
#[derive(Debug)]
struct Object<'lib> {
    library: &'lib Library,
    handle: *mut raw::CUpti_Profiler_Host_Object,
}

impl Drop for Object<'_> {
    fn drop(&mut self) {
        let mut params = raw::CUpti_Profiler_Host_Deinitialize_Params {
            pHostObject: self.handle,
            ..Params::sized()
        };
        // SAFETY: the handle came from Initialize and is not used again. There is no
        // way to handle a failure here.
        let _ =
            unsafe { serial_call!(self.library, cuptiProfilerHostDeinitialize(&raw mut params)) };
    }
}

impl<'lib> Host<'lib> {
    /// The names of the chips that the library accepts.
    pub fn chips(library: &Library) -> Result<Vec<String>, Error> {
        let mut params = raw::CUpti_Profiler_Host_GetSupportedChips_Params::sized();
        // SAFETY: a parameter structure of the right size.
        unsafe { serial_call!(library, cuptiProfilerHostGetSupportedChips(&raw mut params)) }?;
        // SAFETY: CUPTI returned that many strings, which it owns.
        Ok(unsafe { strings(params.ppChipNames, params.numChips) })
    }

    /// The metrics of a chip, by name.
    /// Fails when there is no such chip, or the library cannot profile it.
    pub fn for_chip(library: &'lib Library, chip: &str) -> Result<Self, Error> {
        let known = Self::chips(library)?;
        if !known.iter().any(|name| name == chip) {
            return Err(Error::UnknownChip { chip: chip.to_owned(), known });
        }
        let host = Self { library, chip: c_string(chip)?, availability: None };
        match host.object() {
            Ok(_) => Ok(host),
            Err(Error::Call { status, .. }) => {
                let usable = usable(library, &known)?;
                Err(Error::UnsupportedChip { chip: chip.to_owned(), status, usable })
            }
            Err(other) => Err(other),
        }
    }

    /// The metrics of the GPU that is here, as its driver allows them.
    /// Fails when CUPTI does not accept the chip or the availability image.
    pub fn for_device(
        library: &'lib Library,
        chip: &str,
        availability: Vec<u8>,
    ) -> Result<Self, Error> {
        let host = Self { library, chip: c_string(chip)?, availability: Some(availability) };
        host.object()?;
        Ok(host)
    }

    pub fn chip(&self) -> &str {
        self.chip.to_str().unwrap_or_default()
    }

    /// The names that the chip lacks, in the order of `names`.
    /// Fails when CUPTI fails for another reason than the name.
    pub fn missing<'n>(&self, names: &[&'n str]) -> Result<Vec<&'n str>, Error> {
        // CUPTI rejects a set as a whole. Most chips have all names, and a call costs a
        // millisecond, so this bisects.
        if names.is_empty() {
            return Ok(Vec::new());
        }
        match (add_metrics(&self.object()?, names), names) {
            (Ok(()), _) => Ok(Vec::new()),
            (Err(Error::Call { status: Status::INVALID_PARAMETER, .. }), [name]) => Ok(vec![name]),
            (Err(Error::Call { status: Status::INVALID_PARAMETER, .. }), _) => {
                let (first, second) = names.split_at(names.len() / 2);
                Ok([self.missing(first)?, self.missing(second)?].concat())
            }
            (Err(other), _) => Err(other),
        }
    }

    /// Turns a set of metrics into a configuration. CUPTI packs them into
    /// passes as it likes.
    ///
    /// # Errors
    /// [`Error::UnknownMetrics`] lists the metrics that the chip lacks: CUPTI itself
    /// rejects the whole set without a reason.
    pub fn config(&self, names: &[&str]) -> Result<ConfigImage, Error> {
        self.config_in_groups(&[names])
    }

    /// Turns several sets of metrics into one configuration. Each set gets
    /// passes of its own, in the order of the sets (measured on an H200).
    ///
    /// A metric must be in one set only: for a metric in several sets CUPTI gives a
    /// single value that fits none of the passes.
    pub fn config_in_groups(&self, groups: &[&[&str]]) -> Result<ConfigImage, Error> {
        let object = self.object()?;
        for names in groups {
            if let Err(error) = add_metrics(&object, names) {
                return Err(self.explain(error, names)?);
            }
        }
        let bytes = config_bytes(&object)?;
        let passes = passes(self.library, &bytes)?;
        Ok(ConfigImage { bytes, passes })
    }

    /// Names the metrics for which CUPTI rejected a set, if there are any.
    fn explain(&self, error: Error, names: &[&str]) -> Result<Error, Error> {
        let missing = self.missing(names)?;
        if missing.is_empty() {
            return Ok(error);
        }
        let names = missing.into_iter().map(str::to_owned).collect();
        Ok(Error::UnknownMetrics { chip: self.chip().to_owned(), names })
    }

    /// NVIDIA's description of a metric (base name, no roll-up).
    pub fn describe(&self, name: &str) -> Result<Metric, Error> {
        let object = self.object()?;
        let c_name = c_string(name)?;
        let mut params = raw::CUpti_Profiler_Host_GetMetricProperties_Params {
            pHostObject: object.handle,
            pMetricName: c_name.as_ptr(),
            ..Params::sized()
        };
        // SAFETY: a parameter structure of the right size, a live object.
        unsafe {
            serial_call!(self.library, cuptiProfilerHostGetMetricProperties(&raw mut params))
        }?;
        // SAFETY: the pointers are null or strings that the object owns.
        unsafe {
            Ok(Metric {
                description: string(params.pDescription),
                hardware_unit: string(params.pHwUnit),
                dimension: string(params.pDimUnit),
            })
        }
    }

    /// The values of each range of an image, by name. `None` stands for a counter that
    /// was not recorded.
    pub fn evaluate(
        &self,
        image: &CounterImage<'_>,
        names: &[&str],
    ) -> Result<Vec<BTreeMap<String, Option<f64>>>, Error> {
        let missing = self.missing(names)?;
        if !missing.is_empty() {
            let names = missing.into_iter().map(str::to_owned).collect();
            return Err(Error::UnknownMetrics { chip: self.chip().to_owned(), names });
        }
        let evaluator = self.evaluator(names)?;
        let absent_if_nan = |value: f64| (!value.is_nan()).then_some(value);
        (0..image.ranges())
            .map(|range| {
                // SAFETY: the image was checked, and the range exists.
                let values = unsafe { evaluator.values(image.bytes(), range) }?;
                let names = names.iter().map(|name| (*name).to_owned());
                Ok(names.zip(values.into_iter().map(absent_if_nan)).collect())
            })
            .collect()
    }

    /// An evaluator of these counters, all of which the chip must have.
    pub fn evaluator(&self, names: &[&str]) -> Result<Evaluator<'lib>, Error> {
        Ok(Evaluator {
            object: self.object()?,
            chip: self.chip().to_owned(),
            names: c_strings(names)?,
        })
    }

    /// A new object. Objects remember the metrics added to them, so each call gets its
    /// own.
    fn object(&self) -> Result<Object<'lib>, Error> {
        let mut params = raw::CUpti_Profiler_Host_Initialize_Params {
            profilerType: raw::CUpti_ProfilerType::CUPTI_PROFILER_TYPE_RANGE_PROFILER,
            pChipName: self.chip.as_ptr(),
            pCounterAvailabilityImage: self
                .availability
                .as_ref()
                .map_or(ptr::null(), |image| image.as_ptr()),
            ..Params::sized()
        };
        // SAFETY: a parameter structure of the right size; the strings and
        // the image outlive the call.
        unsafe { serial_call!(self.library, cuptiProfilerHostInitialize(&raw mut params)) }?;
        Ok(Object { library: self.library, handle: params.pHostObject })
    }
}

/// Reads one set of counters out of counter images.
#[derive(Debug)]
pub struct Evaluator<'lib> {
    object: Object<'lib>,
    chip: String,
    names: Vec<CString>,
}

impl Evaluator<'_> {
    /// The values of one range, in the order of the names; NaN for a counter that was
    /// not recorded.
    /// Fails when the image is of another chip.
    ///
    /// # Safety
    /// The image is one that [`CounterImage::parse`] accepts, or that CUPTI
    /// wrote in this process; CUPTI trusts the offsets inside.
    pub unsafe fn values(&self, image: &[u8], range: usize) -> Result<Vec<f64>, Error> {
        let mut pointers: Vec<*const c_char> =
            self.names.iter().map(|name| name.as_ptr()).collect();
        let mut values = vec![f64::NAN; self.names.len()];
        let mut params = raw::CUpti_Profiler_Host_EvaluateToGpuValues_Params {
            pHostObject: self.object.handle,
            pCounterDataImage: image.as_ptr(),
            counterDataImageSize: image.len(),
            rangeIndex: range,
            ppMetricNames: pointers.as_mut_ptr(),
            numMetrics: pointers.len(),
            pMetricValues: values.as_mut_ptr(),
            ..Params::sized()
        };
        // SAFETY: the caller vouches for the image; names and values are
        // arrays of the stated length that outlive the call.
        let result = unsafe {
            serial_call!(self.object.library, cuptiProfilerHostEvaluateToGpuValues(&raw mut params))
        };
        match result {
            Ok(()) => Ok(values),
            // The names are known to be good, so the image is the bad parameter.
            Err(Error::Call { status: Status::INVALID_PARAMETER, .. }) => {
                Err(ImageError::Foreign { chip: self.chip.clone() }.into())
            }
            Err(other) => Err(other),
        }
    }
}

/// The chips among `known` that the library can open.
fn usable(library: &Library, known: &[String]) -> Result<Vec<String>, Error> {
    let mut usable = Vec::new();
    for chip in known {
        let host = Host { library, chip: c_string(chip)?, availability: None };
        if host.object().is_ok() {
            usable.push(chip.clone());
        }
    }
    Ok(usable)
}

fn add_metrics(object: &Object<'_>, names: &[&str]) -> Result<(), Error> {
    let c_names = c_strings(names)?;
    let mut pointers: Vec<*const c_char> = c_names.iter().map(|name| name.as_ptr()).collect();
    let mut params = raw::CUpti_Profiler_Host_ConfigAddMetrics_Params {
        pHostObject: object.handle,
        ppMetricNames: pointers.as_mut_ptr(),
        numMetrics: names.len(),
        ..Params::sized()
    };
    // SAFETY: a live object, and an array of that many strings.
    unsafe { serial_call!(object.library, cuptiProfilerHostConfigAddMetrics(&raw mut params)) }
}

fn config_bytes(object: &Object<'_>) -> Result<Vec<u8>, Error> {
    let mut size = raw::CUpti_Profiler_Host_GetConfigImageSize_Params {
        pHostObject: object.handle,
        ..Params::sized()
    };
    // SAFETY: a live object.
    unsafe { serial_call!(object.library, cuptiProfilerHostGetConfigImageSize(&raw mut size)) }?;
    let mut bytes = vec![0; size.configImageSize];
    let mut params = raw::CUpti_Profiler_Host_GetConfigImage_Params {
        pHostObject: object.handle,
        configImageSize: bytes.len(),
        pConfigImage: bytes.as_mut_ptr(),
        ..Params::sized()
    };
    // SAFETY: a live object, and a buffer of the stated size.
    unsafe { serial_call!(object.library, cuptiProfilerHostGetConfigImage(&raw mut params)) }?;
    Ok(bytes)
}

fn passes(library: &Library, config: &[u8]) -> Result<usize, Error> {
    let mut params = raw::CUpti_Profiler_Host_GetNumOfPasses_Params {
        configImageSize: config.len(),
        // CUPTI only reads it; the field lacks the `const`.
        pConfigImage: config.as_ptr().cast_mut(),
        ..Params::sized()
    };
    // SAFETY: the image is CUPTI's own and has the stated size.
    unsafe { serial_call!(library, cuptiProfilerHostGetNumOfPasses(&raw mut params)) }?;
    Ok(params.numOfPasses)
}

fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::ZeroByte(text.to_owned()))
}

fn c_strings(texts: &[&str]) -> Result<Vec<CString>, Error> {
    texts.iter().map(|text| c_string(text)).collect()
}

/// # Safety
/// Null, or a string that lives during the call.
unsafe fn string(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: not null, and the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// # Safety
/// `count` pointers, each of which suits [`string`].
unsafe fn strings(pointers: *const *const c_char, count: usize) -> Vec<String> {
    if pointers.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { (0..count).map(|index| string(*pointers.add(index))).collect() }
}
