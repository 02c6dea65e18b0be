//! A launch that profilers see alone.

use cupti_sys::raw::CUresult;

use super::{Bench, DriverError, Fixed, Loaded, Shape, queue};

/// `cuProfilerStart` and `cuProfilerStop`.
type Mark = unsafe extern "C" fn() -> CUresult;

impl Fixed {
    /// Runs the launch once between `cuProfilerStart` and `cuProfilerStop`. What prepares it is outside of
    /// this range.
    pub fn launch_in_range(
        &self,
        bench: &mut Bench,
        kernel: &Loaded,
        shape: &Shape,
        layout: &[(usize, usize)],
        block: &mut [u8],
        is_cold: bool,
    ) -> Result<(), DriverError> {
        if is_cold {
            bench.flush_l2()?;
        }
        bench.wait()?;
        self.mark("cuProfilerStart")?;
        let stream = bench.stream().as_raw().cast();
        let ran = queue(&self.driver, stream, kernel, shape, layout, block);
        let ran = ran.and_then(|()| bench.wait());
        self.mark("cuProfilerStop")?;
        ran
    }

    fn mark(&self, call: &'static str) -> Result<(), DriverError> {
        // SAFETY: both functions have this type.
        let found = unsafe { self.library.get::<Mark>(call.as_bytes()) };
        let mark = found.map_err(|error| DriverError::Missing(error.to_string()))?;
        // SAFETY: they may be called at any time.
        match unsafe { mark() } {
            CUresult::CUDA_SUCCESS => Ok(()),
            CUresult(status) => Err(DriverError::Call { call, status, name: "driver".to_owned() }),
        }
    }
}
