// Written by `cargo xtask bindings`; do not edit. CI checks that it is current.

#[repr(C)]
#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct __BindgenBitfieldUnit<Storage> {
    storage: Storage,
}
impl<Storage> __BindgenBitfieldUnit<Storage> {
    #[inline]
    pub const fn new(storage: Storage) -> Self {
        Self { storage }
    }
}
impl<Storage> __BindgenBitfieldUnit<Storage>
where
    Storage: AsRef<[u8]> + AsMut<[u8]>,
{
    #[inline]
    fn extract_bit(byte: u8, index: usize) -> bool {
        let bit_index = if cfg!(target_endian = "big") {
            7 - (index % 8)
        } else {
            index % 8
        };
        let mask = 1 << bit_index;
        byte & mask == mask
    }
    #[inline]
    pub fn get_bit(&self, index: usize) -> bool {
        debug_assert!(index / 8 < self.storage.as_ref().len());
        let byte_index = index / 8;
        let byte = self.storage.as_ref()[byte_index];
        Self::extract_bit(byte, index)
    }
    #[inline]
    pub unsafe fn raw_get_bit(this: *const Self, index: usize) -> bool {
        debug_assert!(index / 8 < core::mem::size_of::< Storage > ());
        let byte_index = index / 8;
        let byte = unsafe {
            *(core::ptr::addr_of!((* this).storage) as *const u8)
                .offset(byte_index as isize)
        };
        Self::extract_bit(byte, index)
    }
    #[inline]
    fn change_bit(byte: u8, index: usize, val: bool) -> u8 {
        let bit_index = if cfg!(target_endian = "big") {
            7 - (index % 8)
        } else {
            index % 8
        };
        let mask = 1 << bit_index;
        if val { byte | mask } else { byte & !mask }
    }
    #[inline]
    pub fn set_bit(&mut self, index: usize, val: bool) {
        debug_assert!(index / 8 < self.storage.as_ref().len());
        let byte_index = index / 8;
        let byte = &mut self.storage.as_mut()[byte_index];
        *byte = Self::change_bit(*byte, index, val);
    }
    #[inline]
    pub unsafe fn raw_set_bit(this: *mut Self, index: usize, val: bool) {
        debug_assert!(index / 8 < core::mem::size_of::< Storage > ());
        let byte_index = index / 8;
        let byte = unsafe {
            (core::ptr::addr_of_mut!((* this).storage) as *mut u8)
                .offset(byte_index as isize)
        };
        unsafe { *byte = Self::change_bit(*byte, index, val) };
    }
    #[inline]
    pub fn get(&self, bit_offset: usize, bit_width: u8) -> u64 {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < self.storage.as_ref().len());
        debug_assert!(
            (bit_offset + (bit_width as usize) + 7) / 8 <= self.storage.as_ref().len()
        );
        if bit_width == 0 {
            return 0;
        }
        let mut val = 0u64;
        let storage = self.storage.as_ref();
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        if cfg!(target_endian = "big") {
            for i in 0..bytes_needed {
                val |= (storage[start_byte + i].reverse_bits() as u64) << (i * 8);
            }
        } else {
            for i in 0..bytes_needed {
                val |= (storage[start_byte + i] as u64) << (i * 8);
            }
        }
        val >>= bit_shift;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        val
    }
    #[inline]
    pub unsafe fn raw_get(this: *const Self, bit_offset: usize, bit_width: u8) -> u64 {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < core::mem::size_of::< Storage > ());
        debug_assert!(
            (bit_offset + (bit_width as usize) + 7) / 8 <= core::mem::size_of::< Storage
            > ()
        );
        if bit_width == 0 {
            return 0;
        }
        let mut val = 0u64;
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        let storage_ptr = unsafe { core::ptr::addr_of!((* this).storage) as *const u8 };
        if cfg!(target_endian = "big") {
            for i in 0..bytes_needed {
                let byte = unsafe { *storage_ptr.add(start_byte + i) };
                val |= (byte.reverse_bits() as u64) << (i * 8);
            }
        } else {
            for i in 0..bytes_needed {
                let byte = unsafe { *storage_ptr.add(start_byte + i) };
                val |= (byte as u64) << (i * 8);
            }
        }
        val >>= bit_shift;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        val
    }
    #[inline]
    pub fn set(&mut self, bit_offset: usize, bit_width: u8, val: u64) {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < self.storage.as_ref().len());
        debug_assert!(
            (bit_offset + (bit_width as usize) + 7) / 8 <= self.storage.as_ref().len()
        );
        if bit_width == 0 {
            return;
        }
        let mut val = val;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        let storage = self.storage.as_mut();
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        val <<= bit_shift;
        let field_mask = if bit_width as usize + bit_shift >= 64 {
            !0u64 << bit_shift
        } else {
            ((1u64 << bit_width) - 1) << bit_shift
        };
        for i in 0..bytes_needed {
            let byte_val = (val >> (i * 8)) as u8;
            let byte_mask = (field_mask >> (i * 8)) as u8;
            if cfg!(target_endian = "big") {
                let byte = storage[start_byte + i].reverse_bits();
                let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                storage[start_byte + i] = new_byte.reverse_bits();
            } else {
                storage[start_byte + i] = (storage[start_byte + i] & !byte_mask)
                    | (byte_val & byte_mask);
            }
        }
    }
    #[inline]
    pub unsafe fn raw_set(this: *mut Self, bit_offset: usize, bit_width: u8, val: u64) {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < core::mem::size_of::< Storage > ());
        debug_assert!(
            (bit_offset + (bit_width as usize) + 7) / 8 <= core::mem::size_of::< Storage
            > ()
        );
        if bit_width == 0 {
            return;
        }
        let mut val = val;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        val <<= bit_shift;
        let field_mask = if bit_width as usize + bit_shift >= 64 {
            !0u64 << bit_shift
        } else {
            ((1u64 << bit_width) - 1) << bit_shift
        };
        let storage_ptr = unsafe {
            core::ptr::addr_of_mut!((* this).storage) as *mut u8
        };
        for i in 0..bytes_needed {
            let byte_val = (val >> (i * 8)) as u8;
            let byte_mask = (field_mask >> (i * 8)) as u8;
            let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
            if cfg!(target_endian = "big") {
                let byte = unsafe { (*byte_ptr).reverse_bits() };
                let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                unsafe { *byte_ptr = new_byte.reverse_bits() };
            } else {
                unsafe { *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask) };
            }
        }
    }
}
/// Const-generic methods for efficient bitfield access when offset and width
/// are known at compile time.
impl<const N: usize> __BindgenBitfieldUnit<[u8; N]> {
    /// Get a field using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub const fn get_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(&self) -> u64 {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return 0;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = 0usize;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    val
                        |= (self.storage[start_byte + i].reverse_bits() as usize)
                            << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i] as usize) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val as u64
        } else {
            let mut val = 0u64;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    val
                        |= (self.storage[start_byte + i].reverse_bits() as u64)
                            << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i] as u64) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val
        }
    }
    /// Set a field using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub fn set_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(&mut self, val: u64) {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = val as usize;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= usize::BITS as usize {
                !0usize << bit_shift
            } else {
                ((1usize << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                if cfg!(target_endian = "big") {
                    let byte = self.storage[start_byte + i].reverse_bits();
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    self.storage[start_byte + i] = new_byte.reverse_bits();
                } else {
                    self.storage[start_byte + i] = (self.storage[start_byte + i]
                        & !byte_mask) | (byte_val & byte_mask);
                }
                i += 1;
            }
        } else {
            let mut val = val;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= 64 {
                !0u64 << bit_shift
            } else {
                ((1u64 << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                if cfg!(target_endian = "big") {
                    let byte = self.storage[start_byte + i].reverse_bits();
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    self.storage[start_byte + i] = new_byte.reverse_bits();
                } else {
                    self.storage[start_byte + i] = (self.storage[start_byte + i]
                        & !byte_mask) | (byte_val & byte_mask);
                }
                i += 1;
            }
        }
    }
    /// Raw pointer get using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub const unsafe fn raw_get_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(
        this: *const Self,
    ) -> u64 {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return 0;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        let storage_ptr = unsafe { core::ptr::addr_of!((* this).storage) as *const u8 };
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = 0usize;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte.reverse_bits() as usize) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte as usize) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val as u64
        } else {
            let mut val = 0u64;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte.reverse_bits() as u64) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte as u64) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val
        }
    }
    /// Raw pointer set using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub unsafe fn raw_set_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(
        this: *mut Self,
        val: u64,
    ) {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        let storage_ptr = this.cast::<[u8; N]>().cast::<u8>();
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = val as usize;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= usize::BITS as usize {
                !0usize << bit_shift
            } else {
                ((1usize << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
                if cfg!(target_endian = "big") {
                    let byte = unsafe { (*byte_ptr).reverse_bits() };
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    unsafe { *byte_ptr = new_byte.reverse_bits() };
                } else {
                    unsafe {
                        *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask)
                    };
                }
                i += 1;
            }
        } else {
            let mut val = val;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= 64 {
                !0u64 << bit_shift
            } else {
                ((1u64 << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
                if cfg!(target_endian = "big") {
                    let byte = unsafe { (*byte_ptr).reverse_bits() };
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    unsafe { *byte_ptr = new_byte.reverse_bits() };
                } else {
                    unsafe {
                        *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask)
                    };
                }
                i += 1;
            }
        }
    }
}
pub const CUPTI_API_VERSION: u32 = 130001;
pub const CUPTI_SUBSCRIBER_NAME_MAX_LEN: u32 = 53;
pub const CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN: u32 = 64;
pub const CUpti_SubscriberParams_STRUCT_SIZE: u32 = 32;
pub const CUPTI_EVENT_OVERFLOW: i32 = -1;
pub const CUPTI_EVENT_INVALID: i32 = -2;
pub const CUPTI_UNIFIED_MEMORY_CPU_DEVICE_ID: u32 = 4294967295;
pub const CUPTI_INVALID_CONTEXT_ID: u32 = 4294967295;
pub const CUPTI_INVALID_STREAM_ID: u32 = 4294967295;
pub const CUPTI_INVALID_CHANNEL_ID: u32 = 4294967295;
pub const CUPTI_SOURCE_LOCATOR_ID_UNKNOWN: u32 = 0;
pub const CUPTI_FUNCTION_INDEX_ID_INVALID: u32 = 0;
pub const CUPTI_CORRELATION_ID_UNKNOWN: u32 = 0;
pub const CUPTI_GRID_ID_UNKNOWN: u32 = 0;
pub const CUPTI_TIMESTAMP_UNKNOWN: u32 = 0;
pub const CUPTI_SYNCHRONIZATION_INVALID_VALUE: u32 = 4294967295;
pub const CUPTI_AUTO_BOOST_INVALID_CLIENT_PID: u32 = 0;
pub const CUPTI_NVLINK_INVALID_PORT: i32 = -1;
pub const CUPTI_MAX_NVLINK_PORTS: u32 = 32;
pub const CUPTI_DECOMPRESSED_BYTES_UNKNOWN: u32 = 0;
pub const CUPTI_MAX_GPUS: u32 = 32;
pub const CUPTI_STALL_REASON_STRING_SIZE: u32 = 128;
pub const CUpti_PCSamplingConfigurationInfoParamsSize: u32 = 40;
pub const CUpti_PCSamplingGetDataParamsSize: u32 = 32;
pub const CUpti_PCSamplingEnableParamsSize: u32 = 24;
pub const CUpti_PCSamplingDisableParamsSize: u32 = 24;
pub const CUpti_PCSamplingStartParamsSize: u32 = 24;
pub const CUpti_PCSamplingStopParamsSize: u32 = 24;
pub const CUpti_PCSamplingGetNumStallReasonsParamsSize: u32 = 32;
pub const CUpti_PCSamplingGetStallReasonsParamsSize: u32 = 48;
pub const CUpti_GetSassToSourceCorrelationParamsSize: u32 = 64;
pub const CUpti_GetCubinCrcParamsSize: u32 = 32;
pub const CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE: u32 = 48;
pub const CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE: u32 = 48;
pub const CUpti_Profiler_Host_GetSubMetrics_Params_STRUCT_SIZE: u32 = 56;
pub const CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE: u32 = 60;
pub const CUpti_Profiler_Host_GetRangeName_Params_STRUCT_SIZE: u32 = 56;
pub const CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE: u32 = 72;
pub const CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params_STRUCT_SIZE: u32 = 48;
pub const CUpti_Profiler_Initialize_Params_STRUCT_SIZE: u32 = 16;
pub const CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE: u32 = 16;
pub const CUpti_Profiler_CounterDataImageOptions_STRUCT_SIZE: u32 = 44;
pub const CUpti_Profiler_CounterDataImage_CalculateSize_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_CounterDataImage_Initialize_Params_STRUCT_SIZE: u32 = 48;
pub const CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params_STRUCT_SIZE: u32 = 48;
pub const CUpti_Profiler_BeginSession_Params_STRUCT_SIZE: u32 = 96;
pub const CUpti_Profiler_EndSession_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_SetConfig_Params_STRUCT_SIZE: u32 = 58;
pub const CUpti_Profiler_UnsetConfig_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_BeginPass_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_EndPass_Params_STRUCT_SIZE: u32 = 41;
pub const CUpti_Profiler_EnableProfiling_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_DisableProfiling_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_IsPassCollected_Params_STRUCT_SIZE: u32 = 42;
pub const CUpti_Profiler_FlushCounterData_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_PushRange_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_PopRange_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE: u32 = 52;
pub const CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE: u32 = 90;
pub const CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_RangeProfiler_Start_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE: u32 = 41;
pub const CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE: u32 = 24;
pub const CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE: u32 = 64;
pub const CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE: u32 = 56;
pub const CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE: u32 = 56;
pub const CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE: u32 = 36;
pub const CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE: u32 = 20;
pub const CUpti_SassMetricsEnable_Params_STRUCT_SIZE: u32 = 25;
pub const CUpti_SassMetricsDisable_Params_STRUCT_SIZE: u32 = 32;
pub const CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_SassMetrics_InstanceValue_STRUCT_SIZE: u32 = 16;
pub const CUpti_SassMetricsFlushData_Params_STRUCT_SIZE: u32 = 40;
pub const CUpti_Device_GetChipName_Params_STRUCT_SIZE: u32 = 32;
pub type CUdeviceptr_v2 = ::std::os::raw::c_ulonglong;
pub type CUdeviceptr = CUdeviceptr_v2;
pub type CUdevice_v1 = ::std::os::raw::c_int;
pub type CUdevice = CUdevice_v1;
#[repr(C)]
#[derive(Debug)]
pub struct CUctx_st {
    _unused: [u8; 0],
}
pub type CUcontext = *mut CUctx_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmod_st {
    _unused: [u8; 0],
}
pub type CUmodule = *mut CUmod_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUfunc_st {
    _unused: [u8; 0],
}
pub type CUfunction = *mut CUfunc_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUkern_st {
    _unused: [u8; 0],
}
pub type CUkernel = *mut CUkern_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUevent_st {
    _unused: [u8; 0],
}
pub type CUevent = *mut CUevent_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUstream_st {
    _unused: [u8; 0],
}
pub type CUstream = *mut CUstream_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraph_st {
    _unused: [u8; 0],
}
pub type CUgraph = *mut CUgraph_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphNode_st {
    _unused: [u8; 0],
}
pub type CUgraphNode = *mut CUgraphNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphExec_st {
    _unused: [u8; 0],
}
pub type CUgraphExec = *mut CUgraphExec_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphDeviceUpdatableNode_st {
    _unused: [u8; 0],
}
pub type CUgraphDeviceNode = *mut CUgraphDeviceUpdatableNode_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUuuid_st {
    pub bytes: [::std::os::raw::c_char; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUuuid_st"][::std::mem::size_of::<CUuuid_st>() - 16usize];
    ["Alignment of CUuuid_st"][::std::mem::align_of::<CUuuid_st>() - 1usize];
    [
        "Offset of field: CUuuid_st::bytes",
    ][::std::mem::offset_of!(CUuuid_st, bytes) - 0usize];
};
pub type CUuuid = CUuuid_st;
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        1,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: CUdevice_attribute_enum = CUdevice_attribute_enum(
        2,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: CUdevice_attribute_enum = CUdevice_attribute_enum(
        3,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: CUdevice_attribute_enum = CUdevice_attribute_enum(
        4,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: CUdevice_attribute_enum = CUdevice_attribute_enum(
        5,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: CUdevice_attribute_enum = CUdevice_attribute_enum(
        6,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: CUdevice_attribute_enum = CUdevice_attribute_enum(
        7,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        8,
    );
    pub const CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        8,
    );
    pub const CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: CUdevice_attribute_enum = CUdevice_attribute_enum(
        9,
    );
    pub const CU_DEVICE_ATTRIBUTE_WARP_SIZE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        10,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_PITCH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        11,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        12,
    );
    pub const CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        12,
    );
    pub const CU_DEVICE_ATTRIBUTE_CLOCK_RATE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        13,
    );
    pub const CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        14,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_OVERLAP: CUdevice_attribute_enum = CUdevice_attribute_enum(
        15,
    );
    pub const CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        16,
    );
    pub const CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        17,
    );
    pub const CU_DEVICE_ATTRIBUTE_INTEGRATED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        18,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: CUdevice_attribute_enum = CUdevice_attribute_enum(
        19,
    );
    pub const CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        20,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        21,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        22,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        23,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        24,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        25,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        26,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        27,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        28,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        29,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        27,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        28,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES: CUdevice_attribute_enum = CUdevice_attribute_enum(
        29,
    );
    pub const CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        30,
    );
    pub const CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        31,
    );
    pub const CU_DEVICE_ATTRIBUTE_ECC_ENABLED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        32,
    );
    pub const CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        33,
    );
    pub const CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        34,
    );
    pub const CU_DEVICE_ATTRIBUTE_TCC_DRIVER: CUdevice_attribute_enum = CUdevice_attribute_enum(
        35,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        36,
    );
    pub const CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        37,
    );
    pub const CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        38,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        39,
    );
    pub const CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        40,
    );
    pub const CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: CUdevice_attribute_enum = CUdevice_attribute_enum(
        41,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        42,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        43,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: CUdevice_attribute_enum = CUdevice_attribute_enum(
        44,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        45,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        46,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        47,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        48,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        49,
    );
    pub const CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        50,
    );
    pub const CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        51,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        52,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        53,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        54,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        55,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        56,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        57,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        58,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        59,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        60,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        61,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        62,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        63,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        64,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        65,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        66,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        67,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        68,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        69,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        70,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        71,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        72,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        73,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        74,
    );
    pub const CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        75,
    );
    pub const CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        76,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        77,
    );
    pub const CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        78,
    );
    pub const CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        79,
    );
    pub const CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        80,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        81,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        82,
    );
    pub const CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY: CUdevice_attribute_enum = CUdevice_attribute_enum(
        83,
    );
    pub const CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: CUdevice_attribute_enum = CUdevice_attribute_enum(
        84,
    );
    pub const CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        85,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        86,
    );
    pub const CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: CUdevice_attribute_enum = CUdevice_attribute_enum(
        87,
    );
    pub const CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        88,
    );
    pub const CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        89,
    );
    pub const CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        90,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: CUdevice_attribute_enum = CUdevice_attribute_enum(
        91,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1: CUdevice_attribute_enum = CUdevice_attribute_enum(
        92,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1: CUdevice_attribute_enum = CUdevice_attribute_enum(
        93,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1: CUdevice_attribute_enum = CUdevice_attribute_enum(
        94,
    );
    pub const CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        95,
    );
    pub const CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        96,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: CUdevice_attribute_enum = CUdevice_attribute_enum(
        97,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES: CUdevice_attribute_enum = CUdevice_attribute_enum(
        98,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        99,
    );
    pub const CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: CUdevice_attribute_enum = CUdevice_attribute_enum(
        100,
    );
    pub const CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: CUdevice_attribute_enum = CUdevice_attribute_enum(
        101,
    );
    pub const CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        102,
    );
    pub const CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        102,
    );
    pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        103,
    );
    pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        104,
    );
    pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        105,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        106,
    );
    pub const CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        107,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        108,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: CUdevice_attribute_enum = CUdevice_attribute_enum(
        109,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        110,
    );
    pub const CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        111,
    );
    pub const CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        112,
    );
    pub const CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        113,
    );
    pub const CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        114,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        115,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        116,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        117,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING: CUdevice_attribute_enum = CUdevice_attribute_enum(
        118,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES: CUdevice_attribute_enum = CUdevice_attribute_enum(
        119,
    );
    pub const CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        120,
    );
    pub const CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        121,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        122,
    );
    pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR: CUdevice_attribute_enum = CUdevice_attribute_enum(
        123,
    );
    pub const CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        124,
    );
    pub const CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        125,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT: CUdevice_attribute_enum = CUdevice_attribute_enum(
        126,
    );
    pub const CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        127,
    );
    pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        128,
    );
    pub const CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS: CUdevice_attribute_enum = CUdevice_attribute_enum(
        129,
    );
    pub const CU_DEVICE_ATTRIBUTE_NUMA_CONFIG: CUdevice_attribute_enum = CUdevice_attribute_enum(
        130,
    );
    pub const CU_DEVICE_ATTRIBUTE_NUMA_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        131,
    );
    pub const CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        132,
    );
    pub const CU_DEVICE_ATTRIBUTE_MPS_ENABLED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        133,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        134,
    );
    pub const CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        135,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK: CUdevice_attribute_enum = CUdevice_attribute_enum(
        136,
    );
    pub const CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH: CUdevice_attribute_enum = CUdevice_attribute_enum(
        137,
    );
    pub const CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        138,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        139,
    );
    pub const CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID: CUdevice_attribute_enum = CUdevice_attribute_enum(
        140,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        141,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        142,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        143,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        144,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        145,
    );
    pub const CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        146,
    );
    pub const CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum(
        147,
    );
    pub const CU_DEVICE_ATTRIBUTE_MAX: CUdevice_attribute_enum = CUdevice_attribute_enum(
        148,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUdevice_attribute_enum(pub ::std::os::raw::c_uint);
pub use self::CUdevice_attribute_enum as CUdevice_attribute;
impl CUpointer_attribute_enum {
    pub const CU_POINTER_ATTRIBUTE_CONTEXT: CUpointer_attribute_enum = CUpointer_attribute_enum(
        1,
    );
    pub const CU_POINTER_ATTRIBUTE_MEMORY_TYPE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        2,
    );
    pub const CU_POINTER_ATTRIBUTE_DEVICE_POINTER: CUpointer_attribute_enum = CUpointer_attribute_enum(
        3,
    );
    pub const CU_POINTER_ATTRIBUTE_HOST_POINTER: CUpointer_attribute_enum = CUpointer_attribute_enum(
        4,
    );
    pub const CU_POINTER_ATTRIBUTE_P2P_TOKENS: CUpointer_attribute_enum = CUpointer_attribute_enum(
        5,
    );
    pub const CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: CUpointer_attribute_enum = CUpointer_attribute_enum(
        6,
    );
    pub const CU_POINTER_ATTRIBUTE_BUFFER_ID: CUpointer_attribute_enum = CUpointer_attribute_enum(
        7,
    );
    pub const CU_POINTER_ATTRIBUTE_IS_MANAGED: CUpointer_attribute_enum = CUpointer_attribute_enum(
        8,
    );
    pub const CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: CUpointer_attribute_enum = CUpointer_attribute_enum(
        9,
    );
    pub const CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        10,
    );
    pub const CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: CUpointer_attribute_enum = CUpointer_attribute_enum(
        11,
    );
    pub const CU_POINTER_ATTRIBUTE_RANGE_SIZE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        12,
    );
    pub const CU_POINTER_ATTRIBUTE_MAPPED: CUpointer_attribute_enum = CUpointer_attribute_enum(
        13,
    );
    pub const CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: CUpointer_attribute_enum = CUpointer_attribute_enum(
        14,
    );
    pub const CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        15,
    );
    pub const CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: CUpointer_attribute_enum = CUpointer_attribute_enum(
        16,
    );
    pub const CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        17,
    );
    pub const CU_POINTER_ATTRIBUTE_MAPPING_SIZE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        18,
    );
    pub const CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: CUpointer_attribute_enum = CUpointer_attribute_enum(
        19,
    );
    pub const CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: CUpointer_attribute_enum = CUpointer_attribute_enum(
        20,
    );
    pub const CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: CUpointer_attribute_enum = CUpointer_attribute_enum(
        21,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpointer_attribute_enum(pub ::std::os::raw::c_uint);
pub use self::CUpointer_attribute_enum as CUpointer_attribute;
impl CUfunction_attribute_enum {
    pub const CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: CUfunction_attribute_enum = CUfunction_attribute_enum(
        0,
    );
    pub const CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: CUfunction_attribute_enum = CUfunction_attribute_enum(
        1,
    );
    pub const CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: CUfunction_attribute_enum = CUfunction_attribute_enum(
        2,
    );
    pub const CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: CUfunction_attribute_enum = CUfunction_attribute_enum(
        3,
    );
    pub const CU_FUNC_ATTRIBUTE_NUM_REGS: CUfunction_attribute_enum = CUfunction_attribute_enum(
        4,
    );
    pub const CU_FUNC_ATTRIBUTE_PTX_VERSION: CUfunction_attribute_enum = CUfunction_attribute_enum(
        5,
    );
    pub const CU_FUNC_ATTRIBUTE_BINARY_VERSION: CUfunction_attribute_enum = CUfunction_attribute_enum(
        6,
    );
    pub const CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: CUfunction_attribute_enum = CUfunction_attribute_enum(
        7,
    );
    pub const CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: CUfunction_attribute_enum = CUfunction_attribute_enum(
        8,
    );
    pub const CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: CUfunction_attribute_enum = CUfunction_attribute_enum(
        9,
    );
    pub const CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: CUfunction_attribute_enum = CUfunction_attribute_enum(
        10,
    );
    pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: CUfunction_attribute_enum = CUfunction_attribute_enum(
        11,
    );
    pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: CUfunction_attribute_enum = CUfunction_attribute_enum(
        12,
    );
    pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: CUfunction_attribute_enum = CUfunction_attribute_enum(
        13,
    );
    pub const CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: CUfunction_attribute_enum = CUfunction_attribute_enum(
        14,
    );
    pub const CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: CUfunction_attribute_enum = CUfunction_attribute_enum(
        15,
    );
    pub const CU_FUNC_ATTRIBUTE_MAX: CUfunction_attribute_enum = CUfunction_attribute_enum(
        16,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUfunction_attribute_enum(pub ::std::os::raw::c_uint);
pub use self::CUfunction_attribute_enum as CUfunction_attribute;
impl CUlimit_enum {
    pub const CU_LIMIT_STACK_SIZE: CUlimit_enum = CUlimit_enum(0);
    pub const CU_LIMIT_PRINTF_FIFO_SIZE: CUlimit_enum = CUlimit_enum(1);
    pub const CU_LIMIT_MALLOC_HEAP_SIZE: CUlimit_enum = CUlimit_enum(2);
    pub const CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH: CUlimit_enum = CUlimit_enum(3);
    pub const CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: CUlimit_enum = CUlimit_enum(4);
    pub const CU_LIMIT_MAX_L2_FETCH_GRANULARITY: CUlimit_enum = CUlimit_enum(5);
    pub const CU_LIMIT_PERSISTING_L2_CACHE_SIZE: CUlimit_enum = CUlimit_enum(6);
    pub const CU_LIMIT_SHMEM_SIZE: CUlimit_enum = CUlimit_enum(7);
    pub const CU_LIMIT_CIG_ENABLED: CUlimit_enum = CUlimit_enum(8);
    pub const CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED: CUlimit_enum = CUlimit_enum(9);
    pub const CU_LIMIT_MAX: CUlimit_enum = CUlimit_enum(10);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUlimit_enum(pub ::std::os::raw::c_uint);
pub use self::CUlimit_enum as CUlimit;
impl CUaccessProperty_enum {
    pub const CU_ACCESS_PROPERTY_NORMAL: CUaccessProperty_enum = CUaccessProperty_enum(
        0,
    );
    pub const CU_ACCESS_PROPERTY_STREAMING: CUaccessProperty_enum = CUaccessProperty_enum(
        1,
    );
    pub const CU_ACCESS_PROPERTY_PERSISTING: CUaccessProperty_enum = CUaccessProperty_enum(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUaccessProperty_enum(pub ::std::os::raw::c_uint);
pub use self::CUaccessProperty_enum as CUaccessProperty;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUaccessPolicyWindow_st {
    pub base_ptr: *mut ::std::os::raw::c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: CUaccessProperty,
    pub missProp: CUaccessProperty,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUaccessPolicyWindow_st",
    ][::std::mem::size_of::<CUaccessPolicyWindow_st>() - 32usize];
    [
        "Alignment of CUaccessPolicyWindow_st",
    ][::std::mem::align_of::<CUaccessPolicyWindow_st>() - 8usize];
    [
        "Offset of field: CUaccessPolicyWindow_st::base_ptr",
    ][::std::mem::offset_of!(CUaccessPolicyWindow_st, base_ptr) - 0usize];
    [
        "Offset of field: CUaccessPolicyWindow_st::num_bytes",
    ][::std::mem::offset_of!(CUaccessPolicyWindow_st, num_bytes) - 8usize];
    [
        "Offset of field: CUaccessPolicyWindow_st::hitRatio",
    ][::std::mem::offset_of!(CUaccessPolicyWindow_st, hitRatio) - 16usize];
    [
        "Offset of field: CUaccessPolicyWindow_st::hitProp",
    ][::std::mem::offset_of!(CUaccessPolicyWindow_st, hitProp) - 20usize];
    [
        "Offset of field: CUaccessPolicyWindow_st::missProp",
    ][::std::mem::offset_of!(CUaccessPolicyWindow_st, missProp) - 24usize];
};
impl Default for CUaccessPolicyWindow_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUaccessPolicyWindow_v1 = CUaccessPolicyWindow_st;
pub type CUaccessPolicyWindow = CUaccessPolicyWindow_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_v2_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_KERNEL_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_KERNEL_NODE_PARAMS_v2_st>() - 72usize];
    [
        "Alignment of CUDA_KERNEL_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_KERNEL_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::func",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, func) - 0usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimX) - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimY) - 12usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimZ) - 16usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimX) - 20usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimY) - 24usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimZ) - 28usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::kernelParams",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, kernelParams) - 40usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::extra",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, extra) - 48usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::kern",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, kern) - 56usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::ctx",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, ctx) - 64usize];
};
impl Default for CUDA_KERNEL_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v2 = CUDA_KERNEL_NODE_PARAMS_v2_st;
pub type CUDA_KERNEL_NODE_PARAMS = CUDA_KERNEL_NODE_PARAMS_v2;
impl CUgraphNodeType_enum {
    pub const CU_GRAPH_NODE_TYPE_KERNEL: CUgraphNodeType_enum = CUgraphNodeType_enum(0);
    pub const CU_GRAPH_NODE_TYPE_MEMCPY: CUgraphNodeType_enum = CUgraphNodeType_enum(1);
    pub const CU_GRAPH_NODE_TYPE_MEMSET: CUgraphNodeType_enum = CUgraphNodeType_enum(2);
    pub const CU_GRAPH_NODE_TYPE_HOST: CUgraphNodeType_enum = CUgraphNodeType_enum(3);
    pub const CU_GRAPH_NODE_TYPE_GRAPH: CUgraphNodeType_enum = CUgraphNodeType_enum(4);
    pub const CU_GRAPH_NODE_TYPE_EMPTY: CUgraphNodeType_enum = CUgraphNodeType_enum(5);
    pub const CU_GRAPH_NODE_TYPE_WAIT_EVENT: CUgraphNodeType_enum = CUgraphNodeType_enum(
        6,
    );
    pub const CU_GRAPH_NODE_TYPE_EVENT_RECORD: CUgraphNodeType_enum = CUgraphNodeType_enum(
        7,
    );
    pub const CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL: CUgraphNodeType_enum = CUgraphNodeType_enum(
        8,
    );
    pub const CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT: CUgraphNodeType_enum = CUgraphNodeType_enum(
        9,
    );
    pub const CU_GRAPH_NODE_TYPE_MEM_ALLOC: CUgraphNodeType_enum = CUgraphNodeType_enum(
        10,
    );
    pub const CU_GRAPH_NODE_TYPE_MEM_FREE: CUgraphNodeType_enum = CUgraphNodeType_enum(
        11,
    );
    pub const CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: CUgraphNodeType_enum = CUgraphNodeType_enum(
        12,
    );
    pub const CU_GRAPH_NODE_TYPE_CONDITIONAL: CUgraphNodeType_enum = CUgraphNodeType_enum(
        13,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUgraphNodeType_enum(pub ::std::os::raw::c_uint);
pub use self::CUgraphNodeType_enum as CUgraphNodeType;
impl CUsynchronizationPolicy_enum {
    pub const CU_SYNC_POLICY_AUTO: CUsynchronizationPolicy_enum = CUsynchronizationPolicy_enum(
        1,
    );
    pub const CU_SYNC_POLICY_SPIN: CUsynchronizationPolicy_enum = CUsynchronizationPolicy_enum(
        2,
    );
    pub const CU_SYNC_POLICY_YIELD: CUsynchronizationPolicy_enum = CUsynchronizationPolicy_enum(
        3,
    );
    pub const CU_SYNC_POLICY_BLOCKING_SYNC: CUsynchronizationPolicy_enum = CUsynchronizationPolicy_enum(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUsynchronizationPolicy_enum(pub ::std::os::raw::c_uint);
pub use self::CUsynchronizationPolicy_enum as CUsynchronizationPolicy;
impl CUclusterSchedulingPolicy_enum {
    pub const CU_CLUSTER_SCHEDULING_POLICY_DEFAULT: CUclusterSchedulingPolicy_enum = CUclusterSchedulingPolicy_enum(
        0,
    );
    pub const CU_CLUSTER_SCHEDULING_POLICY_SPREAD: CUclusterSchedulingPolicy_enum = CUclusterSchedulingPolicy_enum(
        1,
    );
    pub const CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING: CUclusterSchedulingPolicy_enum = CUclusterSchedulingPolicy_enum(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUclusterSchedulingPolicy_enum(pub ::std::os::raw::c_uint);
pub use self::CUclusterSchedulingPolicy_enum as CUclusterSchedulingPolicy;
impl CUlaunchMemSyncDomain_enum {
    pub const CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT: CUlaunchMemSyncDomain_enum = CUlaunchMemSyncDomain_enum(
        0,
    );
    pub const CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE: CUlaunchMemSyncDomain_enum = CUlaunchMemSyncDomain_enum(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUlaunchMemSyncDomain_enum(pub ::std::os::raw::c_uint);
pub use self::CUlaunchMemSyncDomain_enum as CUlaunchMemSyncDomain;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchMemSyncDomainMap_st {
    pub default_: ::std::os::raw::c_uchar,
    pub remote: ::std::os::raw::c_uchar,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchMemSyncDomainMap_st",
    ][::std::mem::size_of::<CUlaunchMemSyncDomainMap_st>() - 2usize];
    [
        "Alignment of CUlaunchMemSyncDomainMap_st",
    ][::std::mem::align_of::<CUlaunchMemSyncDomainMap_st>() - 1usize];
    [
        "Offset of field: CUlaunchMemSyncDomainMap_st::default_",
    ][::std::mem::offset_of!(CUlaunchMemSyncDomainMap_st, default_) - 0usize];
    [
        "Offset of field: CUlaunchMemSyncDomainMap_st::remote",
    ][::std::mem::offset_of!(CUlaunchMemSyncDomainMap_st, remote) - 1usize];
};
pub type CUlaunchMemSyncDomainMap = CUlaunchMemSyncDomainMap_st;
impl CUlaunchAttributeID_enum {
    pub const CU_LAUNCH_ATTRIBUTE_IGNORE: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        0,
    );
    pub const CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        1,
    );
    pub const CU_LAUNCH_ATTRIBUTE_COOPERATIVE: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        2,
    );
    pub const CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        3,
    );
    pub const CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        4,
    );
    pub const CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        5,
    );
    pub const CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        6,
    );
    pub const CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        7,
    );
    pub const CU_LAUNCH_ATTRIBUTE_PRIORITY: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        8,
    );
    pub const CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        9,
    );
    pub const CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        10,
    );
    pub const CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        11,
    );
    pub const CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        12,
    );
    pub const CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        13,
    );
    pub const CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        14,
    );
    pub const CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING: CUlaunchAttributeID_enum = CUlaunchAttributeID_enum(
        16,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUlaunchAttributeID_enum(pub ::std::os::raw::c_uint);
pub use self::CUlaunchAttributeID_enum as CUlaunchAttributeID;
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUlaunchAttributeValue_union {
    pub pad: [::std::os::raw::c_char; 64usize],
    pub accessPolicyWindow: CUaccessPolicyWindow,
    pub cooperative: ::std::os::raw::c_int,
    pub syncPolicy: CUsynchronizationPolicy,
    pub clusterDim: CUlaunchAttributeValue_union__bindgen_ty_1,
    pub clusterSchedulingPolicyPreference: CUclusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: ::std::os::raw::c_int,
    pub programmaticEvent: CUlaunchAttributeValue_union__bindgen_ty_2,
    pub launchCompletionEvent: CUlaunchAttributeValue_union__bindgen_ty_3,
    pub priority: ::std::os::raw::c_int,
    pub memSyncDomainMap: CUlaunchMemSyncDomainMap,
    pub memSyncDomain: CUlaunchMemSyncDomain,
    pub preferredClusterDim: CUlaunchAttributeValue_union__bindgen_ty_4,
    pub deviceUpdatableKernelNode: CUlaunchAttributeValue_union__bindgen_ty_5,
    pub sharedMemCarveout: ::std::os::raw::c_uint,
    pub nvlinkUtilCentricScheduling: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_1 {
    pub x: ::std::os::raw::c_uint,
    pub y: ::std::os::raw::c_uint,
    pub z: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union__bindgen_ty_1",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union__bindgen_ty_1>() - 12usize];
    [
        "Alignment of CUlaunchAttributeValue_union__bindgen_ty_1",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_1::x",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_1, x) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_1::y",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_1, y) - 4usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_1::z",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_1, z) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_2 {
    pub event: CUevent,
    pub flags: ::std::os::raw::c_int,
    pub triggerAtBlockStart: ::std::os::raw::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union__bindgen_ty_2",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union__bindgen_ty_2>() - 16usize];
    [
        "Alignment of CUlaunchAttributeValue_union__bindgen_ty_2",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union__bindgen_ty_2>() - 8usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_2::event",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_2, event)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_2::flags",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_2, flags)
        - 8usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_2::triggerAtBlockStart",
    ][::std::mem::offset_of!(
        CUlaunchAttributeValue_union__bindgen_ty_2, triggerAtBlockStart
    ) - 12usize];
};
impl Default for CUlaunchAttributeValue_union__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_3 {
    pub event: CUevent,
    pub flags: ::std::os::raw::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union__bindgen_ty_3",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union__bindgen_ty_3>() - 16usize];
    [
        "Alignment of CUlaunchAttributeValue_union__bindgen_ty_3",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union__bindgen_ty_3>() - 8usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_3::event",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_3, event)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_3::flags",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_3, flags)
        - 8usize];
};
impl Default for CUlaunchAttributeValue_union__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_4 {
    pub x: ::std::os::raw::c_uint,
    pub y: ::std::os::raw::c_uint,
    pub z: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union__bindgen_ty_4",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union__bindgen_ty_4>() - 12usize];
    [
        "Alignment of CUlaunchAttributeValue_union__bindgen_ty_4",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union__bindgen_ty_4>() - 4usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_4::x",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_4, x) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_4::y",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_4, y) - 4usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_4::z",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_4, z) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_5 {
    pub deviceUpdatable: ::std::os::raw::c_int,
    pub devNode: CUgraphDeviceNode,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union__bindgen_ty_5",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union__bindgen_ty_5>() - 16usize];
    [
        "Alignment of CUlaunchAttributeValue_union__bindgen_ty_5",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union__bindgen_ty_5>() - 8usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_5::deviceUpdatable",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_5, deviceUpdatable)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union__bindgen_ty_5::devNode",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union__bindgen_ty_5, devNode)
        - 8usize];
};
impl Default for CUlaunchAttributeValue_union__bindgen_ty_5 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttributeValue_union",
    ][::std::mem::size_of::<CUlaunchAttributeValue_union>() - 64usize];
    [
        "Alignment of CUlaunchAttributeValue_union",
    ][::std::mem::align_of::<CUlaunchAttributeValue_union>() - 8usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::pad",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, pad) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::accessPolicyWindow",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, accessPolicyWindow) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::cooperative",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, cooperative) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::syncPolicy",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, syncPolicy) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::clusterDim",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, clusterDim) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::clusterSchedulingPolicyPreference",
    ][::std::mem::offset_of!(
        CUlaunchAttributeValue_union, clusterSchedulingPolicyPreference
    ) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::programmaticStreamSerializationAllowed",
    ][::std::mem::offset_of!(
        CUlaunchAttributeValue_union, programmaticStreamSerializationAllowed
    ) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::programmaticEvent",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, programmaticEvent) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::launchCompletionEvent",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, launchCompletionEvent)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::priority",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, priority) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::memSyncDomainMap",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, memSyncDomainMap) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::memSyncDomain",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, memSyncDomain) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::preferredClusterDim",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, preferredClusterDim)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::deviceUpdatableKernelNode",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, deviceUpdatableKernelNode)
        - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::sharedMemCarveout",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, sharedMemCarveout) - 0usize];
    [
        "Offset of field: CUlaunchAttributeValue_union::nvlinkUtilCentricScheduling",
    ][::std::mem::offset_of!(CUlaunchAttributeValue_union, nvlinkUtilCentricScheduling)
        - 0usize];
};
impl Default for CUlaunchAttributeValue_union {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchAttributeValue = CUlaunchAttributeValue_union;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUlaunchAttribute_st {
    pub id: CUlaunchAttributeID,
    pub pad: [::std::os::raw::c_char; 4usize],
    pub value: CUlaunchAttributeValue,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUlaunchAttribute_st",
    ][::std::mem::size_of::<CUlaunchAttribute_st>() - 72usize];
    [
        "Alignment of CUlaunchAttribute_st",
    ][::std::mem::align_of::<CUlaunchAttribute_st>() - 8usize];
    [
        "Offset of field: CUlaunchAttribute_st::id",
    ][::std::mem::offset_of!(CUlaunchAttribute_st, id) - 0usize];
    [
        "Offset of field: CUlaunchAttribute_st::pad",
    ][::std::mem::offset_of!(CUlaunchAttribute_st, pad) - 4usize];
    [
        "Offset of field: CUlaunchAttribute_st::value",
    ][::std::mem::offset_of!(CUlaunchAttribute_st, value) - 8usize];
};
impl Default for CUlaunchAttribute_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchAttribute = CUlaunchAttribute_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchConfig_st {
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub attrs: *mut CUlaunchAttribute,
    pub numAttrs: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUlaunchConfig_st"][::std::mem::size_of::<CUlaunchConfig_st>() - 56usize];
    [
        "Alignment of CUlaunchConfig_st",
    ][::std::mem::align_of::<CUlaunchConfig_st>() - 8usize];
    [
        "Offset of field: CUlaunchConfig_st::gridDimX",
    ][::std::mem::offset_of!(CUlaunchConfig_st, gridDimX) - 0usize];
    [
        "Offset of field: CUlaunchConfig_st::gridDimY",
    ][::std::mem::offset_of!(CUlaunchConfig_st, gridDimY) - 4usize];
    [
        "Offset of field: CUlaunchConfig_st::gridDimZ",
    ][::std::mem::offset_of!(CUlaunchConfig_st, gridDimZ) - 8usize];
    [
        "Offset of field: CUlaunchConfig_st::blockDimX",
    ][::std::mem::offset_of!(CUlaunchConfig_st, blockDimX) - 12usize];
    [
        "Offset of field: CUlaunchConfig_st::blockDimY",
    ][::std::mem::offset_of!(CUlaunchConfig_st, blockDimY) - 16usize];
    [
        "Offset of field: CUlaunchConfig_st::blockDimZ",
    ][::std::mem::offset_of!(CUlaunchConfig_st, blockDimZ) - 20usize];
    [
        "Offset of field: CUlaunchConfig_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUlaunchConfig_st, sharedMemBytes) - 24usize];
    [
        "Offset of field: CUlaunchConfig_st::hStream",
    ][::std::mem::offset_of!(CUlaunchConfig_st, hStream) - 32usize];
    [
        "Offset of field: CUlaunchConfig_st::attrs",
    ][::std::mem::offset_of!(CUlaunchConfig_st, attrs) - 40usize];
    [
        "Offset of field: CUlaunchConfig_st::numAttrs",
    ][::std::mem::offset_of!(CUlaunchConfig_st, numAttrs) - 48usize];
};
impl Default for CUlaunchConfig_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchConfig = CUlaunchConfig_st;
impl CUstreamCaptureStatus_enum {
    pub const CU_STREAM_CAPTURE_STATUS_NONE: CUstreamCaptureStatus_enum = CUstreamCaptureStatus_enum(
        0,
    );
    pub const CU_STREAM_CAPTURE_STATUS_ACTIVE: CUstreamCaptureStatus_enum = CUstreamCaptureStatus_enum(
        1,
    );
    pub const CU_STREAM_CAPTURE_STATUS_INVALIDATED: CUstreamCaptureStatus_enum = CUstreamCaptureStatus_enum(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUstreamCaptureStatus_enum(pub ::std::os::raw::c_uint);
pub use self::CUstreamCaptureStatus_enum as CUstreamCaptureStatus;
pub use self::CUlaunchAttributeID as CUstreamAttrID;
pub type CUstreamAttrValue_v1 = CUlaunchAttributeValue;
pub type CUstreamAttrValue = CUstreamAttrValue_v1;
impl cudaError_enum {
    pub const CUDA_SUCCESS: cudaError_enum = cudaError_enum(0);
    pub const CUDA_ERROR_INVALID_VALUE: cudaError_enum = cudaError_enum(1);
    pub const CUDA_ERROR_OUT_OF_MEMORY: cudaError_enum = cudaError_enum(2);
    pub const CUDA_ERROR_NOT_INITIALIZED: cudaError_enum = cudaError_enum(3);
    pub const CUDA_ERROR_DEINITIALIZED: cudaError_enum = cudaError_enum(4);
    pub const CUDA_ERROR_PROFILER_DISABLED: cudaError_enum = cudaError_enum(5);
    pub const CUDA_ERROR_PROFILER_NOT_INITIALIZED: cudaError_enum = cudaError_enum(6);
    pub const CUDA_ERROR_PROFILER_ALREADY_STARTED: cudaError_enum = cudaError_enum(7);
    pub const CUDA_ERROR_PROFILER_ALREADY_STOPPED: cudaError_enum = cudaError_enum(8);
    pub const CUDA_ERROR_STUB_LIBRARY: cudaError_enum = cudaError_enum(34);
    pub const CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER: cudaError_enum = cudaError_enum(36);
    pub const CUDA_ERROR_DEVICE_UNAVAILABLE: cudaError_enum = cudaError_enum(46);
    pub const CUDA_ERROR_NO_DEVICE: cudaError_enum = cudaError_enum(100);
    pub const CUDA_ERROR_INVALID_DEVICE: cudaError_enum = cudaError_enum(101);
    pub const CUDA_ERROR_DEVICE_NOT_LICENSED: cudaError_enum = cudaError_enum(102);
    pub const CUDA_ERROR_INVALID_IMAGE: cudaError_enum = cudaError_enum(200);
    pub const CUDA_ERROR_INVALID_CONTEXT: cudaError_enum = cudaError_enum(201);
    pub const CUDA_ERROR_CONTEXT_ALREADY_CURRENT: cudaError_enum = cudaError_enum(202);
    pub const CUDA_ERROR_MAP_FAILED: cudaError_enum = cudaError_enum(205);
    pub const CUDA_ERROR_UNMAP_FAILED: cudaError_enum = cudaError_enum(206);
    pub const CUDA_ERROR_ARRAY_IS_MAPPED: cudaError_enum = cudaError_enum(207);
    pub const CUDA_ERROR_ALREADY_MAPPED: cudaError_enum = cudaError_enum(208);
    pub const CUDA_ERROR_NO_BINARY_FOR_GPU: cudaError_enum = cudaError_enum(209);
    pub const CUDA_ERROR_ALREADY_ACQUIRED: cudaError_enum = cudaError_enum(210);
    pub const CUDA_ERROR_NOT_MAPPED: cudaError_enum = cudaError_enum(211);
    pub const CUDA_ERROR_NOT_MAPPED_AS_ARRAY: cudaError_enum = cudaError_enum(212);
    pub const CUDA_ERROR_NOT_MAPPED_AS_POINTER: cudaError_enum = cudaError_enum(213);
    pub const CUDA_ERROR_ECC_UNCORRECTABLE: cudaError_enum = cudaError_enum(214);
    pub const CUDA_ERROR_UNSUPPORTED_LIMIT: cudaError_enum = cudaError_enum(215);
    pub const CUDA_ERROR_CONTEXT_ALREADY_IN_USE: cudaError_enum = cudaError_enum(216);
    pub const CUDA_ERROR_PEER_ACCESS_UNSUPPORTED: cudaError_enum = cudaError_enum(217);
    pub const CUDA_ERROR_INVALID_PTX: cudaError_enum = cudaError_enum(218);
    pub const CUDA_ERROR_INVALID_GRAPHICS_CONTEXT: cudaError_enum = cudaError_enum(219);
    pub const CUDA_ERROR_NVLINK_UNCORRECTABLE: cudaError_enum = cudaError_enum(220);
    pub const CUDA_ERROR_JIT_COMPILER_NOT_FOUND: cudaError_enum = cudaError_enum(221);
    pub const CUDA_ERROR_UNSUPPORTED_PTX_VERSION: cudaError_enum = cudaError_enum(222);
    pub const CUDA_ERROR_JIT_COMPILATION_DISABLED: cudaError_enum = cudaError_enum(223);
    pub const CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY: cudaError_enum = cudaError_enum(224);
    pub const CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC: cudaError_enum = cudaError_enum(225);
    pub const CUDA_ERROR_CONTAINED: cudaError_enum = cudaError_enum(226);
    pub const CUDA_ERROR_INVALID_SOURCE: cudaError_enum = cudaError_enum(300);
    pub const CUDA_ERROR_FILE_NOT_FOUND: cudaError_enum = cudaError_enum(301);
    pub const CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND: cudaError_enum = cudaError_enum(
        302,
    );
    pub const CUDA_ERROR_SHARED_OBJECT_INIT_FAILED: cudaError_enum = cudaError_enum(303);
    pub const CUDA_ERROR_OPERATING_SYSTEM: cudaError_enum = cudaError_enum(304);
    pub const CUDA_ERROR_INVALID_HANDLE: cudaError_enum = cudaError_enum(400);
    pub const CUDA_ERROR_ILLEGAL_STATE: cudaError_enum = cudaError_enum(401);
    pub const CUDA_ERROR_LOSSY_QUERY: cudaError_enum = cudaError_enum(402);
    pub const CUDA_ERROR_NOT_FOUND: cudaError_enum = cudaError_enum(500);
    pub const CUDA_ERROR_NOT_READY: cudaError_enum = cudaError_enum(600);
    pub const CUDA_ERROR_ILLEGAL_ADDRESS: cudaError_enum = cudaError_enum(700);
    pub const CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: cudaError_enum = cudaError_enum(701);
    pub const CUDA_ERROR_LAUNCH_TIMEOUT: cudaError_enum = cudaError_enum(702);
    pub const CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING: cudaError_enum = cudaError_enum(
        703,
    );
    pub const CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED: cudaError_enum = cudaError_enum(
        704,
    );
    pub const CUDA_ERROR_PEER_ACCESS_NOT_ENABLED: cudaError_enum = cudaError_enum(705);
    pub const CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE: cudaError_enum = cudaError_enum(708);
    pub const CUDA_ERROR_CONTEXT_IS_DESTROYED: cudaError_enum = cudaError_enum(709);
    pub const CUDA_ERROR_ASSERT: cudaError_enum = cudaError_enum(710);
    pub const CUDA_ERROR_TOO_MANY_PEERS: cudaError_enum = cudaError_enum(711);
    pub const CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED: cudaError_enum = cudaError_enum(
        712,
    );
    pub const CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED: cudaError_enum = cudaError_enum(
        713,
    );
    pub const CUDA_ERROR_HARDWARE_STACK_ERROR: cudaError_enum = cudaError_enum(714);
    pub const CUDA_ERROR_ILLEGAL_INSTRUCTION: cudaError_enum = cudaError_enum(715);
    pub const CUDA_ERROR_MISALIGNED_ADDRESS: cudaError_enum = cudaError_enum(716);
    pub const CUDA_ERROR_INVALID_ADDRESS_SPACE: cudaError_enum = cudaError_enum(717);
    pub const CUDA_ERROR_INVALID_PC: cudaError_enum = cudaError_enum(718);
    pub const CUDA_ERROR_LAUNCH_FAILED: cudaError_enum = cudaError_enum(719);
    pub const CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: cudaError_enum = cudaError_enum(
        720,
    );
    pub const CUDA_ERROR_TENSOR_MEMORY_LEAK: cudaError_enum = cudaError_enum(721);
    pub const CUDA_ERROR_NOT_PERMITTED: cudaError_enum = cudaError_enum(800);
    pub const CUDA_ERROR_NOT_SUPPORTED: cudaError_enum = cudaError_enum(801);
    pub const CUDA_ERROR_SYSTEM_NOT_READY: cudaError_enum = cudaError_enum(802);
    pub const CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: cudaError_enum = cudaError_enum(803);
    pub const CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: cudaError_enum = cudaError_enum(
        804,
    );
    pub const CUDA_ERROR_MPS_CONNECTION_FAILED: cudaError_enum = cudaError_enum(805);
    pub const CUDA_ERROR_MPS_RPC_FAILURE: cudaError_enum = cudaError_enum(806);
    pub const CUDA_ERROR_MPS_SERVER_NOT_READY: cudaError_enum = cudaError_enum(807);
    pub const CUDA_ERROR_MPS_MAX_CLIENTS_REACHED: cudaError_enum = cudaError_enum(808);
    pub const CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED: cudaError_enum = cudaError_enum(
        809,
    );
    pub const CUDA_ERROR_MPS_CLIENT_TERMINATED: cudaError_enum = cudaError_enum(810);
    pub const CUDA_ERROR_CDP_NOT_SUPPORTED: cudaError_enum = cudaError_enum(811);
    pub const CUDA_ERROR_CDP_VERSION_MISMATCH: cudaError_enum = cudaError_enum(812);
    pub const CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: cudaError_enum = cudaError_enum(
        900,
    );
    pub const CUDA_ERROR_STREAM_CAPTURE_INVALIDATED: cudaError_enum = cudaError_enum(
        901,
    );
    pub const CUDA_ERROR_STREAM_CAPTURE_MERGE: cudaError_enum = cudaError_enum(902);
    pub const CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: cudaError_enum = cudaError_enum(903);
    pub const CUDA_ERROR_STREAM_CAPTURE_UNJOINED: cudaError_enum = cudaError_enum(904);
    pub const CUDA_ERROR_STREAM_CAPTURE_ISOLATION: cudaError_enum = cudaError_enum(905);
    pub const CUDA_ERROR_STREAM_CAPTURE_IMPLICIT: cudaError_enum = cudaError_enum(906);
    pub const CUDA_ERROR_CAPTURED_EVENT: cudaError_enum = cudaError_enum(907);
    pub const CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD: cudaError_enum = cudaError_enum(
        908,
    );
    pub const CUDA_ERROR_TIMEOUT: cudaError_enum = cudaError_enum(909);
    pub const CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE: cudaError_enum = cudaError_enum(910);
    pub const CUDA_ERROR_EXTERNAL_DEVICE: cudaError_enum = cudaError_enum(911);
    pub const CUDA_ERROR_INVALID_CLUSTER_SIZE: cudaError_enum = cudaError_enum(912);
    pub const CUDA_ERROR_FUNCTION_NOT_LOADED: cudaError_enum = cudaError_enum(913);
    pub const CUDA_ERROR_INVALID_RESOURCE_TYPE: cudaError_enum = cudaError_enum(914);
    pub const CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION: cudaError_enum = cudaError_enum(
        915,
    );
    pub const CUDA_ERROR_KEY_ROTATION: cudaError_enum = cudaError_enum(916);
    pub const CUDA_ERROR_UNKNOWN: cudaError_enum = cudaError_enum(999);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaError_enum(pub ::std::os::raw::c_uint);
pub use self::cudaError_enum as CUresult;
pub type CUmemGenericAllocationHandle_v1 = ::std::os::raw::c_ulonglong;
pub type CUmemGenericAllocationHandle = CUmemGenericAllocationHandle_v1;
impl CUmemAllocationHandleType_enum {
    pub const CU_MEM_HANDLE_TYPE_NONE: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        0,
    );
    pub const CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        1,
    );
    pub const CU_MEM_HANDLE_TYPE_WIN32: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        2,
    );
    pub const CU_MEM_HANDLE_TYPE_WIN32_KMT: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        4,
    );
    pub const CU_MEM_HANDLE_TYPE_FABRIC: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        8,
    );
    pub const CU_MEM_HANDLE_TYPE_MAX: CUmemAllocationHandleType_enum = CUmemAllocationHandleType_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUmemAllocationHandleType_enum(pub ::std::os::raw::c_uint);
pub use self::CUmemAllocationHandleType_enum as CUmemAllocationHandleType;
impl CUmemAccess_flags_enum {
    pub const CU_MEM_ACCESS_FLAGS_PROT_NONE: CUmemAccess_flags_enum = CUmemAccess_flags_enum(
        0,
    );
    pub const CU_MEM_ACCESS_FLAGS_PROT_READ: CUmemAccess_flags_enum = CUmemAccess_flags_enum(
        1,
    );
    pub const CU_MEM_ACCESS_FLAGS_PROT_READWRITE: CUmemAccess_flags_enum = CUmemAccess_flags_enum(
        3,
    );
    pub const CU_MEM_ACCESS_FLAGS_PROT_MAX: CUmemAccess_flags_enum = CUmemAccess_flags_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUmemAccess_flags_enum(pub ::std::os::raw::c_uint);
pub use self::CUmemAccess_flags_enum as CUmemAccess_flags;
impl CUmemLocationType_enum {
    pub const CU_MEM_LOCATION_TYPE_INVALID: CUmemLocationType_enum = CUmemLocationType_enum(
        0,
    );
    pub const CU_MEM_LOCATION_TYPE_NONE: CUmemLocationType_enum = CUmemLocationType_enum(
        0,
    );
    pub const CU_MEM_LOCATION_TYPE_DEVICE: CUmemLocationType_enum = CUmemLocationType_enum(
        1,
    );
    pub const CU_MEM_LOCATION_TYPE_HOST: CUmemLocationType_enum = CUmemLocationType_enum(
        2,
    );
    pub const CU_MEM_LOCATION_TYPE_HOST_NUMA: CUmemLocationType_enum = CUmemLocationType_enum(
        3,
    );
    pub const CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: CUmemLocationType_enum = CUmemLocationType_enum(
        4,
    );
    pub const CU_MEM_LOCATION_TYPE_MAX: CUmemLocationType_enum = CUmemLocationType_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUmemLocationType_enum(pub ::std::os::raw::c_uint);
pub use self::CUmemLocationType_enum as CUmemLocationType;
impl CUmemAllocationType_enum {
    pub const CU_MEM_ALLOCATION_TYPE_INVALID: CUmemAllocationType_enum = CUmemAllocationType_enum(
        0,
    );
    pub const CU_MEM_ALLOCATION_TYPE_PINNED: CUmemAllocationType_enum = CUmemAllocationType_enum(
        1,
    );
    pub const CU_MEM_ALLOCATION_TYPE_MANAGED: CUmemAllocationType_enum = CUmemAllocationType_enum(
        2,
    );
    pub const CU_MEM_ALLOCATION_TYPE_MAX: CUmemAllocationType_enum = CUmemAllocationType_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUmemAllocationType_enum(pub ::std::os::raw::c_uint);
pub use self::CUmemAllocationType_enum as CUmemAllocationType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemLocation_st {
    pub type_: CUmemLocationType,
    pub id: ::std::os::raw::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUmemLocation_st"][::std::mem::size_of::<CUmemLocation_st>() - 8usize];
    [
        "Alignment of CUmemLocation_st",
    ][::std::mem::align_of::<CUmemLocation_st>() - 4usize];
    [
        "Offset of field: CUmemLocation_st::type_",
    ][::std::mem::offset_of!(CUmemLocation_st, type_) - 0usize];
    [
        "Offset of field: CUmemLocation_st::id",
    ][::std::mem::offset_of!(CUmemLocation_st, id) - 4usize];
};
impl Default for CUmemLocation_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemLocation_v1 = CUmemLocation_st;
pub type CUmemLocation = CUmemLocation_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemAllocationProp_st {
    pub type_: CUmemAllocationType,
    pub requestedHandleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32HandleMetaData: *mut ::std::os::raw::c_void,
    pub allocFlags: CUmemAllocationProp_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUmemAllocationProp_st__bindgen_ty_1 {
    pub compressionType: ::std::os::raw::c_uchar,
    pub gpuDirectRDMACapable: ::std::os::raw::c_uchar,
    pub usage: ::std::os::raw::c_ushort,
    pub reserved: [::std::os::raw::c_uchar; 4usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemAllocationProp_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUmemAllocationProp_st__bindgen_ty_1>() - 8usize];
    [
        "Alignment of CUmemAllocationProp_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUmemAllocationProp_st__bindgen_ty_1>() - 2usize];
    [
        "Offset of field: CUmemAllocationProp_st__bindgen_ty_1::compressionType",
    ][::std::mem::offset_of!(CUmemAllocationProp_st__bindgen_ty_1, compressionType)
        - 0usize];
    [
        "Offset of field: CUmemAllocationProp_st__bindgen_ty_1::gpuDirectRDMACapable",
    ][::std::mem::offset_of!(CUmemAllocationProp_st__bindgen_ty_1, gpuDirectRDMACapable)
        - 1usize];
    [
        "Offset of field: CUmemAllocationProp_st__bindgen_ty_1::usage",
    ][::std::mem::offset_of!(CUmemAllocationProp_st__bindgen_ty_1, usage) - 2usize];
    [
        "Offset of field: CUmemAllocationProp_st__bindgen_ty_1::reserved",
    ][::std::mem::offset_of!(CUmemAllocationProp_st__bindgen_ty_1, reserved) - 4usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemAllocationProp_st",
    ][::std::mem::size_of::<CUmemAllocationProp_st>() - 32usize];
    [
        "Alignment of CUmemAllocationProp_st",
    ][::std::mem::align_of::<CUmemAllocationProp_st>() - 8usize];
    [
        "Offset of field: CUmemAllocationProp_st::type_",
    ][::std::mem::offset_of!(CUmemAllocationProp_st, type_) - 0usize];
    [
        "Offset of field: CUmemAllocationProp_st::requestedHandleTypes",
    ][::std::mem::offset_of!(CUmemAllocationProp_st, requestedHandleTypes) - 4usize];
    [
        "Offset of field: CUmemAllocationProp_st::location",
    ][::std::mem::offset_of!(CUmemAllocationProp_st, location) - 8usize];
    [
        "Offset of field: CUmemAllocationProp_st::win32HandleMetaData",
    ][::std::mem::offset_of!(CUmemAllocationProp_st, win32HandleMetaData) - 16usize];
    [
        "Offset of field: CUmemAllocationProp_st::allocFlags",
    ][::std::mem::offset_of!(CUmemAllocationProp_st, allocFlags) - 24usize];
};
impl Default for CUmemAllocationProp_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemAllocationProp_v1 = CUmemAllocationProp_st;
pub type CUmemAllocationProp = CUmemAllocationProp_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemAccessDesc_st {
    pub location: CUmemLocation,
    pub flags: CUmemAccess_flags,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemAccessDesc_st",
    ][::std::mem::size_of::<CUmemAccessDesc_st>() - 12usize];
    [
        "Alignment of CUmemAccessDesc_st",
    ][::std::mem::align_of::<CUmemAccessDesc_st>() - 4usize];
    [
        "Offset of field: CUmemAccessDesc_st::location",
    ][::std::mem::offset_of!(CUmemAccessDesc_st, location) - 0usize];
    [
        "Offset of field: CUmemAccessDesc_st::flags",
    ][::std::mem::offset_of!(CUmemAccessDesc_st, flags) - 8usize];
};
impl Default for CUmemAccessDesc_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemAccessDesc_v1 = CUmemAccessDesc_st;
pub type CUmemAccessDesc = CUmemAccessDesc_v1;
impl CUptiResult {
    pub const CUPTI_SUCCESS: CUptiResult = CUptiResult(0);
    pub const CUPTI_ERROR_INVALID_PARAMETER: CUptiResult = CUptiResult(1);
    pub const CUPTI_ERROR_INVALID_DEVICE: CUptiResult = CUptiResult(2);
    pub const CUPTI_ERROR_INVALID_CONTEXT: CUptiResult = CUptiResult(3);
    pub const CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID: CUptiResult = CUptiResult(4);
    pub const CUPTI_ERROR_INVALID_EVENT_ID: CUptiResult = CUptiResult(5);
    pub const CUPTI_ERROR_INVALID_EVENT_NAME: CUptiResult = CUptiResult(6);
    pub const CUPTI_ERROR_INVALID_OPERATION: CUptiResult = CUptiResult(7);
    pub const CUPTI_ERROR_OUT_OF_MEMORY: CUptiResult = CUptiResult(8);
    pub const CUPTI_ERROR_HARDWARE: CUptiResult = CUptiResult(9);
    pub const CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT: CUptiResult = CUptiResult(10);
    pub const CUPTI_ERROR_API_NOT_IMPLEMENTED: CUptiResult = CUptiResult(11);
    pub const CUPTI_ERROR_MAX_LIMIT_REACHED: CUptiResult = CUptiResult(12);
    pub const CUPTI_ERROR_NOT_READY: CUptiResult = CUptiResult(13);
    pub const CUPTI_ERROR_NOT_COMPATIBLE: CUptiResult = CUptiResult(14);
    pub const CUPTI_ERROR_NOT_INITIALIZED: CUptiResult = CUptiResult(15);
    pub const CUPTI_ERROR_INVALID_METRIC_ID: CUptiResult = CUptiResult(16);
    pub const CUPTI_ERROR_INVALID_METRIC_NAME: CUptiResult = CUptiResult(17);
    pub const CUPTI_ERROR_QUEUE_EMPTY: CUptiResult = CUptiResult(18);
    pub const CUPTI_ERROR_INVALID_HANDLE: CUptiResult = CUptiResult(19);
    pub const CUPTI_ERROR_INVALID_STREAM: CUptiResult = CUptiResult(20);
    pub const CUPTI_ERROR_INVALID_KIND: CUptiResult = CUptiResult(21);
    pub const CUPTI_ERROR_INVALID_EVENT_VALUE: CUptiResult = CUptiResult(22);
    pub const CUPTI_ERROR_DISABLED: CUptiResult = CUptiResult(23);
    pub const CUPTI_ERROR_INVALID_MODULE: CUptiResult = CUptiResult(24);
    pub const CUPTI_ERROR_INVALID_METRIC_VALUE: CUptiResult = CUptiResult(25);
    pub const CUPTI_ERROR_HARDWARE_BUSY: CUptiResult = CUptiResult(26);
    pub const CUPTI_ERROR_NOT_SUPPORTED: CUptiResult = CUptiResult(27);
    pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED: CUptiResult = CUptiResult(28);
    pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE: CUptiResult = CUptiResult(
        29,
    );
    pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES: CUptiResult = CUptiResult(
        30,
    );
    pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS: CUptiResult = CUptiResult(
        31,
    );
    pub const CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED: CUptiResult = CUptiResult(32);
    pub const CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED: CUptiResult = CUptiResult(
        33,
    );
    pub const CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE: CUptiResult = CUptiResult(34);
    pub const CUPTI_ERROR_INSUFFICIENT_PRIVILEGES: CUptiResult = CUptiResult(35);
    pub const CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED: CUptiResult = CUptiResult(36);
    pub const CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE: CUptiResult = CUptiResult(37);
    pub const CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED: CUptiResult = CUptiResult(38);
    pub const CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED: CUptiResult = CUptiResult(
        39,
    );
    pub const CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES: CUptiResult = CUptiResult(
        40,
    );
    pub const CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED: CUptiResult = CUptiResult(
        41,
    );
    pub const CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED: CUptiResult = CUptiResult(42);
    pub const CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED: CUptiResult = CUptiResult(43);
    pub const CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED: CUptiResult = CUptiResult(44);
    pub const CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED: CUptiResult = CUptiResult(45);
    pub const CUPTI_ERROR_INVALID_CHIP_NAME: CUptiResult = CUptiResult(46);
    pub const CUPTI_ERROR_UNKNOWN: CUptiResult = CUptiResult(999);
    pub const CUPTI_ERROR_FORCE_INT: CUptiResult = CUptiResult(2147483647);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUptiResult(pub ::std::os::raw::c_uint);
impl CUpti_ApiCallbackSite {
    pub const CUPTI_API_ENTER: CUpti_ApiCallbackSite = CUpti_ApiCallbackSite(0);
    pub const CUPTI_API_EXIT: CUpti_ApiCallbackSite = CUpti_ApiCallbackSite(1);
    pub const CUPTI_API_CBSITE_FORCE_INT: CUpti_ApiCallbackSite = CUpti_ApiCallbackSite(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ApiCallbackSite(pub ::std::os::raw::c_uint);
impl CUpti_CallbackDomain {
    pub const CUPTI_CB_DOMAIN_INVALID: CUpti_CallbackDomain = CUpti_CallbackDomain(0);
    pub const CUPTI_CB_DOMAIN_DRIVER_API: CUpti_CallbackDomain = CUpti_CallbackDomain(1);
    pub const CUPTI_CB_DOMAIN_RUNTIME_API: CUpti_CallbackDomain = CUpti_CallbackDomain(
        2,
    );
    pub const CUPTI_CB_DOMAIN_RESOURCE: CUpti_CallbackDomain = CUpti_CallbackDomain(3);
    pub const CUPTI_CB_DOMAIN_SYNCHRONIZE: CUpti_CallbackDomain = CUpti_CallbackDomain(
        4,
    );
    pub const CUPTI_CB_DOMAIN_NVTX: CUpti_CallbackDomain = CUpti_CallbackDomain(5);
    pub const CUPTI_CB_DOMAIN_STATE: CUpti_CallbackDomain = CUpti_CallbackDomain(6);
    pub const CUPTI_CB_DOMAIN_SIZE: CUpti_CallbackDomain = CUpti_CallbackDomain(7);
    pub const CUPTI_CB_DOMAIN_FORCE_INT: CUpti_CallbackDomain = CUpti_CallbackDomain(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_CallbackDomain(pub ::std::os::raw::c_uint);
impl CUpti_CallbackIdResource {
    pub const CUPTI_CBID_RESOURCE_INVALID: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        0,
    );
    pub const CUPTI_CBID_RESOURCE_CONTEXT_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        1,
    );
    pub const CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        2,
    );
    pub const CUPTI_CBID_RESOURCE_STREAM_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        3,
    );
    pub const CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        4,
    );
    pub const CUPTI_CBID_RESOURCE_CU_INIT_FINISHED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        5,
    );
    pub const CUPTI_CBID_RESOURCE_MODULE_LOADED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        6,
    );
    pub const CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        7,
    );
    pub const CUPTI_CBID_RESOURCE_MODULE_PROFILED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        8,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPH_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        9,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        10,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPH_CLONED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        11,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_CREATE_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        12,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        13,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        14,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        15,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        16,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATE_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        17,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        18,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        19,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        20,
    );
    pub const CUPTI_CBID_RESOURCE_STREAM_ATTRIBUTE_CHANGED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        21,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPH_NODE_UPDATED: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        22,
    );
    pub const CUPTI_CBID_RESOURCE_GRAPH_NODE_SET_PARAMS: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        23,
    );
    pub const CUPTI_CBID_RESOURCE_SIZE: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        24,
    );
    pub const CUPTI_CBID_RESOURCE_FORCE_INT: CUpti_CallbackIdResource = CUpti_CallbackIdResource(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_CallbackIdResource(pub ::std::os::raw::c_uint);
impl CUpti_CallbackIdSync {
    pub const CUPTI_CBID_SYNCHRONIZE_INVALID: CUpti_CallbackIdSync = CUpti_CallbackIdSync(
        0,
    );
    pub const CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED: CUpti_CallbackIdSync = CUpti_CallbackIdSync(
        1,
    );
    pub const CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED: CUpti_CallbackIdSync = CUpti_CallbackIdSync(
        2,
    );
    pub const CUPTI_CBID_SYNCHRONIZE_SIZE: CUpti_CallbackIdSync = CUpti_CallbackIdSync(
        3,
    );
    pub const CUPTI_CBID_SYNCHRONIZE_FORCE_INT: CUpti_CallbackIdSync = CUpti_CallbackIdSync(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_CallbackIdSync(pub ::std::os::raw::c_uint);
impl CUpti_CallbackIdState {
    pub const CUPTI_CBID_STATE_INVALID: CUpti_CallbackIdState = CUpti_CallbackIdState(0);
    pub const CUPTI_CBID_STATE_FATAL_ERROR: CUpti_CallbackIdState = CUpti_CallbackIdState(
        1,
    );
    pub const CUPTI_CBID_STATE_ERROR: CUpti_CallbackIdState = CUpti_CallbackIdState(2);
    pub const CUPTI_CBID_STATE_WARNING: CUpti_CallbackIdState = CUpti_CallbackIdState(3);
    pub const CUPTI_CBID_STATE_SIZE: CUpti_CallbackIdState = CUpti_CallbackIdState(4);
    pub const CUPTI_CBID_STATE_FORCE_INT: CUpti_CallbackIdState = CUpti_CallbackIdState(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_CallbackIdState(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_CallbackData {
    pub callbackSite: CUpti_ApiCallbackSite,
    pub functionName: *const ::std::os::raw::c_char,
    pub functionParams: *const ::std::os::raw::c_void,
    pub functionReturnValue: *mut ::std::os::raw::c_void,
    pub symbolName: *const ::std::os::raw::c_char,
    pub context: CUcontext,
    pub contextUid: u32,
    pub correlationData: *mut u64,
    pub correlationId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_CallbackData",
    ][::std::mem::size_of::<CUpti_CallbackData>() - 72usize];
    [
        "Alignment of CUpti_CallbackData",
    ][::std::mem::align_of::<CUpti_CallbackData>() - 8usize];
    [
        "Offset of field: CUpti_CallbackData::callbackSite",
    ][::std::mem::offset_of!(CUpti_CallbackData, callbackSite) - 0usize];
    [
        "Offset of field: CUpti_CallbackData::functionName",
    ][::std::mem::offset_of!(CUpti_CallbackData, functionName) - 8usize];
    [
        "Offset of field: CUpti_CallbackData::functionParams",
    ][::std::mem::offset_of!(CUpti_CallbackData, functionParams) - 16usize];
    [
        "Offset of field: CUpti_CallbackData::functionReturnValue",
    ][::std::mem::offset_of!(CUpti_CallbackData, functionReturnValue) - 24usize];
    [
        "Offset of field: CUpti_CallbackData::symbolName",
    ][::std::mem::offset_of!(CUpti_CallbackData, symbolName) - 32usize];
    [
        "Offset of field: CUpti_CallbackData::context",
    ][::std::mem::offset_of!(CUpti_CallbackData, context) - 40usize];
    [
        "Offset of field: CUpti_CallbackData::contextUid",
    ][::std::mem::offset_of!(CUpti_CallbackData, contextUid) - 48usize];
    [
        "Offset of field: CUpti_CallbackData::correlationData",
    ][::std::mem::offset_of!(CUpti_CallbackData, correlationData) - 56usize];
    [
        "Offset of field: CUpti_CallbackData::correlationId",
    ][::std::mem::offset_of!(CUpti_CallbackData, correlationId) - 64usize];
};
impl Default for CUpti_CallbackData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUpti_ResourceData {
    pub context: CUcontext,
    pub resourceHandle: CUpti_ResourceData__bindgen_ty_1,
    pub resourceDescriptor: *mut ::std::os::raw::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ResourceData__bindgen_ty_1 {
    pub stream: CUstream,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ResourceData__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ResourceData__bindgen_ty_1>() - 8usize];
    [
        "Alignment of CUpti_ResourceData__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ResourceData__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUpti_ResourceData__bindgen_ty_1::stream",
    ][::std::mem::offset_of!(CUpti_ResourceData__bindgen_ty_1, stream) - 0usize];
};
impl Default for CUpti_ResourceData__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ResourceData",
    ][::std::mem::size_of::<CUpti_ResourceData>() - 24usize];
    [
        "Alignment of CUpti_ResourceData",
    ][::std::mem::align_of::<CUpti_ResourceData>() - 8usize];
    [
        "Offset of field: CUpti_ResourceData::context",
    ][::std::mem::offset_of!(CUpti_ResourceData, context) - 0usize];
    [
        "Offset of field: CUpti_ResourceData::resourceHandle",
    ][::std::mem::offset_of!(CUpti_ResourceData, resourceHandle) - 8usize];
    [
        "Offset of field: CUpti_ResourceData::resourceDescriptor",
    ][::std::mem::offset_of!(CUpti_ResourceData, resourceDescriptor) - 16usize];
};
impl Default for CUpti_ResourceData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ModuleResourceData {
    pub moduleId: u32,
    pub cubinSize: usize,
    pub pCubin: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ModuleResourceData",
    ][::std::mem::size_of::<CUpti_ModuleResourceData>() - 24usize];
    [
        "Alignment of CUpti_ModuleResourceData",
    ][::std::mem::align_of::<CUpti_ModuleResourceData>() - 8usize];
    [
        "Offset of field: CUpti_ModuleResourceData::moduleId",
    ][::std::mem::offset_of!(CUpti_ModuleResourceData, moduleId) - 0usize];
    [
        "Offset of field: CUpti_ModuleResourceData::cubinSize",
    ][::std::mem::offset_of!(CUpti_ModuleResourceData, cubinSize) - 8usize];
    [
        "Offset of field: CUpti_ModuleResourceData::pCubin",
    ][::std::mem::offset_of!(CUpti_ModuleResourceData, pCubin) - 16usize];
};
impl Default for CUpti_ModuleResourceData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_GraphData {
    pub graph: CUgraph,
    pub originalGraph: CUgraph,
    pub node: CUgraphNode,
    pub originalNode: CUgraphNode,
    pub nodeType: CUgraphNodeType,
    pub dependency: CUgraphNode,
    pub graphExec: CUgraphExec,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_GraphData"][::std::mem::size_of::<CUpti_GraphData>() - 56usize];
    ["Alignment of CUpti_GraphData"][::std::mem::align_of::<CUpti_GraphData>() - 8usize];
    [
        "Offset of field: CUpti_GraphData::graph",
    ][::std::mem::offset_of!(CUpti_GraphData, graph) - 0usize];
    [
        "Offset of field: CUpti_GraphData::originalGraph",
    ][::std::mem::offset_of!(CUpti_GraphData, originalGraph) - 8usize];
    [
        "Offset of field: CUpti_GraphData::node",
    ][::std::mem::offset_of!(CUpti_GraphData, node) - 16usize];
    [
        "Offset of field: CUpti_GraphData::originalNode",
    ][::std::mem::offset_of!(CUpti_GraphData, originalNode) - 24usize];
    [
        "Offset of field: CUpti_GraphData::nodeType",
    ][::std::mem::offset_of!(CUpti_GraphData, nodeType) - 32usize];
    [
        "Offset of field: CUpti_GraphData::dependency",
    ][::std::mem::offset_of!(CUpti_GraphData, dependency) - 40usize];
    [
        "Offset of field: CUpti_GraphData::graphExec",
    ][::std::mem::offset_of!(CUpti_GraphData, graphExec) - 48usize];
};
impl Default for CUpti_GraphData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SynchronizeData {
    pub context: CUcontext,
    pub stream: CUstream,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SynchronizeData",
    ][::std::mem::size_of::<CUpti_SynchronizeData>() - 16usize];
    [
        "Alignment of CUpti_SynchronizeData",
    ][::std::mem::align_of::<CUpti_SynchronizeData>() - 8usize];
    [
        "Offset of field: CUpti_SynchronizeData::context",
    ][::std::mem::offset_of!(CUpti_SynchronizeData, context) - 0usize];
    [
        "Offset of field: CUpti_SynchronizeData::stream",
    ][::std::mem::offset_of!(CUpti_SynchronizeData, stream) - 8usize];
};
impl Default for CUpti_SynchronizeData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_NvtxData {
    pub functionName: *const ::std::os::raw::c_char,
    pub functionParams: *const ::std::os::raw::c_void,
    pub functionReturnValue: *const ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_NvtxData"][::std::mem::size_of::<CUpti_NvtxData>() - 24usize];
    ["Alignment of CUpti_NvtxData"][::std::mem::align_of::<CUpti_NvtxData>() - 8usize];
    [
        "Offset of field: CUpti_NvtxData::functionName",
    ][::std::mem::offset_of!(CUpti_NvtxData, functionName) - 0usize];
    [
        "Offset of field: CUpti_NvtxData::functionParams",
    ][::std::mem::offset_of!(CUpti_NvtxData, functionParams) - 8usize];
    [
        "Offset of field: CUpti_NvtxData::functionReturnValue",
    ][::std::mem::offset_of!(CUpti_NvtxData, functionReturnValue) - 16usize];
};
impl Default for CUpti_NvtxData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_StreamAttrData {
    pub stream: CUstream,
    pub attr: CUstreamAttrID,
    pub value: *const CUstreamAttrValue,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_StreamAttrData",
    ][::std::mem::size_of::<CUpti_StreamAttrData>() - 24usize];
    [
        "Alignment of CUpti_StreamAttrData",
    ][::std::mem::align_of::<CUpti_StreamAttrData>() - 8usize];
    [
        "Offset of field: CUpti_StreamAttrData::stream",
    ][::std::mem::offset_of!(CUpti_StreamAttrData, stream) - 0usize];
    [
        "Offset of field: CUpti_StreamAttrData::attr",
    ][::std::mem::offset_of!(CUpti_StreamAttrData, attr) - 8usize];
    [
        "Offset of field: CUpti_StreamAttrData::value",
    ][::std::mem::offset_of!(CUpti_StreamAttrData, value) - 16usize];
};
impl Default for CUpti_StreamAttrData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUpti_StateData {
    pub __bindgen_anon_1: CUpti_StateData__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_StateData__bindgen_ty_1 {
    pub notification: CUpti_StateData__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_StateData__bindgen_ty_1__bindgen_ty_1 {
    pub result: CUptiResult,
    pub message: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_StateData__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_StateData__bindgen_ty_1__bindgen_ty_1>() - 16usize];
    [
        "Alignment of CUpti_StateData__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_StateData__bindgen_ty_1__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUpti_StateData__bindgen_ty_1__bindgen_ty_1::result",
    ][::std::mem::offset_of!(CUpti_StateData__bindgen_ty_1__bindgen_ty_1, result)
        - 0usize];
    [
        "Offset of field: CUpti_StateData__bindgen_ty_1__bindgen_ty_1::message",
    ][::std::mem::offset_of!(CUpti_StateData__bindgen_ty_1__bindgen_ty_1, message)
        - 8usize];
};
impl Default for CUpti_StateData__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_StateData__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_StateData__bindgen_ty_1>() - 16usize];
    [
        "Alignment of CUpti_StateData__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_StateData__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUpti_StateData__bindgen_ty_1::notification",
    ][::std::mem::offset_of!(CUpti_StateData__bindgen_ty_1, notification) - 0usize];
};
impl Default for CUpti_StateData__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_StateData"][::std::mem::size_of::<CUpti_StateData>() - 16usize];
    ["Alignment of CUpti_StateData"][::std::mem::align_of::<CUpti_StateData>() - 8usize];
};
impl Default for CUpti_StateData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUpti_CallbackId = u32;
pub type CUpti_CallbackFunc = ::std::option::Option<
    unsafe extern "C" fn(
        userdata: *mut ::std::os::raw::c_void,
        domain: CUpti_CallbackDomain,
        cbid: CUpti_CallbackId,
        cbdata: *const ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug)]
pub struct CUpti_Subscriber_st {
    _unused: [u8; 0],
}
pub type CUpti_SubscriberHandle = *mut CUpti_Subscriber_st;
pub type CUpti_DomainTable = *mut CUpti_CallbackDomain;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SubscriberParams {
    pub structSize: usize,
    pub subscriberName: *const ::std::os::raw::c_char,
    pub oldSubscriberName: *mut ::std::os::raw::c_char,
    pub oldSubscriberSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SubscriberParams",
    ][::std::mem::size_of::<CUpti_SubscriberParams>() - 32usize];
    [
        "Alignment of CUpti_SubscriberParams",
    ][::std::mem::align_of::<CUpti_SubscriberParams>() - 8usize];
    [
        "Offset of field: CUpti_SubscriberParams::structSize",
    ][::std::mem::offset_of!(CUpti_SubscriberParams, structSize) - 0usize];
    [
        "Offset of field: CUpti_SubscriberParams::subscriberName",
    ][::std::mem::offset_of!(CUpti_SubscriberParams, subscriberName) - 8usize];
    [
        "Offset of field: CUpti_SubscriberParams::oldSubscriberName",
    ][::std::mem::offset_of!(CUpti_SubscriberParams, oldSubscriberName) - 16usize];
    [
        "Offset of field: CUpti_SubscriberParams::oldSubscriberSize",
    ][::std::mem::offset_of!(CUpti_SubscriberParams, oldSubscriberSize) - 24usize];
};
impl Default for CUpti_SubscriberParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUpti_EventID = u32;
pub type CUpti_EventDomainID = u32;
pub type CUpti_EventGroup = *mut ::std::os::raw::c_void;
impl CUpti_DeviceAttributeDeviceClass {
    pub const CUPTI_DEVICE_ATTR_DEVICE_CLASS_TESLA: CUpti_DeviceAttributeDeviceClass = CUpti_DeviceAttributeDeviceClass(
        0,
    );
    pub const CUPTI_DEVICE_ATTR_DEVICE_CLASS_QUADRO: CUpti_DeviceAttributeDeviceClass = CUpti_DeviceAttributeDeviceClass(
        1,
    );
    pub const CUPTI_DEVICE_ATTR_DEVICE_CLASS_GEFORCE: CUpti_DeviceAttributeDeviceClass = CUpti_DeviceAttributeDeviceClass(
        2,
    );
    pub const CUPTI_DEVICE_ATTR_DEVICE_CLASS_TEGRA: CUpti_DeviceAttributeDeviceClass = CUpti_DeviceAttributeDeviceClass(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_DeviceAttributeDeviceClass(pub ::std::os::raw::c_uint);
impl CUpti_DeviceAttribute {
    pub const CUPTI_DEVICE_ATTR_MAX_EVENT_ID: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        1,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_EVENT_DOMAIN_ID: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        2,
    );
    pub const CUPTI_DEVICE_ATTR_GLOBAL_MEMORY_BANDWIDTH: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        3,
    );
    pub const CUPTI_DEVICE_ATTR_INSTRUCTION_PER_CYCLE: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        4,
    );
    pub const CUPTI_DEVICE_ATTR_INSTRUCTION_THROUGHPUT_SINGLE_PRECISION: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        5,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_FRAME_BUFFERS: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        6,
    );
    pub const CUPTI_DEVICE_ATTR_PCIE_LINK_RATE: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        7,
    );
    pub const CUPTI_DEVICE_ATTR_PCIE_LINK_WIDTH: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        8,
    );
    pub const CUPTI_DEVICE_ATTR_PCIE_GEN: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        9,
    );
    pub const CUPTI_DEVICE_ATTR_DEVICE_CLASS: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        10,
    );
    pub const CUPTI_DEVICE_ATTR_FLOP_SP_PER_CYCLE: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        11,
    );
    pub const CUPTI_DEVICE_ATTR_FLOP_DP_PER_CYCLE: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        12,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_L2_UNITS: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        13,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_SHARED: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        14,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_L1: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        15,
    );
    pub const CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_EQUAL: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        16,
    );
    pub const CUPTI_DEVICE_ATTR_FLOP_HP_PER_CYCLE: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        17,
    );
    pub const CUPTI_DEVICE_ATTR_NVLINK_PRESENT: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        18,
    );
    pub const CUPTI_DEVICE_ATTR_GPU_CPU_NVLINK_BW: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        19,
    );
    pub const CUPTI_DEVICE_ATTR_NVSWITCH_PRESENT: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        20,
    );
    pub const CUPTI_DEVICE_ATTR_FORCE_INT: CUpti_DeviceAttribute = CUpti_DeviceAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_DeviceAttribute(pub ::std::os::raw::c_uint);
impl CUpti_EventDomainAttribute {
    pub const CUPTI_EVENT_DOMAIN_ATTR_NAME: CUpti_EventDomainAttribute = CUpti_EventDomainAttribute(
        0,
    );
    pub const CUPTI_EVENT_DOMAIN_ATTR_INSTANCE_COUNT: CUpti_EventDomainAttribute = CUpti_EventDomainAttribute(
        1,
    );
    pub const CUPTI_EVENT_DOMAIN_ATTR_TOTAL_INSTANCE_COUNT: CUpti_EventDomainAttribute = CUpti_EventDomainAttribute(
        3,
    );
    pub const CUPTI_EVENT_DOMAIN_ATTR_COLLECTION_METHOD: CUpti_EventDomainAttribute = CUpti_EventDomainAttribute(
        4,
    );
    pub const CUPTI_EVENT_DOMAIN_ATTR_FORCE_INT: CUpti_EventDomainAttribute = CUpti_EventDomainAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventDomainAttribute(pub ::std::os::raw::c_uint);
impl CUpti_EventCollectionMethod {
    pub const CUPTI_EVENT_COLLECTION_METHOD_PM: CUpti_EventCollectionMethod = CUpti_EventCollectionMethod(
        0,
    );
    pub const CUPTI_EVENT_COLLECTION_METHOD_SM: CUpti_EventCollectionMethod = CUpti_EventCollectionMethod(
        1,
    );
    pub const CUPTI_EVENT_COLLECTION_METHOD_INSTRUMENTED: CUpti_EventCollectionMethod = CUpti_EventCollectionMethod(
        2,
    );
    pub const CUPTI_EVENT_COLLECTION_METHOD_NVLINK_TC: CUpti_EventCollectionMethod = CUpti_EventCollectionMethod(
        3,
    );
    pub const CUPTI_EVENT_COLLECTION_METHOD_FORCE_INT: CUpti_EventCollectionMethod = CUpti_EventCollectionMethod(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventCollectionMethod(pub ::std::os::raw::c_uint);
impl CUpti_EventGroupAttribute {
    pub const CUPTI_EVENT_GROUP_ATTR_EVENT_DOMAIN_ID: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        0,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_PROFILE_ALL_DOMAIN_INSTANCES: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        1,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_USER_DATA: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        2,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_NUM_EVENTS: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        3,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_EVENTS: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        4,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_INSTANCE_COUNT: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        5,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_PROFILING_SCOPE: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        6,
    );
    pub const CUPTI_EVENT_GROUP_ATTR_FORCE_INT: CUpti_EventGroupAttribute = CUpti_EventGroupAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventGroupAttribute(pub ::std::os::raw::c_uint);
impl CUpti_EventProfilingScope {
    pub const CUPTI_EVENT_PROFILING_SCOPE_CONTEXT: CUpti_EventProfilingScope = CUpti_EventProfilingScope(
        0,
    );
    pub const CUPTI_EVENT_PROFILING_SCOPE_DEVICE: CUpti_EventProfilingScope = CUpti_EventProfilingScope(
        1,
    );
    pub const CUPTI_EVENT_PROFILING_SCOPE_BOTH: CUpti_EventProfilingScope = CUpti_EventProfilingScope(
        2,
    );
    pub const CUPTI_EVENT_PROFILING_SCOPE_FORCE_INT: CUpti_EventProfilingScope = CUpti_EventProfilingScope(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventProfilingScope(pub ::std::os::raw::c_uint);
impl CUpti_EventAttribute {
    pub const CUPTI_EVENT_ATTR_NAME: CUpti_EventAttribute = CUpti_EventAttribute(0);
    pub const CUPTI_EVENT_ATTR_SHORT_DESCRIPTION: CUpti_EventAttribute = CUpti_EventAttribute(
        1,
    );
    pub const CUPTI_EVENT_ATTR_LONG_DESCRIPTION: CUpti_EventAttribute = CUpti_EventAttribute(
        2,
    );
    pub const CUPTI_EVENT_ATTR_CATEGORY: CUpti_EventAttribute = CUpti_EventAttribute(3);
    pub const CUPTI_EVENT_ATTR_PROFILING_SCOPE: CUpti_EventAttribute = CUpti_EventAttribute(
        5,
    );
    pub const CUPTI_EVENT_ATTR_FORCE_INT: CUpti_EventAttribute = CUpti_EventAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventAttribute(pub ::std::os::raw::c_uint);
impl CUpti_EventCollectionMode {
    pub const CUPTI_EVENT_COLLECTION_MODE_CONTINUOUS: CUpti_EventCollectionMode = CUpti_EventCollectionMode(
        0,
    );
    pub const CUPTI_EVENT_COLLECTION_MODE_KERNEL: CUpti_EventCollectionMode = CUpti_EventCollectionMode(
        1,
    );
    pub const CUPTI_EVENT_COLLECTION_MODE_FORCE_INT: CUpti_EventCollectionMode = CUpti_EventCollectionMode(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventCollectionMode(pub ::std::os::raw::c_uint);
impl CUpti_EventCategory {
    pub const CUPTI_EVENT_CATEGORY_INSTRUCTION: CUpti_EventCategory = CUpti_EventCategory(
        0,
    );
    pub const CUPTI_EVENT_CATEGORY_MEMORY: CUpti_EventCategory = CUpti_EventCategory(1);
    pub const CUPTI_EVENT_CATEGORY_CACHE: CUpti_EventCategory = CUpti_EventCategory(2);
    pub const CUPTI_EVENT_CATEGORY_PROFILE_TRIGGER: CUpti_EventCategory = CUpti_EventCategory(
        3,
    );
    pub const CUPTI_EVENT_CATEGORY_SYSTEM: CUpti_EventCategory = CUpti_EventCategory(4);
    pub const CUPTI_EVENT_CATEGORY_FORCE_INT: CUpti_EventCategory = CUpti_EventCategory(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EventCategory(pub ::std::os::raw::c_uint);
impl CUpti_ReadEventFlags {
    pub const CUPTI_EVENT_READ_FLAG_NONE: CUpti_ReadEventFlags = CUpti_ReadEventFlags(0);
    pub const CUPTI_EVENT_READ_FLAG_FORCE_INT: CUpti_ReadEventFlags = CUpti_ReadEventFlags(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ReadEventFlags(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_EventGroupSet {
    pub numEventGroups: u32,
    pub eventGroups: *mut CUpti_EventGroup,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_EventGroupSet",
    ][::std::mem::size_of::<CUpti_EventGroupSet>() - 16usize];
    [
        "Alignment of CUpti_EventGroupSet",
    ][::std::mem::align_of::<CUpti_EventGroupSet>() - 8usize];
    [
        "Offset of field: CUpti_EventGroupSet::numEventGroups",
    ][::std::mem::offset_of!(CUpti_EventGroupSet, numEventGroups) - 0usize];
    [
        "Offset of field: CUpti_EventGroupSet::eventGroups",
    ][::std::mem::offset_of!(CUpti_EventGroupSet, eventGroups) - 8usize];
};
impl Default for CUpti_EventGroupSet {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_EventGroupSets {
    pub numSets: u32,
    pub sets: *mut CUpti_EventGroupSet,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_EventGroupSets",
    ][::std::mem::size_of::<CUpti_EventGroupSets>() - 16usize];
    [
        "Alignment of CUpti_EventGroupSets",
    ][::std::mem::align_of::<CUpti_EventGroupSets>() - 8usize];
    [
        "Offset of field: CUpti_EventGroupSets::numSets",
    ][::std::mem::offset_of!(CUpti_EventGroupSets, numSets) - 0usize];
    [
        "Offset of field: CUpti_EventGroupSets::sets",
    ][::std::mem::offset_of!(CUpti_EventGroupSets, sets) - 8usize];
};
impl Default for CUpti_EventGroupSets {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUpti_KernelReplayUpdateFunc = ::std::option::Option<
    unsafe extern "C" fn(
        kernelName: *const ::std::os::raw::c_char,
        numReplaysDone: ::std::os::raw::c_int,
        customData: *mut ::std::os::raw::c_void,
    ),
>;
pub type CUpti_MetricID = u32;
impl CUpti_MetricCategory {
    pub const CUPTI_METRIC_CATEGORY_MEMORY: CUpti_MetricCategory = CUpti_MetricCategory(
        0,
    );
    pub const CUPTI_METRIC_CATEGORY_INSTRUCTION: CUpti_MetricCategory = CUpti_MetricCategory(
        1,
    );
    pub const CUPTI_METRIC_CATEGORY_MULTIPROCESSOR: CUpti_MetricCategory = CUpti_MetricCategory(
        2,
    );
    pub const CUPTI_METRIC_CATEGORY_CACHE: CUpti_MetricCategory = CUpti_MetricCategory(
        3,
    );
    pub const CUPTI_METRIC_CATEGORY_TEXTURE: CUpti_MetricCategory = CUpti_MetricCategory(
        4,
    );
    pub const CUPTI_METRIC_CATEGORY_NVLINK: CUpti_MetricCategory = CUpti_MetricCategory(
        5,
    );
    pub const CUPTI_METRIC_CATEGORY_PCIE: CUpti_MetricCategory = CUpti_MetricCategory(6);
    pub const CUPTI_METRIC_CATEGORY_FORCE_INT: CUpti_MetricCategory = CUpti_MetricCategory(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricCategory(pub ::std::os::raw::c_uint);
impl CUpti_MetricEvaluationMode {
    pub const CUPTI_METRIC_EVALUATION_MODE_PER_INSTANCE: CUpti_MetricEvaluationMode = CUpti_MetricEvaluationMode(
        1,
    );
    pub const CUPTI_METRIC_EVALUATION_MODE_AGGREGATE: CUpti_MetricEvaluationMode = CUpti_MetricEvaluationMode(
        2,
    );
    pub const CUPTI_METRIC_EVALUATION_MODE_FORCE_INT: CUpti_MetricEvaluationMode = CUpti_MetricEvaluationMode(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricEvaluationMode(pub ::std::os::raw::c_uint);
impl CUpti_MetricValueKind {
    pub const CUPTI_METRIC_VALUE_KIND_DOUBLE: CUpti_MetricValueKind = CUpti_MetricValueKind(
        0,
    );
    pub const CUPTI_METRIC_VALUE_KIND_UINT64: CUpti_MetricValueKind = CUpti_MetricValueKind(
        1,
    );
    pub const CUPTI_METRIC_VALUE_KIND_PERCENT: CUpti_MetricValueKind = CUpti_MetricValueKind(
        2,
    );
    pub const CUPTI_METRIC_VALUE_KIND_THROUGHPUT: CUpti_MetricValueKind = CUpti_MetricValueKind(
        3,
    );
    pub const CUPTI_METRIC_VALUE_KIND_INT64: CUpti_MetricValueKind = CUpti_MetricValueKind(
        4,
    );
    pub const CUPTI_METRIC_VALUE_KIND_UTILIZATION_LEVEL: CUpti_MetricValueKind = CUpti_MetricValueKind(
        5,
    );
    pub const CUPTI_METRIC_VALUE_KIND_NVTX_EXTENDED_PAYLOAD: CUpti_MetricValueKind = CUpti_MetricValueKind(
        6,
    );
    pub const CUPTI_METRIC_VALUE_KIND_FORCE_INT: CUpti_MetricValueKind = CUpti_MetricValueKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricValueKind(pub ::std::os::raw::c_uint);
impl CUpti_MetricValueUtilizationLevel {
    pub const CUPTI_METRIC_VALUE_UTILIZATION_IDLE: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        0,
    );
    pub const CUPTI_METRIC_VALUE_UTILIZATION_LOW: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        2,
    );
    pub const CUPTI_METRIC_VALUE_UTILIZATION_MID: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        5,
    );
    pub const CUPTI_METRIC_VALUE_UTILIZATION_HIGH: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        8,
    );
    pub const CUPTI_METRIC_VALUE_UTILIZATION_MAX: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        10,
    );
    pub const CUPTI_METRIC_VALUE_UTILIZATION_FORCE_INT: CUpti_MetricValueUtilizationLevel = CUpti_MetricValueUtilizationLevel(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricValueUtilizationLevel(pub ::std::os::raw::c_uint);
impl CUpti_MetricAttribute {
    pub const CUPTI_METRIC_ATTR_NAME: CUpti_MetricAttribute = CUpti_MetricAttribute(0);
    pub const CUPTI_METRIC_ATTR_SHORT_DESCRIPTION: CUpti_MetricAttribute = CUpti_MetricAttribute(
        1,
    );
    pub const CUPTI_METRIC_ATTR_LONG_DESCRIPTION: CUpti_MetricAttribute = CUpti_MetricAttribute(
        2,
    );
    pub const CUPTI_METRIC_ATTR_CATEGORY: CUpti_MetricAttribute = CUpti_MetricAttribute(
        3,
    );
    pub const CUPTI_METRIC_ATTR_VALUE_KIND: CUpti_MetricAttribute = CUpti_MetricAttribute(
        4,
    );
    pub const CUPTI_METRIC_ATTR_EVALUATION_MODE: CUpti_MetricAttribute = CUpti_MetricAttribute(
        5,
    );
    pub const CUPTI_METRIC_ATTR_FORCE_INT: CUpti_MetricAttribute = CUpti_MetricAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricAttribute(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_MetricValue {
    pub metricValueDouble: f64,
    pub metricValueUint64: u64,
    pub metricValueInt64: i64,
    pub metricValuePercent: f64,
    pub metricValueThroughput: u64,
    pub metricValueUtilizationLevel: CUpti_MetricValueUtilizationLevel,
    pub metricValueNvtxExtendedPayload: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_MetricValue"][::std::mem::size_of::<CUpti_MetricValue>() - 8usize];
    [
        "Alignment of CUpti_MetricValue",
    ][::std::mem::align_of::<CUpti_MetricValue>() - 8usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueDouble",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueDouble) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueUint64",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueUint64) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueInt64",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueInt64) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValuePercent",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValuePercent) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueThroughput",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueThroughput) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueUtilizationLevel",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueUtilizationLevel) - 0usize];
    [
        "Offset of field: CUpti_MetricValue::metricValueNvtxExtendedPayload",
    ][::std::mem::offset_of!(CUpti_MetricValue, metricValueNvtxExtendedPayload)
        - 0usize];
};
impl Default for CUpti_MetricValue {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_MetricPropertyDeviceClass {
    pub const CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TESLA: CUpti_MetricPropertyDeviceClass = CUpti_MetricPropertyDeviceClass(
        0,
    );
    pub const CUPTI_METRIC_PROPERTY_DEVICE_CLASS_QUADRO: CUpti_MetricPropertyDeviceClass = CUpti_MetricPropertyDeviceClass(
        1,
    );
    pub const CUPTI_METRIC_PROPERTY_DEVICE_CLASS_GEFORCE: CUpti_MetricPropertyDeviceClass = CUpti_MetricPropertyDeviceClass(
        2,
    );
    pub const CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TEGRA: CUpti_MetricPropertyDeviceClass = CUpti_MetricPropertyDeviceClass(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricPropertyDeviceClass(pub ::std::os::raw::c_uint);
impl CUpti_MetricPropertyID {
    pub const CUPTI_METRIC_PROPERTY_MULTIPROCESSOR_COUNT: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        0,
    );
    pub const CUPTI_METRIC_PROPERTY_WARPS_PER_MULTIPROCESSOR: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        1,
    );
    pub const CUPTI_METRIC_PROPERTY_KERNEL_GPU_TIME: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        2,
    );
    pub const CUPTI_METRIC_PROPERTY_CLOCK_RATE: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        3,
    );
    pub const CUPTI_METRIC_PROPERTY_FRAME_BUFFER_COUNT: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        4,
    );
    pub const CUPTI_METRIC_PROPERTY_GLOBAL_MEMORY_BANDWIDTH: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        5,
    );
    pub const CUPTI_METRIC_PROPERTY_PCIE_LINK_RATE: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        6,
    );
    pub const CUPTI_METRIC_PROPERTY_PCIE_LINK_WIDTH: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        7,
    );
    pub const CUPTI_METRIC_PROPERTY_PCIE_GEN: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        8,
    );
    pub const CUPTI_METRIC_PROPERTY_DEVICE_CLASS: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        9,
    );
    pub const CUPTI_METRIC_PROPERTY_FLOP_SP_PER_CYCLE: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        10,
    );
    pub const CUPTI_METRIC_PROPERTY_FLOP_DP_PER_CYCLE: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        11,
    );
    pub const CUPTI_METRIC_PROPERTY_L2_UNITS: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        12,
    );
    pub const CUPTI_METRIC_PROPERTY_ECC_ENABLED: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        13,
    );
    pub const CUPTI_METRIC_PROPERTY_FLOP_HP_PER_CYCLE: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        14,
    );
    pub const CUPTI_METRIC_PROPERTY_GPU_CPU_NVLINK_BANDWIDTH: CUpti_MetricPropertyID = CUpti_MetricPropertyID(
        15,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricPropertyID(pub ::std::os::raw::c_uint);
impl CUpti_ActivityKind {
    pub const CUPTI_ACTIVITY_KIND_INVALID: CUpti_ActivityKind = CUpti_ActivityKind(0);
    pub const CUPTI_ACTIVITY_KIND_MEMCPY: CUpti_ActivityKind = CUpti_ActivityKind(1);
    pub const CUPTI_ACTIVITY_KIND_MEMSET: CUpti_ActivityKind = CUpti_ActivityKind(2);
    pub const CUPTI_ACTIVITY_KIND_KERNEL: CUpti_ActivityKind = CUpti_ActivityKind(3);
    pub const CUPTI_ACTIVITY_KIND_DRIVER: CUpti_ActivityKind = CUpti_ActivityKind(4);
    pub const CUPTI_ACTIVITY_KIND_RUNTIME: CUpti_ActivityKind = CUpti_ActivityKind(5);
    pub const CUPTI_ACTIVITY_KIND_EVENT: CUpti_ActivityKind = CUpti_ActivityKind(6);
    pub const CUPTI_ACTIVITY_KIND_METRIC: CUpti_ActivityKind = CUpti_ActivityKind(7);
    pub const CUPTI_ACTIVITY_KIND_DEVICE: CUpti_ActivityKind = CUpti_ActivityKind(8);
    pub const CUPTI_ACTIVITY_KIND_CONTEXT: CUpti_ActivityKind = CUpti_ActivityKind(9);
    pub const CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: CUpti_ActivityKind = CUpti_ActivityKind(
        10,
    );
    pub const CUPTI_ACTIVITY_KIND_NAME: CUpti_ActivityKind = CUpti_ActivityKind(11);
    pub const CUPTI_ACTIVITY_KIND_MARKER: CUpti_ActivityKind = CUpti_ActivityKind(12);
    pub const CUPTI_ACTIVITY_KIND_MARKER_DATA: CUpti_ActivityKind = CUpti_ActivityKind(
        13,
    );
    pub const CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR: CUpti_ActivityKind = CUpti_ActivityKind(
        14,
    );
    pub const CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS: CUpti_ActivityKind = CUpti_ActivityKind(
        15,
    );
    pub const CUPTI_ACTIVITY_KIND_BRANCH: CUpti_ActivityKind = CUpti_ActivityKind(16);
    pub const CUPTI_ACTIVITY_KIND_OVERHEAD: CUpti_ActivityKind = CUpti_ActivityKind(17);
    pub const CUPTI_ACTIVITY_KIND_CDP_KERNEL: CUpti_ActivityKind = CUpti_ActivityKind(
        18,
    );
    pub const CUPTI_ACTIVITY_KIND_PREEMPTION: CUpti_ActivityKind = CUpti_ActivityKind(
        19,
    );
    pub const CUPTI_ACTIVITY_KIND_ENVIRONMENT: CUpti_ActivityKind = CUpti_ActivityKind(
        20,
    );
    pub const CUPTI_ACTIVITY_KIND_EVENT_INSTANCE: CUpti_ActivityKind = CUpti_ActivityKind(
        21,
    );
    pub const CUPTI_ACTIVITY_KIND_MEMCPY2: CUpti_ActivityKind = CUpti_ActivityKind(22);
    pub const CUPTI_ACTIVITY_KIND_METRIC_INSTANCE: CUpti_ActivityKind = CUpti_ActivityKind(
        23,
    );
    pub const CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION: CUpti_ActivityKind = CUpti_ActivityKind(
        24,
    );
    pub const CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER: CUpti_ActivityKind = CUpti_ActivityKind(
        25,
    );
    pub const CUPTI_ACTIVITY_KIND_FUNCTION: CUpti_ActivityKind = CUpti_ActivityKind(26);
    pub const CUPTI_ACTIVITY_KIND_MODULE: CUpti_ActivityKind = CUpti_ActivityKind(27);
    pub const CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE: CUpti_ActivityKind = CUpti_ActivityKind(
        28,
    );
    pub const CUPTI_ACTIVITY_KIND_SHARED_ACCESS: CUpti_ActivityKind = CUpti_ActivityKind(
        29,
    );
    pub const CUPTI_ACTIVITY_KIND_PC_SAMPLING: CUpti_ActivityKind = CUpti_ActivityKind(
        30,
    );
    pub const CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO: CUpti_ActivityKind = CUpti_ActivityKind(
        31,
    );
    pub const CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION: CUpti_ActivityKind = CUpti_ActivityKind(
        32,
    );
    pub const CUPTI_ACTIVITY_KIND_OPENACC_DATA: CUpti_ActivityKind = CUpti_ActivityKind(
        33,
    );
    pub const CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH: CUpti_ActivityKind = CUpti_ActivityKind(
        34,
    );
    pub const CUPTI_ACTIVITY_KIND_OPENACC_OTHER: CUpti_ActivityKind = CUpti_ActivityKind(
        35,
    );
    pub const CUPTI_ACTIVITY_KIND_CUDA_EVENT: CUpti_ActivityKind = CUpti_ActivityKind(
        36,
    );
    pub const CUPTI_ACTIVITY_KIND_STREAM: CUpti_ActivityKind = CUpti_ActivityKind(37);
    pub const CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: CUpti_ActivityKind = CUpti_ActivityKind(
        38,
    );
    pub const CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: CUpti_ActivityKind = CUpti_ActivityKind(
        39,
    );
    pub const CUPTI_ACTIVITY_KIND_NVLINK: CUpti_ActivityKind = CUpti_ActivityKind(40);
    pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT: CUpti_ActivityKind = CUpti_ActivityKind(
        41,
    );
    pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT_INSTANCE: CUpti_ActivityKind = CUpti_ActivityKind(
        42,
    );
    pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC: CUpti_ActivityKind = CUpti_ActivityKind(
        43,
    );
    pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC_INSTANCE: CUpti_ActivityKind = CUpti_ActivityKind(
        44,
    );
    pub const CUPTI_ACTIVITY_KIND_MEMORY: CUpti_ActivityKind = CUpti_ActivityKind(45);
    pub const CUPTI_ACTIVITY_KIND_PCIE: CUpti_ActivityKind = CUpti_ActivityKind(46);
    pub const CUPTI_ACTIVITY_KIND_OPENMP: CUpti_ActivityKind = CUpti_ActivityKind(47);
    pub const CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API: CUpti_ActivityKind = CUpti_ActivityKind(
        48,
    );
    pub const CUPTI_ACTIVITY_KIND_MEMORY2: CUpti_ActivityKind = CUpti_ActivityKind(49);
    pub const CUPTI_ACTIVITY_KIND_MEMORY_POOL: CUpti_ActivityKind = CUpti_ActivityKind(
        50,
    );
    pub const CUPTI_ACTIVITY_KIND_GRAPH_TRACE: CUpti_ActivityKind = CUpti_ActivityKind(
        51,
    );
    pub const CUPTI_ACTIVITY_KIND_JIT: CUpti_ActivityKind = CUpti_ActivityKind(52);
    pub const CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE: CUpti_ActivityKind = CUpti_ActivityKind(
        53,
    );
    pub const CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS: CUpti_ActivityKind = CUpti_ActivityKind(
        54,
    );
    pub const CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION: CUpti_ActivityKind = CUpti_ActivityKind(
        55,
    );
    pub const CUPTI_ACTIVITY_KIND_COUNT: CUpti_ActivityKind = CUpti_ActivityKind(56);
    pub const CUPTI_ACTIVITY_KIND_FORCE_INT: CUpti_ActivityKind = CUpti_ActivityKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityObjectKind {
    pub const CUPTI_ACTIVITY_OBJECT_UNKNOWN: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        0,
    );
    pub const CUPTI_ACTIVITY_OBJECT_PROCESS: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        1,
    );
    pub const CUPTI_ACTIVITY_OBJECT_THREAD: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        2,
    );
    pub const CUPTI_ACTIVITY_OBJECT_DEVICE: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        3,
    );
    pub const CUPTI_ACTIVITY_OBJECT_CONTEXT: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        4,
    );
    pub const CUPTI_ACTIVITY_OBJECT_STREAM: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        5,
    );
    pub const CUPTI_ACTIVITY_OBJECT_FORCE_INT: CUpti_ActivityObjectKind = CUpti_ActivityObjectKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityObjectKind(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityObjectKindId {
    pub pt: CUpti_ActivityObjectKindId__bindgen_ty_1,
    pub dcs: CUpti_ActivityObjectKindId__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityObjectKindId__bindgen_ty_1 {
    pub processId: u32,
    pub threadId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityObjectKindId__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityObjectKindId__bindgen_ty_1>() - 8usize];
    [
        "Alignment of CUpti_ActivityObjectKindId__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityObjectKindId__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId__bindgen_ty_1::processId",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId__bindgen_ty_1, processId)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId__bindgen_ty_1::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId__bindgen_ty_1, threadId)
        - 4usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityObjectKindId__bindgen_ty_2 {
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityObjectKindId__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityObjectKindId__bindgen_ty_2>() - 12usize];
    [
        "Alignment of CUpti_ActivityObjectKindId__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityObjectKindId__bindgen_ty_2>() - 4usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId__bindgen_ty_2::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId__bindgen_ty_2, deviceId)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId__bindgen_ty_2::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId__bindgen_ty_2, contextId)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId__bindgen_ty_2::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId__bindgen_ty_2, streamId)
        - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityObjectKindId",
    ][::std::mem::size_of::<CUpti_ActivityObjectKindId>() - 12usize];
    [
        "Alignment of CUpti_ActivityObjectKindId",
    ][::std::mem::align_of::<CUpti_ActivityObjectKindId>() - 4usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId::pt",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId, pt) - 0usize];
    [
        "Offset of field: CUpti_ActivityObjectKindId::dcs",
    ][::std::mem::offset_of!(CUpti_ActivityObjectKindId, dcs) - 0usize];
};
impl Default for CUpti_ActivityObjectKindId {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityOverheadCommandBufferFullData {
    pub commandBufferLength: u32,
    pub channelID: u32,
    pub channelType: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOverheadCommandBufferFullData",
    ][::std::mem::size_of::<CUpti_ActivityOverheadCommandBufferFullData>() - 12usize];
    [
        "Alignment of CUpti_ActivityOverheadCommandBufferFullData",
    ][::std::mem::align_of::<CUpti_ActivityOverheadCommandBufferFullData>() - 4usize];
    [
        "Offset of field: CUpti_ActivityOverheadCommandBufferFullData::commandBufferLength",
    ][::std::mem::offset_of!(
        CUpti_ActivityOverheadCommandBufferFullData, commandBufferLength
    ) - 0usize];
    [
        "Offset of field: CUpti_ActivityOverheadCommandBufferFullData::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityOverheadCommandBufferFullData, channelID)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityOverheadCommandBufferFullData::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityOverheadCommandBufferFullData, channelType)
        - 8usize];
};
impl CUpti_ActivityOverheadKind {
    pub const CUPTI_ACTIVITY_OVERHEAD_UNKNOWN: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        0,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        1,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        65536,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        131072,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        196608,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        262144,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        327680,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        393216,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        458752,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_UVM_ACTIVITY_INIT: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        524288,
    );
    pub const CUPTI_ACTIVITY_OVERHEAD_FORCE_INT: CUpti_ActivityOverheadKind = CUpti_ActivityOverheadKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityOverheadKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityComputeApiKind {
    pub const CUPTI_ACTIVITY_COMPUTE_API_UNKNOWN: CUpti_ActivityComputeApiKind = CUpti_ActivityComputeApiKind(
        0,
    );
    pub const CUPTI_ACTIVITY_COMPUTE_API_CUDA: CUpti_ActivityComputeApiKind = CUpti_ActivityComputeApiKind(
        1,
    );
    pub const CUPTI_ACTIVITY_COMPUTE_API_CUDA_MPS: CUpti_ActivityComputeApiKind = CUpti_ActivityComputeApiKind(
        2,
    );
    pub const CUPTI_ACTIVITY_COMPUTE_API_FORCE_INT: CUpti_ActivityComputeApiKind = CUpti_ActivityComputeApiKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityComputeApiKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityFlag {
    pub const CUPTI_ACTIVITY_FLAG_NONE: CUpti_ActivityFlag = CUpti_ActivityFlag(0);
    pub const CUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_DEVICE_ATTRIBUTE_CUDEVICE: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_START: CUpti_ActivityFlag = CUpti_ActivityFlag(
        2,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_END: CUpti_ActivityFlag = CUpti_ActivityFlag(4);
    pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE: CUpti_ActivityFlag = CUpti_ActivityFlag(
        8,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_SUCCESS: CUpti_ActivityFlag = CUpti_ActivityFlag(
        16,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_FAILED: CUpti_ActivityFlag = CUpti_ActivityFlag(
        32,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_RELEASE: CUpti_ActivityFlag = CUpti_ActivityFlag(
        64,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_COLOR_NONE: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB: CUpti_ActivityFlag = CUpti_ActivityFlag(
        2,
    );
    pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_SIZE_MASK: CUpti_ActivityFlag = CUpti_ActivityFlag(
        255,
    );
    pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_LOAD: CUpti_ActivityFlag = CUpti_ActivityFlag(
        256,
    );
    pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_CACHED: CUpti_ActivityFlag = CUpti_ActivityFlag(
        512,
    );
    pub const CUPTI_ACTIVITY_FLAG_METRIC_OVERFLOWED: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_METRIC_VALUE_INVALID: CUpti_ActivityFlag = CUpti_ActivityFlag(
        2,
    );
    pub const CUPTI_ACTIVITY_FLAG_INSTRUCTION_VALUE_INVALID: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_INSTRUCTION_CLASS_MASK: CUpti_ActivityFlag = CUpti_ActivityFlag(
        510,
    );
    pub const CUPTI_ACTIVITY_FLAG_FLUSH_FORCED: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_SIZE_MASK: CUpti_ActivityFlag = CUpti_ActivityFlag(
        255,
    );
    pub const CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_LOAD: CUpti_ActivityFlag = CUpti_ActivityFlag(
        256,
    );
    pub const CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_THRASHING_IN_CPU: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_THROTTLING_IN_CPU: CUpti_ActivityFlag = CUpti_ActivityFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_FLAG_FORCE_INT: CUpti_ActivityFlag = CUpti_ActivityFlag(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityFlag(pub ::std::os::raw::c_uint);
impl CUpti_ActivityPCSamplingStallReason {
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_INVALID: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        0,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_NONE: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        1,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_INST_FETCH: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        2,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_EXEC_DEPENDENCY: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        3,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_DEPENDENCY: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        4,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_TEXTURE: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        5,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_SYNC: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        6,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_CONSTANT_MEMORY_DEPENDENCY: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        7,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_PIPE_BUSY: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        8,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_THROTTLE: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        9,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_NOT_SELECTED: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        10,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_OTHER: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        11,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_SLEEPING: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        12,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_STALL_FORCE_INT: CUpti_ActivityPCSamplingStallReason = CUpti_ActivityPCSamplingStallReason(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityPCSamplingStallReason(pub ::std::os::raw::c_uint);
impl CUpti_ActivityPCSamplingPeriod {
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_INVALID: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        0,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MIN: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        1,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_LOW: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        2,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MID: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        3,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_HIGH: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        4,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MAX: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        5,
    );
    pub const CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_FORCE_INT: CUpti_ActivityPCSamplingPeriod = CUpti_ActivityPCSamplingPeriod(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityPCSamplingPeriod(pub ::std::os::raw::c_uint);
impl CUpti_ActivityMemcpyKind {
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        0,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOD: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        1,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOH: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        2,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOA: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        3,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOH: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        4,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOA: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        5,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOD: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        6,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOA: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        7,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOD: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        8,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOH: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        9,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        10,
    );
    pub const CUPTI_ACTIVITY_MEMCPY_KIND_FORCE_INT: CUpti_ActivityMemcpyKind = CUpti_ActivityMemcpyKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityMemcpyKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityMemoryKind {
    pub const CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        0,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        1,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_PINNED: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        2,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_DEVICE: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        3,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_ARRAY: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        4,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_MANAGED: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        5,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        6,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        7,
    );
    pub const CUPTI_ACTIVITY_MEMORY_KIND_FORCE_INT: CUpti_ActivityMemoryKind = CUpti_ActivityMemoryKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityMemoryKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityPreemptionKind {
    pub const CUPTI_ACTIVITY_PREEMPTION_KIND_UNKNOWN: CUpti_ActivityPreemptionKind = CUpti_ActivityPreemptionKind(
        0,
    );
    pub const CUPTI_ACTIVITY_PREEMPTION_KIND_SAVE: CUpti_ActivityPreemptionKind = CUpti_ActivityPreemptionKind(
        1,
    );
    pub const CUPTI_ACTIVITY_PREEMPTION_KIND_RESTORE: CUpti_ActivityPreemptionKind = CUpti_ActivityPreemptionKind(
        2,
    );
    pub const CUPTI_ACTIVITY_PREEMPTION_KIND_FORCE_INT: CUpti_ActivityPreemptionKind = CUpti_ActivityPreemptionKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityPreemptionKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityEnvironmentKind {
    pub const CUPTI_ACTIVITY_ENVIRONMENT_UNKNOWN: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        0,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_SPEED: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        1,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_TEMPERATURE: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        2,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_POWER: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        3,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_COOLING: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        4,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_COUNT: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        5,
    );
    pub const CUPTI_ACTIVITY_ENVIRONMENT_KIND_FORCE_INT: CUpti_ActivityEnvironmentKind = CUpti_ActivityEnvironmentKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityEnvironmentKind(pub ::std::os::raw::c_uint);
impl CUpti_EnvironmentClocksThrottleReason {
    pub const CUPTI_CLOCKS_THROTTLE_REASON_GPU_IDLE: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        1,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_USER_DEFINED_CLOCKS: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        2,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_SW_POWER_CAP: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        4,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_HW_SLOWDOWN: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        8,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_UNKNOWN: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        2147483648,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_UNSUPPORTED: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        1073741824,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_NONE: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        0,
    );
    pub const CUPTI_CLOCKS_THROTTLE_REASON_FORCE_INT: CUpti_EnvironmentClocksThrottleReason = CUpti_EnvironmentClocksThrottleReason(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_EnvironmentClocksThrottleReason(pub ::std::os::raw::c_uint);
impl CUpti_ActivityUnifiedMemoryCounterScope {
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_UNKNOWN: CUpti_ActivityUnifiedMemoryCounterScope = CUpti_ActivityUnifiedMemoryCounterScope(
        0,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE: CUpti_ActivityUnifiedMemoryCounterScope = CUpti_ActivityUnifiedMemoryCounterScope(
        1,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_ALL_DEVICES: CUpti_ActivityUnifiedMemoryCounterScope = CUpti_ActivityUnifiedMemoryCounterScope(
        2,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_COUNT: CUpti_ActivityUnifiedMemoryCounterScope = CUpti_ActivityUnifiedMemoryCounterScope(
        3,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_FORCE_INT: CUpti_ActivityUnifiedMemoryCounterScope = CUpti_ActivityUnifiedMemoryCounterScope(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityUnifiedMemoryCounterScope(pub ::std::os::raw::c_uint);
impl CUpti_ActivityUnifiedMemoryCounterKind {
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_UNKNOWN: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        0,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        1,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        2,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        3,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        4,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        5,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THROTTLING: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        6,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        7,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOD: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        8,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_COUNT: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        9,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_FORCE_INT: CUpti_ActivityUnifiedMemoryCounterKind = CUpti_ActivityUnifiedMemoryCounterKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityUnifiedMemoryCounterKind(pub ::std::os::raw::c_uint);
impl CUpti_ActivityUnifiedMemoryAccessType {
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_UNKNOWN: CUpti_ActivityUnifiedMemoryAccessType = CUpti_ActivityUnifiedMemoryAccessType(
        0,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_READ: CUpti_ActivityUnifiedMemoryAccessType = CUpti_ActivityUnifiedMemoryAccessType(
        1,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_WRITE: CUpti_ActivityUnifiedMemoryAccessType = CUpti_ActivityUnifiedMemoryAccessType(
        2,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_ATOMIC: CUpti_ActivityUnifiedMemoryAccessType = CUpti_ActivityUnifiedMemoryAccessType(
        3,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_PREFETCH: CUpti_ActivityUnifiedMemoryAccessType = CUpti_ActivityUnifiedMemoryAccessType(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityUnifiedMemoryAccessType(pub ::std::os::raw::c_uint);
impl CUpti_ActivityUnifiedMemoryMigrationCause {
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_UNKNOWN: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        0,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_USER: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        1,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        2,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        3,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        4,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_ACCESS_COUNTERS: CUpti_ActivityUnifiedMemoryMigrationCause = CUpti_ActivityUnifiedMemoryMigrationCause(
        5,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityUnifiedMemoryMigrationCause(pub ::std::os::raw::c_uint);
impl CUpti_ActivityUnifiedMemoryRemoteMapCause {
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_UNKNOWN: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        0,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_COHERENCE: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        1,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_THRASHING: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        2,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_POLICY: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        3,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_OUT_OF_MEMORY: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        4,
    );
    pub const CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_EVICTION: CUpti_ActivityUnifiedMemoryRemoteMapCause = CUpti_ActivityUnifiedMemoryRemoteMapCause(
        5,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityUnifiedMemoryRemoteMapCause(pub ::std::os::raw::c_uint);
impl CUpti_ActivityInstructionClass {
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNKNOWN: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        0,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_32: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        1,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_64: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        2,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTEGER: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        3,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_BIT_CONVERSION: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        4,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONTROL_FLOW: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        5,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        6,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        7,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_LOCAL: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        8,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_GENERIC: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        9,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        10,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONSTANT: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        11,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_TEXTURE: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        12,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL_ATOMIC: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        13,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED_ATOMIC: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        14,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE_ATOMIC: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        15,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTER_THREAD_COMMUNICATION: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        16,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_BARRIER: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        17,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_MISCELLANEOUS: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        18,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_16: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        19,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNIFORM: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        20,
    );
    pub const CUPTI_ACTIVITY_INSTRUCTION_CLASS_KIND_FORCE_INT: CUpti_ActivityInstructionClass = CUpti_ActivityInstructionClass(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityInstructionClass(pub ::std::os::raw::c_uint);
impl CUpti_ActivityPartitionedGlobalCacheConfig {
    pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_UNKNOWN: CUpti_ActivityPartitionedGlobalCacheConfig = CUpti_ActivityPartitionedGlobalCacheConfig(
        0,
    );
    pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED: CUpti_ActivityPartitionedGlobalCacheConfig = CUpti_ActivityPartitionedGlobalCacheConfig(
        1,
    );
    pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_OFF: CUpti_ActivityPartitionedGlobalCacheConfig = CUpti_ActivityPartitionedGlobalCacheConfig(
        2,
    );
    pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_ON: CUpti_ActivityPartitionedGlobalCacheConfig = CUpti_ActivityPartitionedGlobalCacheConfig(
        3,
    );
    pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_FORCE_INT: CUpti_ActivityPartitionedGlobalCacheConfig = CUpti_ActivityPartitionedGlobalCacheConfig(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityPartitionedGlobalCacheConfig(pub ::std::os::raw::c_uint);
impl CUpti_ActivitySynchronizationType {
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        0,
    );
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        1,
    );
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        2,
    );
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        3,
    );
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        4,
    );
    pub const CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_FORCE_INT: CUpti_ActivitySynchronizationType = CUpti_ActivitySynchronizationType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivitySynchronizationType(pub ::std::os::raw::c_uint);
impl CUpti_ActivityStreamFlag {
    pub const CUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        0,
    );
    pub const CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        1,
    );
    pub const CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        2,
    );
    pub const CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        3,
    );
    pub const CUPTI_ACTIVITY_STREAM_CREATE_MASK: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        65535,
    );
    pub const CUPTI_ACTIVITY_STREAM_CREATE_FLAG_FORCE_INT: CUpti_ActivityStreamFlag = CUpti_ActivityStreamFlag(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityStreamFlag(pub ::std::os::raw::c_uint);
impl CUpti_LinkFlag {
    pub const CUPTI_LINK_FLAG_INVALID: CUpti_LinkFlag = CUpti_LinkFlag(0);
    pub const CUPTI_LINK_FLAG_PEER_ACCESS: CUpti_LinkFlag = CUpti_LinkFlag(2);
    pub const CUPTI_LINK_FLAG_SYSMEM_ACCESS: CUpti_LinkFlag = CUpti_LinkFlag(4);
    pub const CUPTI_LINK_FLAG_PEER_ATOMICS: CUpti_LinkFlag = CUpti_LinkFlag(8);
    pub const CUPTI_LINK_FLAG_SYSMEM_ATOMICS: CUpti_LinkFlag = CUpti_LinkFlag(16);
    pub const CUPTI_LINK_FLAG_FORCE_INT: CUpti_LinkFlag = CUpti_LinkFlag(2147483647);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_LinkFlag(pub ::std::os::raw::c_uint);
impl CUpti_ActivityMemoryOperationType {
    pub const CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_INVALID: CUpti_ActivityMemoryOperationType = CUpti_ActivityMemoryOperationType(
        0,
    );
    pub const CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION: CUpti_ActivityMemoryOperationType = CUpti_ActivityMemoryOperationType(
        1,
    );
    pub const CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE: CUpti_ActivityMemoryOperationType = CUpti_ActivityMemoryOperationType(
        2,
    );
    pub const CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_FORCE_INT: CUpti_ActivityMemoryOperationType = CUpti_ActivityMemoryOperationType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityMemoryOperationType(pub ::std::os::raw::c_uint);
impl CUpti_ActivityMemoryPoolType {
    pub const CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID: CUpti_ActivityMemoryPoolType = CUpti_ActivityMemoryPoolType(
        0,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL: CUpti_ActivityMemoryPoolType = CUpti_ActivityMemoryPoolType(
        1,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_TYPE_IMPORTED: CUpti_ActivityMemoryPoolType = CUpti_ActivityMemoryPoolType(
        2,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_TYPE_FORCE_INT: CUpti_ActivityMemoryPoolType = CUpti_ActivityMemoryPoolType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityMemoryPoolType(pub ::std::os::raw::c_uint);
impl CUpti_ActivityMemoryPoolOperationType {
    pub const CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_INVALID: CUpti_ActivityMemoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(
        0,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED: CUpti_ActivityMemoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(
        1,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED: CUpti_ActivityMemoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(
        2,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED: CUpti_ActivityMemoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(
        3,
    );
    pub const CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_FORCE_INT: CUpti_ActivityMemoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityMemoryPoolOperationType(pub ::std::os::raw::c_uint);
impl CUpti_ChannelType {
    pub const CUPTI_CHANNEL_TYPE_INVALID: CUpti_ChannelType = CUpti_ChannelType(0);
    pub const CUPTI_CHANNEL_TYPE_COMPUTE: CUpti_ChannelType = CUpti_ChannelType(1);
    pub const CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY: CUpti_ChannelType = CUpti_ChannelType(2);
    pub const CUPTI_CHANNEL_TYPE_DECOMP: CUpti_ChannelType = CUpti_ChannelType(3);
    pub const CUPTI_CHANNEL_TYPE_FORCE_INT: CUpti_ChannelType = CUpti_ChannelType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ChannelType(pub ::std::os::raw::c_uint);
impl CUpti_ContextCigMode {
    pub const CUPTI_CONTEXT_CIG_MODE_NONE: CUpti_ContextCigMode = CUpti_ContextCigMode(
        0,
    );
    pub const CUPTI_CONTEXT_CIG_MODE_CIG: CUpti_ContextCigMode = CUpti_ContextCigMode(1);
    pub const CUPTI_CONTEXT_CIG_MODE_CIG_FALLBACK: CUpti_ContextCigMode = CUpti_ContextCigMode(
        2,
    );
    pub const CUPTI_CONTEXT_CIG_MODE_FORCE_INT: CUpti_ContextCigMode = CUpti_ContextCigMode(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ContextCigMode(pub ::std::os::raw::c_uint);
impl CUpti_NvtxExtPayloadType {
    pub const CUPTI_NVTX_EXT_PAYLOAD_TYPE_UNKNOWN: CUpti_NvtxExtPayloadType = CUpti_NvtxExtPayloadType(
        0,
    );
    pub const CUPTI_NVTX_EXT_PAYLOAD_TYPE_SCHEMA: CUpti_NvtxExtPayloadType = CUpti_NvtxExtPayloadType(
        1,
    );
    pub const CUPTI_NVTX_EXT_PAYLOAD_TYPE_ENUM: CUpti_NvtxExtPayloadType = CUpti_NvtxExtPayloadType(
        2,
    );
    pub const CUPTI_NVTX_EXT_PAYLOAD_TYPE_FORCE_INT: CUpti_NvtxExtPayloadType = CUpti_NvtxExtPayloadType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_NvtxExtPayloadType(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_NvtxExtPayloadAttr {
    pub structSize: u32,
    pub type_: u32,
    pub attributes: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_NvtxExtPayloadAttr",
    ][::std::mem::size_of::<CUpti_NvtxExtPayloadAttr>() - 16usize];
    [
        "Alignment of CUpti_NvtxExtPayloadAttr",
    ][::std::mem::align_of::<CUpti_NvtxExtPayloadAttr>() - 8usize];
    [
        "Offset of field: CUpti_NvtxExtPayloadAttr::structSize",
    ][::std::mem::offset_of!(CUpti_NvtxExtPayloadAttr, structSize) - 0usize];
    [
        "Offset of field: CUpti_NvtxExtPayloadAttr::type_",
    ][::std::mem::offset_of!(CUpti_NvtxExtPayloadAttr, type_) - 4usize];
    [
        "Offset of field: CUpti_NvtxExtPayloadAttr::attributes",
    ][::std::mem::offset_of!(CUpti_NvtxExtPayloadAttr, attributes) - 8usize];
};
impl Default for CUpti_NvtxExtPayloadAttr {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityUnifiedMemoryCounterConfig {
    pub scope: CUpti_ActivityUnifiedMemoryCounterScope,
    pub kind: CUpti_ActivityUnifiedMemoryCounterKind,
    pub deviceId: u32,
    pub enable: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityUnifiedMemoryCounterConfig",
    ][::std::mem::size_of::<CUpti_ActivityUnifiedMemoryCounterConfig>() - 16usize];
    [
        "Alignment of CUpti_ActivityUnifiedMemoryCounterConfig",
    ][::std::mem::align_of::<CUpti_ActivityUnifiedMemoryCounterConfig>() - 8usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounterConfig::scope",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounterConfig, scope) - 0usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounterConfig::kind",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounterConfig, kind) - 4usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounterConfig::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounterConfig, deviceId)
        - 8usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounterConfig::enable",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounterConfig, enable)
        - 12usize];
};
impl Default for CUpti_ActivityUnifiedMemoryCounterConfig {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityAutoBoostState {
    pub enabled: u32,
    pub pid: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityAutoBoostState",
    ][::std::mem::size_of::<CUpti_ActivityAutoBoostState>() - 8usize];
    [
        "Alignment of CUpti_ActivityAutoBoostState",
    ][::std::mem::align_of::<CUpti_ActivityAutoBoostState>() - 8usize];
    [
        "Offset of field: CUpti_ActivityAutoBoostState::enabled",
    ][::std::mem::offset_of!(CUpti_ActivityAutoBoostState, enabled) - 0usize];
    [
        "Offset of field: CUpti_ActivityAutoBoostState::pid",
    ][::std::mem::offset_of!(CUpti_ActivityAutoBoostState, pid) - 4usize];
};
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityPCSamplingConfig {
    pub size: u32,
    pub samplingPeriod: CUpti_ActivityPCSamplingPeriod,
    pub samplingPeriod2: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPCSamplingConfig",
    ][::std::mem::size_of::<CUpti_ActivityPCSamplingConfig>() - 16usize];
    [
        "Alignment of CUpti_ActivityPCSamplingConfig",
    ][::std::mem::align_of::<CUpti_ActivityPCSamplingConfig>() - 8usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingConfig::size",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingConfig, size) - 0usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingConfig::samplingPeriod",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingConfig, samplingPeriod) - 4usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingConfig::samplingPeriod2",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingConfig, samplingPeriod2) - 8usize];
};
impl Default for CUpti_ActivityPCSamplingConfig {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Activity {
    pub kind: CUpti_ActivityKind,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_Activity"][::std::mem::size_of::<CUpti_Activity>() - 8usize];
    ["Alignment of CUpti_Activity"][::std::mem::align_of::<CUpti_Activity>() - 8usize];
    [
        "Offset of field: CUpti_Activity::kind",
    ][::std::mem::offset_of!(CUpti_Activity, kind) - 0usize];
};
impl Default for CUpti_Activity {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemcpy6 {
    pub kind: CUpti_ActivityKind,
    pub copyKind: u8,
    pub srcKind: u8,
    pub dstKind: u8,
    pub flags: u8,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub correlationId: u32,
    pub runtimeCorrelationId: u32,
    pub pad: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub isDeviceLaunched: u8,
    pub pad2: [u8; 3usize],
    pub copyCount: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemcpy6",
    ][::std::mem::size_of::<CUpti_ActivityMemcpy6>() - 96usize];
    [
        "Alignment of CUpti_ActivityMemcpy6",
    ][::std::mem::align_of::<CUpti_ActivityMemcpy6>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::copyKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, copyKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::srcKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, srcKind) - 5usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::dstKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, dstKind) - 6usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, flags) - 7usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, bytes) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::start",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::end",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, deviceId) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, contextId) - 36usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, streamId) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, correlationId) - 44usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::runtimeCorrelationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, runtimeCorrelationId) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, pad) - 52usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, reserved0) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::graphNodeId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, graphNodeId) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, graphId) - 72usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, channelID) - 76usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, channelType) - 80usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::isDeviceLaunched",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, isDeviceLaunched) - 84usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::pad2",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, pad2) - 85usize];
    [
        "Offset of field: CUpti_ActivityMemcpy6::copyCount",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpy6, copyCount) - 88usize];
};
impl Default for CUpti_ActivityMemcpy6 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemcpyPtoP4 {
    pub kind: CUpti_ActivityKind,
    pub copyKind: u8,
    pub srcKind: u8,
    pub dstKind: u8,
    pub flags: u8,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub srcDeviceId: u32,
    pub srcContextId: u32,
    pub dstDeviceId: u32,
    pub dstContextId: u32,
    pub correlationId: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemcpyPtoP4",
    ][::std::mem::size_of::<CUpti_ActivityMemcpyPtoP4>() - 96usize];
    [
        "Alignment of CUpti_ActivityMemcpyPtoP4",
    ][::std::mem::align_of::<CUpti_ActivityMemcpyPtoP4>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::copyKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, copyKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::srcKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, srcKind) - 5usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::dstKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, dstKind) - 6usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, flags) - 7usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, bytes) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::start",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::end",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, deviceId) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, contextId) - 36usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, streamId) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::srcDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, srcDeviceId) - 44usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::srcContextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, srcContextId) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::dstDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, dstDeviceId) - 52usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::dstContextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, dstContextId) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, correlationId) - 60usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, reserved0) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::graphNodeId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, graphNodeId) - 72usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, graphId) - 80usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, channelID) - 84usize];
    [
        "Offset of field: CUpti_ActivityMemcpyPtoP4::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityMemcpyPtoP4, channelType) - 88usize];
};
impl Default for CUpti_ActivityMemcpyPtoP4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemset4 {
    pub kind: CUpti_ActivityKind,
    pub value: u32,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub correlationId: u32,
    pub flags: u16,
    pub memoryKind: u16,
    pub pad: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub isDeviceLaunched: u8,
    pub pad2: [u8; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemset4",
    ][::std::mem::size_of::<CUpti_ActivityMemset4>() - 88usize];
    [
        "Alignment of CUpti_ActivityMemset4",
    ][::std::mem::align_of::<CUpti_ActivityMemset4>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemset4::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemset4::value",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, value) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemset4::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, bytes) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemset4::start",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemset4::end",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemset4::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, deviceId) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemset4::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, contextId) - 36usize];
    [
        "Offset of field: CUpti_ActivityMemset4::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, streamId) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemset4::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, correlationId) - 44usize];
    [
        "Offset of field: CUpti_ActivityMemset4::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, flags) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemset4::memoryKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, memoryKind) - 50usize];
    [
        "Offset of field: CUpti_ActivityMemset4::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, pad) - 52usize];
    [
        "Offset of field: CUpti_ActivityMemset4::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, reserved0) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemset4::graphNodeId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, graphNodeId) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemset4::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, graphId) - 72usize];
    [
        "Offset of field: CUpti_ActivityMemset4::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, channelID) - 76usize];
    [
        "Offset of field: CUpti_ActivityMemset4::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, channelType) - 80usize];
    [
        "Offset of field: CUpti_ActivityMemset4::isDeviceLaunched",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, isDeviceLaunched) - 84usize];
    [
        "Offset of field: CUpti_ActivityMemset4::pad2",
    ][::std::mem::offset_of!(CUpti_ActivityMemset4, pad2) - 85usize];
};
impl Default for CUpti_ActivityMemset4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemory {
    pub kind: CUpti_ActivityKind,
    pub memoryKind: CUpti_ActivityMemoryKind,
    pub address: u64,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub allocPC: u64,
    pub freePC: u64,
    pub processId: u32,
    pub deviceId: u32,
    pub contextId: u32,
    pub pad: u32,
    pub name: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemory",
    ][::std::mem::size_of::<CUpti_ActivityMemory>() - 80usize];
    [
        "Alignment of CUpti_ActivityMemory",
    ][::std::mem::align_of::<CUpti_ActivityMemory>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemory::memoryKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, memoryKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemory::address",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, address) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, bytes) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemory::start",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, start) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemory::end",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, end) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemory::allocPC",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, allocPC) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemory::freePC",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, freePC) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemory::processId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, processId) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemory::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, deviceId) - 60usize];
    [
        "Offset of field: CUpti_ActivityMemory::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, contextId) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemory::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, pad) - 68usize];
    [
        "Offset of field: CUpti_ActivityMemory::name",
    ][::std::mem::offset_of!(CUpti_ActivityMemory, name) - 72usize];
};
impl Default for CUpti_ActivityMemory {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMemory4 {
    pub kind: CUpti_ActivityKind,
    pub memoryOperationType: CUpti_ActivityMemoryOperationType,
    pub memoryKind: CUpti_ActivityMemoryKind,
    pub correlationId: u32,
    pub address: u64,
    pub bytes: u64,
    pub timestamp: u64,
    pub PC: u64,
    pub processId: u32,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub name: *const ::std::os::raw::c_char,
    pub isAsync: u32,
    pub pad1: u32,
    pub memoryPoolConfig: CUpti_ActivityMemory4__bindgen_ty_1,
    pub source: *const ::std::os::raw::c_char,
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMemory4__bindgen_ty_1 {
    pub memoryPoolType: CUpti_ActivityMemoryPoolType,
    pub pad2: u32,
    pub address: u64,
    pub releaseThreshold: u64,
    pub pool: CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1,
    pub utilizedSize: u64,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1 {
    pub size: u64,
    pub processId: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Alignment of CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1::size",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1, size)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1::processId",
    ][::std::mem::offset_of!(
        CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1, processId
    ) - 0usize];
};
impl Default for CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemory4__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityMemory4__bindgen_ty_1>() - 40usize];
    [
        "Alignment of CUpti_ActivityMemory4__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityMemory4__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::memoryPoolType",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, memoryPoolType)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::pad2",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, pad2) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::address",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, address) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::releaseThreshold",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, releaseThreshold)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::pool",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, pool) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemory4__bindgen_ty_1::utilizedSize",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4__bindgen_ty_1, utilizedSize)
        - 32usize];
};
impl Default for CUpti_ActivityMemory4__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemory4",
    ][::std::mem::size_of::<CUpti_ActivityMemory4>() - 128usize];
    [
        "Alignment of CUpti_ActivityMemory4",
    ][::std::mem::align_of::<CUpti_ActivityMemory4>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory4::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemory4::memoryOperationType",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, memoryOperationType) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemory4::memoryKind",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, memoryKind) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemory4::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, correlationId) - 12usize];
    [
        "Offset of field: CUpti_ActivityMemory4::address",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, address) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemory4::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, bytes) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemory4::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, timestamp) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemory4::PC",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, PC) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemory4::processId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, processId) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemory4::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, deviceId) - 52usize];
    [
        "Offset of field: CUpti_ActivityMemory4::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, contextId) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemory4::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, streamId) - 60usize];
    [
        "Offset of field: CUpti_ActivityMemory4::name",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, name) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemory4::isAsync",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, isAsync) - 72usize];
    [
        "Offset of field: CUpti_ActivityMemory4::pad1",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, pad1) - 76usize];
    [
        "Offset of field: CUpti_ActivityMemory4::memoryPoolConfig",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, memoryPoolConfig) - 80usize];
    [
        "Offset of field: CUpti_ActivityMemory4::source",
    ][::std::mem::offset_of!(CUpti_ActivityMemory4, source) - 120usize];
};
impl Default for CUpti_ActivityMemory4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemoryPool3 {
    pub kind: CUpti_ActivityKind,
    pub memoryPoolOperationType: CUpti_ActivityMemoryPoolOperationType,
    pub memoryPoolType: CUpti_ActivityMemoryPoolType,
    pub correlationId: u32,
    pub processId: u32,
    pub deviceId: u32,
    pub minBytesToKeep: usize,
    pub address: u64,
    pub size: u64,
    pub releaseThreshold: u64,
    pub timestamp: u64,
    pub utilizedSize: u64,
    pub isManagedPool: u8,
    pub pad2: [u8; 7usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemoryPool3",
    ][::std::mem::size_of::<CUpti_ActivityMemoryPool3>() - 80usize];
    [
        "Alignment of CUpti_ActivityMemoryPool3",
    ][::std::mem::align_of::<CUpti_ActivityMemoryPool3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::memoryPoolOperationType",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, memoryPoolOperationType)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::memoryPoolType",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, memoryPoolType) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, correlationId) - 12usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::processId",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, processId) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, deviceId) - 20usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::minBytesToKeep",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, minBytesToKeep) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::address",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, address) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::size",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, size) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::releaseThreshold",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, releaseThreshold) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, timestamp) - 56usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::utilizedSize",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, utilizedSize) - 64usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::isManagedPool",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, isManagedPool) - 72usize];
    [
        "Offset of field: CUpti_ActivityMemoryPool3::pad2",
    ][::std::mem::offset_of!(CUpti_ActivityMemoryPool3, pad2) - 73usize];
};
impl Default for CUpti_ActivityMemoryPool3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_ActivityLaunchType {
    pub const CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR: CUpti_ActivityLaunchType = CUpti_ActivityLaunchType(
        0,
    );
    pub const CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE: CUpti_ActivityLaunchType = CUpti_ActivityLaunchType(
        1,
    );
    pub const CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE: CUpti_ActivityLaunchType = CUpti_ActivityLaunchType(
        2,
    );
    pub const CUPTI_ACTIVITY_LAUNCH_TYPE_CBL_COMMANDLIST: CUpti_ActivityLaunchType = CUpti_ActivityLaunchType(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityLaunchType(pub ::std::os::raw::c_uint);
impl CUpti_FuncShmemLimitConfig {
    pub const CUPTI_FUNC_SHMEM_LIMIT_DEFAULT: CUpti_FuncShmemLimitConfig = CUpti_FuncShmemLimitConfig(
        0,
    );
    pub const CUPTI_FUNC_SHMEM_LIMIT_OPTIN: CUpti_FuncShmemLimitConfig = CUpti_FuncShmemLimitConfig(
        1,
    );
    pub const CUPTI_FUNC_SHMEM_LIMIT_FORCE_INT: CUpti_FuncShmemLimitConfig = CUpti_FuncShmemLimitConfig(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_FuncShmemLimitConfig(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityKernel10 {
    pub kind: CUpti_ActivityKind,
    pub cacheConfig: CUpti_ActivityKernel10__bindgen_ty_1,
    pub sharedMemoryConfig: u8,
    pub registersPerThread: u16,
    pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
    pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig,
    pub start: u64,
    pub end: u64,
    pub completed: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub gridX: i32,
    pub gridY: i32,
    pub gridZ: i32,
    pub blockX: i32,
    pub blockY: i32,
    pub blockZ: i32,
    pub staticSharedMemory: i32,
    pub dynamicSharedMemory: i32,
    pub localMemoryPerThread: u32,
    pub localMemoryTotal: u32,
    pub correlationId: u32,
    pub gridId: i64,
    pub name: *const ::std::os::raw::c_char,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub queued: u64,
    pub submitted: u64,
    pub launchType: u8,
    pub isSharedMemoryCarveoutRequested: u8,
    pub sharedMemoryCarveoutRequested: u8,
    pub padding: u8,
    pub sharedMemoryExecuted: u32,
    pub graphNodeId: u64,
    pub shmemLimitConfig: CUpti_FuncShmemLimitConfig,
    pub graphId: u32,
    pub pAccessPolicyWindow: *mut CUaccessPolicyWindow,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub clusterX: u32,
    pub clusterY: u32,
    pub clusterZ: u32,
    pub clusterSchedulingPolicy: u32,
    pub localMemoryTotal_v2: u64,
    pub maxPotentialClusterSize: u32,
    pub maxActiveClusters: u32,
    pub isDeviceLaunched: u8,
    pub padding3: [u8; 7usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityKernel10__bindgen_ty_1 {
    pub both: u8,
    pub config: CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1 {
    pub _bitfield_1: __BindgenBitfieldUnit<[u8; 1usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1>()
        - 1usize];
    [
        "Alignment of CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1>()
        - 1usize];
};
impl CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1 {
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn requested(&self) -> u8 {
        unsafe {
            ::std::mem::transmute(self._bitfield_1.get_const::<0usize, 4u8>() as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_requested(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<0usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn requested_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(
                <__BindgenBitfieldUnit<
                    [u8; 1usize],
                >>::raw_get_const::<
                    0usize,
                    4u8,
                >(::std::ptr::addr_of!((* this)._bitfield_1)) as u8,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_requested_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<
                [u8; 1usize],
            >>::raw_set_const::<
                0usize,
                4u8,
            >(::std::ptr::addr_of_mut!((* this)._bitfield_1), val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn executed(&self) -> u8 {
        unsafe {
            ::std::mem::transmute(self._bitfield_1.get_const::<4usize, 4u8>() as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_executed(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<4usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn executed_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(
                <__BindgenBitfieldUnit<
                    [u8; 1usize],
                >>::raw_get_const::<
                    4usize,
                    4u8,
                >(::std::ptr::addr_of!((* this)._bitfield_1)) as u8,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_executed_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<
                [u8; 1usize],
            >>::raw_set_const::<
                4usize,
                4u8,
            >(::std::ptr::addr_of_mut!((* this)._bitfield_1), val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn new_bitfield_1(
        requested: u8,
        executed: u8,
    ) -> __BindgenBitfieldUnit<[u8; 1usize]> {
        let mut __bindgen_bitfield_unit: __BindgenBitfieldUnit<[u8; 1usize]> = Default::default();
        __bindgen_bitfield_unit
            .set_const::<
                0usize,
                4u8,
            >({
                let requested: u8 = unsafe { ::std::mem::transmute(requested) };
                requested as u64
            });
        __bindgen_bitfield_unit
            .set_const::<
                4usize,
                4u8,
            >({
                let executed: u8 = unsafe { ::std::mem::transmute(executed) };
                executed as u64
            });
        __bindgen_bitfield_unit
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityKernel10__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityKernel10__bindgen_ty_1>() - 1usize];
    [
        "Alignment of CUpti_ActivityKernel10__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityKernel10__bindgen_ty_1>() - 1usize];
    [
        "Offset of field: CUpti_ActivityKernel10__bindgen_ty_1::both",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10__bindgen_ty_1, both) - 0usize];
    [
        "Offset of field: CUpti_ActivityKernel10__bindgen_ty_1::config",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10__bindgen_ty_1, config) - 0usize];
};
impl Default for CUpti_ActivityKernel10__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityKernel10",
    ][::std::mem::size_of::<CUpti_ActivityKernel10>() - 216usize];
    [
        "Alignment of CUpti_ActivityKernel10",
    ][::std::mem::align_of::<CUpti_ActivityKernel10>() - 8usize];
    [
        "Offset of field: CUpti_ActivityKernel10::kind",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityKernel10::cacheConfig",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, cacheConfig) - 4usize];
    [
        "Offset of field: CUpti_ActivityKernel10::sharedMemoryConfig",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, sharedMemoryConfig) - 5usize];
    [
        "Offset of field: CUpti_ActivityKernel10::registersPerThread",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, registersPerThread) - 6usize];
    [
        "Offset of field: CUpti_ActivityKernel10::partitionedGlobalCacheRequested",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, partitionedGlobalCacheRequested)
        - 8usize];
    [
        "Offset of field: CUpti_ActivityKernel10::partitionedGlobalCacheExecuted",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, partitionedGlobalCacheExecuted)
        - 12usize];
    [
        "Offset of field: CUpti_ActivityKernel10::start",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityKernel10::end",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityKernel10::completed",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, completed) - 32usize];
    [
        "Offset of field: CUpti_ActivityKernel10::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, deviceId) - 40usize];
    [
        "Offset of field: CUpti_ActivityKernel10::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, contextId) - 44usize];
    [
        "Offset of field: CUpti_ActivityKernel10::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, streamId) - 48usize];
    [
        "Offset of field: CUpti_ActivityKernel10::gridX",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, gridX) - 52usize];
    [
        "Offset of field: CUpti_ActivityKernel10::gridY",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, gridY) - 56usize];
    [
        "Offset of field: CUpti_ActivityKernel10::gridZ",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, gridZ) - 60usize];
    [
        "Offset of field: CUpti_ActivityKernel10::blockX",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, blockX) - 64usize];
    [
        "Offset of field: CUpti_ActivityKernel10::blockY",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, blockY) - 68usize];
    [
        "Offset of field: CUpti_ActivityKernel10::blockZ",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, blockZ) - 72usize];
    [
        "Offset of field: CUpti_ActivityKernel10::staticSharedMemory",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, staticSharedMemory) - 76usize];
    [
        "Offset of field: CUpti_ActivityKernel10::dynamicSharedMemory",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, dynamicSharedMemory) - 80usize];
    [
        "Offset of field: CUpti_ActivityKernel10::localMemoryPerThread",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, localMemoryPerThread) - 84usize];
    [
        "Offset of field: CUpti_ActivityKernel10::localMemoryTotal",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, localMemoryTotal) - 88usize];
    [
        "Offset of field: CUpti_ActivityKernel10::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, correlationId) - 92usize];
    [
        "Offset of field: CUpti_ActivityKernel10::gridId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, gridId) - 96usize];
    [
        "Offset of field: CUpti_ActivityKernel10::name",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, name) - 104usize];
    [
        "Offset of field: CUpti_ActivityKernel10::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, reserved0) - 112usize];
    [
        "Offset of field: CUpti_ActivityKernel10::queued",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, queued) - 120usize];
    [
        "Offset of field: CUpti_ActivityKernel10::submitted",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, submitted) - 128usize];
    [
        "Offset of field: CUpti_ActivityKernel10::launchType",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, launchType) - 136usize];
    [
        "Offset of field: CUpti_ActivityKernel10::isSharedMemoryCarveoutRequested",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, isSharedMemoryCarveoutRequested)
        - 137usize];
    [
        "Offset of field: CUpti_ActivityKernel10::sharedMemoryCarveoutRequested",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, sharedMemoryCarveoutRequested)
        - 138usize];
    [
        "Offset of field: CUpti_ActivityKernel10::padding",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, padding) - 139usize];
    [
        "Offset of field: CUpti_ActivityKernel10::sharedMemoryExecuted",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, sharedMemoryExecuted) - 140usize];
    [
        "Offset of field: CUpti_ActivityKernel10::graphNodeId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, graphNodeId) - 144usize];
    [
        "Offset of field: CUpti_ActivityKernel10::shmemLimitConfig",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, shmemLimitConfig) - 152usize];
    [
        "Offset of field: CUpti_ActivityKernel10::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, graphId) - 156usize];
    [
        "Offset of field: CUpti_ActivityKernel10::pAccessPolicyWindow",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, pAccessPolicyWindow) - 160usize];
    [
        "Offset of field: CUpti_ActivityKernel10::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, channelID) - 168usize];
    [
        "Offset of field: CUpti_ActivityKernel10::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, channelType) - 172usize];
    [
        "Offset of field: CUpti_ActivityKernel10::clusterX",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, clusterX) - 176usize];
    [
        "Offset of field: CUpti_ActivityKernel10::clusterY",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, clusterY) - 180usize];
    [
        "Offset of field: CUpti_ActivityKernel10::clusterZ",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, clusterZ) - 184usize];
    [
        "Offset of field: CUpti_ActivityKernel10::clusterSchedulingPolicy",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, clusterSchedulingPolicy)
        - 188usize];
    [
        "Offset of field: CUpti_ActivityKernel10::localMemoryTotal_v2",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, localMemoryTotal_v2) - 192usize];
    [
        "Offset of field: CUpti_ActivityKernel10::maxPotentialClusterSize",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, maxPotentialClusterSize)
        - 200usize];
    [
        "Offset of field: CUpti_ActivityKernel10::maxActiveClusters",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, maxActiveClusters) - 204usize];
    [
        "Offset of field: CUpti_ActivityKernel10::isDeviceLaunched",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, isDeviceLaunched) - 208usize];
    [
        "Offset of field: CUpti_ActivityKernel10::padding3",
    ][::std::mem::offset_of!(CUpti_ActivityKernel10, padding3) - 209usize];
};
impl Default for CUpti_ActivityKernel10 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityCdpKernel {
    pub kind: CUpti_ActivityKind,
    pub cacheConfig: CUpti_ActivityCdpKernel__bindgen_ty_1,
    pub sharedMemoryConfig: u8,
    pub registersPerThread: u16,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub gridX: i32,
    pub gridY: i32,
    pub gridZ: i32,
    pub blockX: i32,
    pub blockY: i32,
    pub blockZ: i32,
    pub staticSharedMemory: i32,
    pub dynamicSharedMemory: i32,
    pub localMemoryPerThread: u32,
    pub localMemoryTotal: u32,
    pub correlationId: u32,
    pub gridId: i64,
    pub parentGridId: i64,
    pub queued: u64,
    pub submitted: u64,
    pub completed: u64,
    pub parentBlockX: u32,
    pub parentBlockY: u32,
    pub parentBlockZ: u32,
    pub pad: u32,
    pub name: *const ::std::os::raw::c_char,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityCdpKernel__bindgen_ty_1 {
    pub both: u8,
    pub config: CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1 {
    pub _bitfield_1: __BindgenBitfieldUnit<[u8; 1usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1>()
        - 1usize];
    [
        "Alignment of CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1>()
        - 1usize];
};
impl CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1 {
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn requested(&self) -> u8 {
        unsafe {
            ::std::mem::transmute(self._bitfield_1.get_const::<0usize, 4u8>() as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_requested(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<0usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn requested_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(
                <__BindgenBitfieldUnit<
                    [u8; 1usize],
                >>::raw_get_const::<
                    0usize,
                    4u8,
                >(::std::ptr::addr_of!((* this)._bitfield_1)) as u8,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_requested_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<
                [u8; 1usize],
            >>::raw_set_const::<
                0usize,
                4u8,
            >(::std::ptr::addr_of_mut!((* this)._bitfield_1), val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn executed(&self) -> u8 {
        unsafe {
            ::std::mem::transmute(self._bitfield_1.get_const::<4usize, 4u8>() as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_executed(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<4usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn executed_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(
                <__BindgenBitfieldUnit<
                    [u8; 1usize],
                >>::raw_get_const::<
                    4usize,
                    4u8,
                >(::std::ptr::addr_of!((* this)._bitfield_1)) as u8,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_executed_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<
                [u8; 1usize],
            >>::raw_set_const::<
                4usize,
                4u8,
            >(::std::ptr::addr_of_mut!((* this)._bitfield_1), val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn new_bitfield_1(
        requested: u8,
        executed: u8,
    ) -> __BindgenBitfieldUnit<[u8; 1usize]> {
        let mut __bindgen_bitfield_unit: __BindgenBitfieldUnit<[u8; 1usize]> = Default::default();
        __bindgen_bitfield_unit
            .set_const::<
                0usize,
                4u8,
            >({
                let requested: u8 = unsafe { ::std::mem::transmute(requested) };
                requested as u64
            });
        __bindgen_bitfield_unit
            .set_const::<
                4usize,
                4u8,
            >({
                let executed: u8 = unsafe { ::std::mem::transmute(executed) };
                executed as u64
            });
        __bindgen_bitfield_unit
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityCdpKernel__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityCdpKernel__bindgen_ty_1>() - 1usize];
    [
        "Alignment of CUpti_ActivityCdpKernel__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityCdpKernel__bindgen_ty_1>() - 1usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel__bindgen_ty_1::both",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel__bindgen_ty_1, both) - 0usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel__bindgen_ty_1::config",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel__bindgen_ty_1, config) - 0usize];
};
impl Default for CUpti_ActivityCdpKernel__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityCdpKernel",
    ][::std::mem::size_of::<CUpti_ActivityCdpKernel>() - 144usize];
    [
        "Alignment of CUpti_ActivityCdpKernel",
    ][::std::mem::align_of::<CUpti_ActivityCdpKernel>() - 8usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::kind",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::cacheConfig",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, cacheConfig) - 4usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::sharedMemoryConfig",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, sharedMemoryConfig) - 5usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::registersPerThread",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, registersPerThread) - 6usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::start",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, start) - 8usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::end",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, end) - 16usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, deviceId) - 24usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, contextId) - 28usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, streamId) - 32usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::gridX",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, gridX) - 36usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::gridY",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, gridY) - 40usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::gridZ",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, gridZ) - 44usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::blockX",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, blockX) - 48usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::blockY",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, blockY) - 52usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::blockZ",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, blockZ) - 56usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::staticSharedMemory",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, staticSharedMemory) - 60usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::dynamicSharedMemory",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, dynamicSharedMemory) - 64usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::localMemoryPerThread",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, localMemoryPerThread) - 68usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::localMemoryTotal",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, localMemoryTotal) - 72usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, correlationId) - 76usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::gridId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, gridId) - 80usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::parentGridId",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, parentGridId) - 88usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::queued",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, queued) - 96usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::submitted",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, submitted) - 104usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::completed",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, completed) - 112usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::parentBlockX",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, parentBlockX) - 120usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::parentBlockY",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, parentBlockY) - 124usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::parentBlockZ",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, parentBlockZ) - 128usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::pad",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, pad) - 132usize];
    [
        "Offset of field: CUpti_ActivityCdpKernel::name",
    ][::std::mem::offset_of!(CUpti_ActivityCdpKernel, name) - 136usize];
};
impl Default for CUpti_ActivityCdpKernel {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityPreemption {
    pub kind: CUpti_ActivityKind,
    pub preemptionKind: CUpti_ActivityPreemptionKind,
    pub timestamp: u64,
    pub gridId: i64,
    pub blockX: u32,
    pub blockY: u32,
    pub blockZ: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPreemption",
    ][::std::mem::size_of::<CUpti_ActivityPreemption>() - 40usize];
    [
        "Alignment of CUpti_ActivityPreemption",
    ][::std::mem::align_of::<CUpti_ActivityPreemption>() - 8usize];
    [
        "Offset of field: CUpti_ActivityPreemption::kind",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityPreemption::preemptionKind",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, preemptionKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityPreemption::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, timestamp) - 8usize];
    [
        "Offset of field: CUpti_ActivityPreemption::gridId",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, gridId) - 16usize];
    [
        "Offset of field: CUpti_ActivityPreemption::blockX",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, blockX) - 24usize];
    [
        "Offset of field: CUpti_ActivityPreemption::blockY",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, blockY) - 28usize];
    [
        "Offset of field: CUpti_ActivityPreemption::blockZ",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, blockZ) - 32usize];
    [
        "Offset of field: CUpti_ActivityPreemption::pad",
    ][::std::mem::offset_of!(CUpti_ActivityPreemption, pad) - 36usize];
};
impl Default for CUpti_ActivityPreemption {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityAPI {
    pub kind: CUpti_ActivityKind,
    pub cbid: CUpti_CallbackId,
    pub start: u64,
    pub end: u64,
    pub processId: u32,
    pub threadId: u32,
    pub correlationId: u32,
    pub returnValue: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUpti_ActivityAPI"][::std::mem::size_of::<CUpti_ActivityAPI>() - 40usize];
    [
        "Alignment of CUpti_ActivityAPI",
    ][::std::mem::align_of::<CUpti_ActivityAPI>() - 8usize];
    [
        "Offset of field: CUpti_ActivityAPI::kind",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityAPI::cbid",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, cbid) - 4usize];
    [
        "Offset of field: CUpti_ActivityAPI::start",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, start) - 8usize];
    [
        "Offset of field: CUpti_ActivityAPI::end",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, end) - 16usize];
    [
        "Offset of field: CUpti_ActivityAPI::processId",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, processId) - 24usize];
    [
        "Offset of field: CUpti_ActivityAPI::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, threadId) - 28usize];
    [
        "Offset of field: CUpti_ActivityAPI::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, correlationId) - 32usize];
    [
        "Offset of field: CUpti_ActivityAPI::returnValue",
    ][::std::mem::offset_of!(CUpti_ActivityAPI, returnValue) - 36usize];
};
impl Default for CUpti_ActivityAPI {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityEvent {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_EventID,
    pub value: u64,
    pub domain: CUpti_EventDomainID,
    pub correlationId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEvent",
    ][::std::mem::size_of::<CUpti_ActivityEvent>() - 24usize];
    [
        "Alignment of CUpti_ActivityEvent",
    ][::std::mem::align_of::<CUpti_ActivityEvent>() - 8usize];
    [
        "Offset of field: CUpti_ActivityEvent::kind",
    ][::std::mem::offset_of!(CUpti_ActivityEvent, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityEvent::id",
    ][::std::mem::offset_of!(CUpti_ActivityEvent, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityEvent::value",
    ][::std::mem::offset_of!(CUpti_ActivityEvent, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityEvent::domain",
    ][::std::mem::offset_of!(CUpti_ActivityEvent, domain) - 16usize];
    [
        "Offset of field: CUpti_ActivityEvent::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityEvent, correlationId) - 20usize];
};
impl Default for CUpti_ActivityEvent {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityEventInstance {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_EventID,
    pub domain: CUpti_EventDomainID,
    pub instance: u32,
    pub value: u64,
    pub correlationId: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEventInstance",
    ][::std::mem::size_of::<CUpti_ActivityEventInstance>() - 32usize];
    [
        "Alignment of CUpti_ActivityEventInstance",
    ][::std::mem::align_of::<CUpti_ActivityEventInstance>() - 8usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::kind",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::id",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::domain",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, domain) - 8usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::instance",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, instance) - 12usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::value",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, value) - 16usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, correlationId) - 24usize];
    [
        "Offset of field: CUpti_ActivityEventInstance::pad",
    ][::std::mem::offset_of!(CUpti_ActivityEventInstance, pad) - 28usize];
};
impl Default for CUpti_ActivityEventInstance {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMetric {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_MetricID,
    pub value: CUpti_MetricValue,
    pub correlationId: u32,
    pub flags: u8,
    pub pad: [u8; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMetric",
    ][::std::mem::size_of::<CUpti_ActivityMetric>() - 24usize];
    [
        "Alignment of CUpti_ActivityMetric",
    ][::std::mem::align_of::<CUpti_ActivityMetric>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMetric::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMetric::id",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityMetric::value",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityMetric::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, correlationId) - 16usize];
    [
        "Offset of field: CUpti_ActivityMetric::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, flags) - 20usize];
    [
        "Offset of field: CUpti_ActivityMetric::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMetric, pad) - 21usize];
};
impl Default for CUpti_ActivityMetric {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMetricInstance {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_MetricID,
    pub value: CUpti_MetricValue,
    pub instance: u32,
    pub correlationId: u32,
    pub flags: u8,
    pub pad: [u8; 7usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMetricInstance",
    ][::std::mem::size_of::<CUpti_ActivityMetricInstance>() - 32usize];
    [
        "Alignment of CUpti_ActivityMetricInstance",
    ][::std::mem::align_of::<CUpti_ActivityMetricInstance>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::id",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::value",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::instance",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, instance) - 16usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, correlationId) - 20usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, flags) - 24usize];
    [
        "Offset of field: CUpti_ActivityMetricInstance::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMetricInstance, pad) - 25usize];
};
impl Default for CUpti_ActivityMetricInstance {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivitySourceLocator {
    pub kind: CUpti_ActivityKind,
    pub id: u32,
    pub lineNumber: u32,
    pub pad: u32,
    pub fileName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivitySourceLocator",
    ][::std::mem::size_of::<CUpti_ActivitySourceLocator>() - 24usize];
    [
        "Alignment of CUpti_ActivitySourceLocator",
    ][::std::mem::align_of::<CUpti_ActivitySourceLocator>() - 8usize];
    [
        "Offset of field: CUpti_ActivitySourceLocator::kind",
    ][::std::mem::offset_of!(CUpti_ActivitySourceLocator, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivitySourceLocator::id",
    ][::std::mem::offset_of!(CUpti_ActivitySourceLocator, id) - 4usize];
    [
        "Offset of field: CUpti_ActivitySourceLocator::lineNumber",
    ][::std::mem::offset_of!(CUpti_ActivitySourceLocator, lineNumber) - 8usize];
    [
        "Offset of field: CUpti_ActivitySourceLocator::pad",
    ][::std::mem::offset_of!(CUpti_ActivitySourceLocator, pad) - 12usize];
    [
        "Offset of field: CUpti_ActivitySourceLocator::fileName",
    ][::std::mem::offset_of!(CUpti_ActivitySourceLocator, fileName) - 16usize];
};
impl Default for CUpti_ActivitySourceLocator {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityGlobalAccess3 {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub sourceLocatorId: u32,
    pub correlationId: u32,
    pub functionId: u32,
    pub executed: u32,
    pub pcOffset: u64,
    pub threadsExecuted: u64,
    pub l2_transactions: u64,
    pub theoreticalL2Transactions: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityGlobalAccess3",
    ][::std::mem::size_of::<CUpti_ActivityGlobalAccess3>() - 56usize];
    [
        "Alignment of CUpti_ActivityGlobalAccess3",
    ][::std::mem::align_of::<CUpti_ActivityGlobalAccess3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::flags",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, sourceLocatorId) - 8usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, correlationId) - 12usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::functionId",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, functionId) - 16usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::executed",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, executed) - 20usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, pcOffset) - 24usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::threadsExecuted",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, threadsExecuted) - 32usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::l2_transactions",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, l2_transactions) - 40usize];
    [
        "Offset of field: CUpti_ActivityGlobalAccess3::theoreticalL2Transactions",
    ][::std::mem::offset_of!(CUpti_ActivityGlobalAccess3, theoreticalL2Transactions)
        - 48usize];
};
impl Default for CUpti_ActivityGlobalAccess3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityBranch2 {
    pub kind: CUpti_ActivityKind,
    pub sourceLocatorId: u32,
    pub correlationId: u32,
    pub functionId: u32,
    pub pcOffset: u32,
    pub diverged: u32,
    pub threadsExecuted: u64,
    pub executed: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityBranch2",
    ][::std::mem::size_of::<CUpti_ActivityBranch2>() - 40usize];
    [
        "Alignment of CUpti_ActivityBranch2",
    ][::std::mem::align_of::<CUpti_ActivityBranch2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityBranch2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityBranch2::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, sourceLocatorId) - 4usize];
    [
        "Offset of field: CUpti_ActivityBranch2::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, correlationId) - 8usize];
    [
        "Offset of field: CUpti_ActivityBranch2::functionId",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, functionId) - 12usize];
    [
        "Offset of field: CUpti_ActivityBranch2::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, pcOffset) - 16usize];
    [
        "Offset of field: CUpti_ActivityBranch2::diverged",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, diverged) - 20usize];
    [
        "Offset of field: CUpti_ActivityBranch2::threadsExecuted",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, threadsExecuted) - 24usize];
    [
        "Offset of field: CUpti_ActivityBranch2::executed",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, executed) - 32usize];
    [
        "Offset of field: CUpti_ActivityBranch2::pad",
    ][::std::mem::offset_of!(CUpti_ActivityBranch2, pad) - 36usize];
};
impl Default for CUpti_ActivityBranch2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityDevice5 {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub globalMemoryBandwidth: u64,
    pub globalMemorySize: u64,
    pub constantMemorySize: u32,
    pub l2CacheSize: u32,
    pub numThreadsPerWarp: u32,
    pub coreClockRate: u32,
    pub numMemcpyEngines: u32,
    pub numMultiprocessors: u32,
    pub maxIPC: u32,
    pub maxWarpsPerMultiprocessor: u32,
    pub maxBlocksPerMultiprocessor: u32,
    pub maxSharedMemoryPerMultiprocessor: u32,
    pub maxRegistersPerMultiprocessor: u32,
    pub maxRegistersPerBlock: u32,
    pub maxSharedMemoryPerBlock: u32,
    pub maxThreadsPerBlock: u32,
    pub maxBlockDimX: u32,
    pub maxBlockDimY: u32,
    pub maxBlockDimZ: u32,
    pub maxGridDimX: u32,
    pub maxGridDimY: u32,
    pub maxGridDimZ: u32,
    pub computeCapabilityMajor: u32,
    pub computeCapabilityMinor: u32,
    pub id: u32,
    pub eccEnabled: u32,
    pub uuid: CUuuid,
    pub name: *const ::std::os::raw::c_char,
    pub isCudaVisible: u8,
    pub isMigEnabled: u8,
    pub reserved: [u8; 6usize],
    pub gpuInstanceId: u32,
    pub computeInstanceId: u32,
    pub migUuid: CUuuid,
    pub isNumaNode: u32,
    pub numaId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityDevice5",
    ][::std::mem::size_of::<CUpti_ActivityDevice5>() - 184usize];
    [
        "Alignment of CUpti_ActivityDevice5",
    ][::std::mem::align_of::<CUpti_ActivityDevice5>() - 8usize];
    [
        "Offset of field: CUpti_ActivityDevice5::kind",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityDevice5::flags",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityDevice5::globalMemoryBandwidth",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, globalMemoryBandwidth) - 8usize];
    [
        "Offset of field: CUpti_ActivityDevice5::globalMemorySize",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, globalMemorySize) - 16usize];
    [
        "Offset of field: CUpti_ActivityDevice5::constantMemorySize",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, constantMemorySize) - 24usize];
    [
        "Offset of field: CUpti_ActivityDevice5::l2CacheSize",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, l2CacheSize) - 28usize];
    [
        "Offset of field: CUpti_ActivityDevice5::numThreadsPerWarp",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, numThreadsPerWarp) - 32usize];
    [
        "Offset of field: CUpti_ActivityDevice5::coreClockRate",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, coreClockRate) - 36usize];
    [
        "Offset of field: CUpti_ActivityDevice5::numMemcpyEngines",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, numMemcpyEngines) - 40usize];
    [
        "Offset of field: CUpti_ActivityDevice5::numMultiprocessors",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, numMultiprocessors) - 44usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxIPC",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxIPC) - 48usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxWarpsPerMultiprocessor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxWarpsPerMultiprocessor)
        - 52usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxBlocksPerMultiprocessor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxBlocksPerMultiprocessor)
        - 56usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxSharedMemoryPerMultiprocessor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxSharedMemoryPerMultiprocessor)
        - 60usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxRegistersPerMultiprocessor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxRegistersPerMultiprocessor)
        - 64usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxRegistersPerBlock",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxRegistersPerBlock) - 68usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxSharedMemoryPerBlock",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxSharedMemoryPerBlock) - 72usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxThreadsPerBlock",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxThreadsPerBlock) - 76usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxBlockDimX",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxBlockDimX) - 80usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxBlockDimY",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxBlockDimY) - 84usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxBlockDimZ",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxBlockDimZ) - 88usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxGridDimX",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxGridDimX) - 92usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxGridDimY",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxGridDimY) - 96usize];
    [
        "Offset of field: CUpti_ActivityDevice5::maxGridDimZ",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, maxGridDimZ) - 100usize];
    [
        "Offset of field: CUpti_ActivityDevice5::computeCapabilityMajor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, computeCapabilityMajor) - 104usize];
    [
        "Offset of field: CUpti_ActivityDevice5::computeCapabilityMinor",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, computeCapabilityMinor) - 108usize];
    [
        "Offset of field: CUpti_ActivityDevice5::id",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, id) - 112usize];
    [
        "Offset of field: CUpti_ActivityDevice5::eccEnabled",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, eccEnabled) - 116usize];
    [
        "Offset of field: CUpti_ActivityDevice5::uuid",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, uuid) - 120usize];
    [
        "Offset of field: CUpti_ActivityDevice5::name",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, name) - 136usize];
    [
        "Offset of field: CUpti_ActivityDevice5::isCudaVisible",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, isCudaVisible) - 144usize];
    [
        "Offset of field: CUpti_ActivityDevice5::isMigEnabled",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, isMigEnabled) - 145usize];
    [
        "Offset of field: CUpti_ActivityDevice5::reserved",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, reserved) - 146usize];
    [
        "Offset of field: CUpti_ActivityDevice5::gpuInstanceId",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, gpuInstanceId) - 152usize];
    [
        "Offset of field: CUpti_ActivityDevice5::computeInstanceId",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, computeInstanceId) - 156usize];
    [
        "Offset of field: CUpti_ActivityDevice5::migUuid",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, migUuid) - 160usize];
    [
        "Offset of field: CUpti_ActivityDevice5::isNumaNode",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, isNumaNode) - 176usize];
    [
        "Offset of field: CUpti_ActivityDevice5::numaId",
    ][::std::mem::offset_of!(CUpti_ActivityDevice5, numaId) - 180usize];
};
impl Default for CUpti_ActivityDevice5 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityDeviceAttribute {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub deviceId: u32,
    pub attribute: CUpti_ActivityDeviceAttribute__bindgen_ty_1,
    pub value: CUpti_ActivityDeviceAttribute__bindgen_ty_2,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityDeviceAttribute__bindgen_ty_1 {
    pub cu: CUdevice_attribute,
    pub cupti: CUpti_DeviceAttribute,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityDeviceAttribute__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityDeviceAttribute__bindgen_ty_1>() - 4usize];
    [
        "Alignment of CUpti_ActivityDeviceAttribute__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityDeviceAttribute__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_1::cu",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_1, cu) - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_1::cupti",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_1, cupti)
        - 0usize];
};
impl Default for CUpti_ActivityDeviceAttribute__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityDeviceAttribute__bindgen_ty_2 {
    pub vDouble: f64,
    pub vUint32: u32,
    pub vUint64: u64,
    pub vInt32: i32,
    pub vInt64: i64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityDeviceAttribute__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityDeviceAttribute__bindgen_ty_2>() - 8usize];
    [
        "Alignment of CUpti_ActivityDeviceAttribute__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityDeviceAttribute__bindgen_ty_2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_2::vDouble",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_2, vDouble)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_2::vUint32",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_2, vUint32)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_2::vUint64",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_2, vUint64)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_2::vInt32",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_2, vInt32)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute__bindgen_ty_2::vInt64",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute__bindgen_ty_2, vInt64)
        - 0usize];
};
impl Default for CUpti_ActivityDeviceAttribute__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityDeviceAttribute",
    ][::std::mem::size_of::<CUpti_ActivityDeviceAttribute>() - 24usize];
    [
        "Alignment of CUpti_ActivityDeviceAttribute",
    ][::std::mem::align_of::<CUpti_ActivityDeviceAttribute>() - 8usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute::kind",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute::flags",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute, deviceId) - 8usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute::attribute",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute, attribute) - 12usize];
    [
        "Offset of field: CUpti_ActivityDeviceAttribute::value",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceAttribute, value) - 16usize];
};
impl Default for CUpti_ActivityDeviceAttribute {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityContext3 {
    pub kind: CUpti_ActivityKind,
    pub contextId: u32,
    pub deviceId: u32,
    pub computeApiKind: u16,
    pub nullStreamId: u16,
    pub parentContextId: u32,
    pub isGreenContext: u8,
    pub padding: u8,
    pub numMultiprocessors: u16,
    pub cigMode: CUpti_ContextCigMode,
    pub padding2: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityContext3",
    ][::std::mem::size_of::<CUpti_ActivityContext3>() - 32usize];
    [
        "Alignment of CUpti_ActivityContext3",
    ][::std::mem::align_of::<CUpti_ActivityContext3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityContext3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityContext3::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, contextId) - 4usize];
    [
        "Offset of field: CUpti_ActivityContext3::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, deviceId) - 8usize];
    [
        "Offset of field: CUpti_ActivityContext3::computeApiKind",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, computeApiKind) - 12usize];
    [
        "Offset of field: CUpti_ActivityContext3::nullStreamId",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, nullStreamId) - 14usize];
    [
        "Offset of field: CUpti_ActivityContext3::parentContextId",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, parentContextId) - 16usize];
    [
        "Offset of field: CUpti_ActivityContext3::isGreenContext",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, isGreenContext) - 20usize];
    [
        "Offset of field: CUpti_ActivityContext3::padding",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, padding) - 21usize];
    [
        "Offset of field: CUpti_ActivityContext3::numMultiprocessors",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, numMultiprocessors) - 22usize];
    [
        "Offset of field: CUpti_ActivityContext3::cigMode",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, cigMode) - 24usize];
    [
        "Offset of field: CUpti_ActivityContext3::padding2",
    ][::std::mem::offset_of!(CUpti_ActivityContext3, padding2) - 28usize];
};
impl Default for CUpti_ActivityContext3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityName {
    pub kind: CUpti_ActivityKind,
    pub objectKind: CUpti_ActivityObjectKind,
    pub objectId: CUpti_ActivityObjectKindId,
    pub pad: u32,
    pub name: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityName",
    ][::std::mem::size_of::<CUpti_ActivityName>() - 32usize];
    [
        "Alignment of CUpti_ActivityName",
    ][::std::mem::align_of::<CUpti_ActivityName>() - 8usize];
    [
        "Offset of field: CUpti_ActivityName::kind",
    ][::std::mem::offset_of!(CUpti_ActivityName, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityName::objectKind",
    ][::std::mem::offset_of!(CUpti_ActivityName, objectKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityName::objectId",
    ][::std::mem::offset_of!(CUpti_ActivityName, objectId) - 8usize];
    [
        "Offset of field: CUpti_ActivityName::pad",
    ][::std::mem::offset_of!(CUpti_ActivityName, pad) - 20usize];
    [
        "Offset of field: CUpti_ActivityName::name",
    ][::std::mem::offset_of!(CUpti_ActivityName, name) - 24usize];
};
impl Default for CUpti_ActivityName {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMarker2 {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub timestamp: u64,
    pub id: u32,
    pub objectKind: CUpti_ActivityObjectKind,
    pub objectId: CUpti_ActivityObjectKindId,
    pub pad: u32,
    pub name: *const ::std::os::raw::c_char,
    pub domain: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMarker2",
    ][::std::mem::size_of::<CUpti_ActivityMarker2>() - 56usize];
    [
        "Alignment of CUpti_ActivityMarker2",
    ][::std::mem::align_of::<CUpti_ActivityMarker2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMarker2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMarker2::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityMarker2::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, timestamp) - 8usize];
    [
        "Offset of field: CUpti_ActivityMarker2::id",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, id) - 16usize];
    [
        "Offset of field: CUpti_ActivityMarker2::objectKind",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, objectKind) - 20usize];
    [
        "Offset of field: CUpti_ActivityMarker2::objectId",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, objectId) - 24usize];
    [
        "Offset of field: CUpti_ActivityMarker2::pad",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, pad) - 36usize];
    [
        "Offset of field: CUpti_ActivityMarker2::name",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, name) - 40usize];
    [
        "Offset of field: CUpti_ActivityMarker2::domain",
    ][::std::mem::offset_of!(CUpti_ActivityMarker2, domain) - 48usize];
};
impl Default for CUpti_ActivityMarker2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityMarkerData2 {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub id: u32,
    pub payloadKind: CUpti_MetricValueKind,
    pub payload: CUpti_MetricValue,
    pub color: u32,
    pub category: u32,
    pub cuptiDomainId: u32,
    pub padding: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMarkerData2",
    ][::std::mem::size_of::<CUpti_ActivityMarkerData2>() - 40usize];
    [
        "Alignment of CUpti_ActivityMarkerData2",
    ][::std::mem::align_of::<CUpti_ActivityMarkerData2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::flags",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::id",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, id) - 8usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::payloadKind",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, payloadKind) - 12usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::payload",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, payload) - 16usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::color",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, color) - 24usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::category",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, category) - 28usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::cuptiDomainId",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, cuptiDomainId) - 32usize];
    [
        "Offset of field: CUpti_ActivityMarkerData2::padding",
    ][::std::mem::offset_of!(CUpti_ActivityMarkerData2, padding) - 36usize];
};
impl Default for CUpti_ActivityMarkerData2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityOverhead3 {
    pub kind: CUpti_ActivityKind,
    pub overheadKind: CUpti_ActivityOverheadKind,
    pub objectKind: CUpti_ActivityObjectKind,
    pub objectId: CUpti_ActivityObjectKindId,
    pub start: u64,
    pub end: u64,
    pub correlationId: u32,
    pub reserved0: u32,
    pub overheadData: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOverhead3",
    ][::std::mem::size_of::<CUpti_ActivityOverhead3>() - 56usize];
    [
        "Alignment of CUpti_ActivityOverhead3",
    ][::std::mem::align_of::<CUpti_ActivityOverhead3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::overheadKind",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, overheadKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::objectKind",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, objectKind) - 8usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::objectId",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, objectId) - 12usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::start",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, start) - 24usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::end",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, end) - 32usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, correlationId) - 40usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, reserved0) - 44usize];
    [
        "Offset of field: CUpti_ActivityOverhead3::overheadData",
    ][::std::mem::offset_of!(CUpti_ActivityOverhead3, overheadData) - 48usize];
};
impl Default for CUpti_ActivityOverhead3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityEnvironment {
    pub kind: CUpti_ActivityKind,
    pub deviceId: u32,
    pub timestamp: u64,
    pub environmentKind: CUpti_ActivityEnvironmentKind,
    pub data: CUpti_ActivityEnvironment__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityEnvironment__bindgen_ty_1 {
    pub speed: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1,
    pub temperature: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2,
    pub power: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3,
    pub cooling: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1 {
    pub smClock: u32,
    pub memoryClock: u32,
    pub pcieLinkGen: u32,
    pub pcieLinkWidth: u32,
    pub clocksThrottleReasons: CUpti_EnvironmentClocksThrottleReason,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1>()
        - 20usize];
    [
        "Alignment of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1::smClock",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1, smClock
    ) - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1::memoryClock",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1, memoryClock
    ) - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1::pcieLinkGen",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1, pcieLinkGen
    ) - 8usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1::pcieLinkWidth",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1, pcieLinkWidth
    ) - 12usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1::clocksThrottleReasons",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1, clocksThrottleReasons
    ) - 16usize];
};
impl Default for CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2 {
    pub gpuTemperature: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2>()
        - 4usize];
    [
        "Alignment of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2::gpuTemperature",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2, gpuTemperature
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3 {
    pub power: u32,
    pub powerLimit: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3>()
        - 8usize];
    [
        "Alignment of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3::power",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3, power
    ) - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3::powerLimit",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3, powerLimit
    ) - 4usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4 {
    pub fanSpeed: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4>()
        - 4usize];
    [
        "Alignment of CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4::fanSpeed",
    ][::std::mem::offset_of!(
        CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4, fanSpeed
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment__bindgen_ty_1>() - 20usize];
    [
        "Alignment of CUpti_ActivityEnvironment__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1::speed",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment__bindgen_ty_1, speed) - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1::temperature",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment__bindgen_ty_1, temperature)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1::power",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment__bindgen_ty_1, power) - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment__bindgen_ty_1::cooling",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment__bindgen_ty_1, cooling) - 0usize];
};
impl Default for CUpti_ActivityEnvironment__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityEnvironment",
    ][::std::mem::size_of::<CUpti_ActivityEnvironment>() - 40usize];
    [
        "Alignment of CUpti_ActivityEnvironment",
    ][::std::mem::align_of::<CUpti_ActivityEnvironment>() - 8usize];
    [
        "Offset of field: CUpti_ActivityEnvironment::kind",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityEnvironment::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment, deviceId) - 4usize];
    [
        "Offset of field: CUpti_ActivityEnvironment::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment, timestamp) - 8usize];
    [
        "Offset of field: CUpti_ActivityEnvironment::environmentKind",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment, environmentKind) - 16usize];
    [
        "Offset of field: CUpti_ActivityEnvironment::data",
    ][::std::mem::offset_of!(CUpti_ActivityEnvironment, data) - 20usize];
};
impl Default for CUpti_ActivityEnvironment {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityInstructionExecution {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub sourceLocatorId: u32,
    pub correlationId: u32,
    pub functionId: u32,
    pub pcOffset: u32,
    pub threadsExecuted: u64,
    pub notPredOffThreadsExecuted: u64,
    pub executed: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstructionExecution",
    ][::std::mem::size_of::<CUpti_ActivityInstructionExecution>() - 48usize];
    [
        "Alignment of CUpti_ActivityInstructionExecution",
    ][::std::mem::align_of::<CUpti_ActivityInstructionExecution>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::flags",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, sourceLocatorId)
        - 8usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, correlationId)
        - 12usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::functionId",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, functionId) - 16usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, pcOffset) - 20usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::threadsExecuted",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, threadsExecuted)
        - 24usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::notPredOffThreadsExecuted",
    ][::std::mem::offset_of!(
        CUpti_ActivityInstructionExecution, notPredOffThreadsExecuted
    ) - 32usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::executed",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, executed) - 40usize];
    [
        "Offset of field: CUpti_ActivityInstructionExecution::pad",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionExecution, pad) - 44usize];
};
impl Default for CUpti_ActivityInstructionExecution {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityPCSampling3 {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub sourceLocatorId: u32,
    pub correlationId: u32,
    pub functionId: u32,
    pub latencySamples: u32,
    pub samples: u32,
    pub stallReason: CUpti_ActivityPCSamplingStallReason,
    pub pcOffset: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPCSampling3",
    ][::std::mem::size_of::<CUpti_ActivityPCSampling3>() - 40usize];
    [
        "Alignment of CUpti_ActivityPCSampling3",
    ][::std::mem::align_of::<CUpti_ActivityPCSampling3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::flags",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, sourceLocatorId) - 8usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, correlationId) - 12usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::functionId",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, functionId) - 16usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::latencySamples",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, latencySamples) - 20usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::samples",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, samples) - 24usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::stallReason",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, stallReason) - 28usize];
    [
        "Offset of field: CUpti_ActivityPCSampling3::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivityPCSampling3, pcOffset) - 32usize];
};
impl Default for CUpti_ActivityPCSampling3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityPCSamplingRecordInfo {
    pub kind: CUpti_ActivityKind,
    pub correlationId: u32,
    pub totalSamples: u64,
    pub droppedSamples: u64,
    pub samplingPeriodInCycles: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPCSamplingRecordInfo",
    ][::std::mem::size_of::<CUpti_ActivityPCSamplingRecordInfo>() - 32usize];
    [
        "Alignment of CUpti_ActivityPCSamplingRecordInfo",
    ][::std::mem::align_of::<CUpti_ActivityPCSamplingRecordInfo>() - 8usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingRecordInfo::kind",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingRecordInfo, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingRecordInfo::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingRecordInfo, correlationId)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingRecordInfo::totalSamples",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingRecordInfo, totalSamples) - 8usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingRecordInfo::droppedSamples",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingRecordInfo, droppedSamples)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityPCSamplingRecordInfo::samplingPeriodInCycles",
    ][::std::mem::offset_of!(CUpti_ActivityPCSamplingRecordInfo, samplingPeriodInCycles)
        - 24usize];
};
impl Default for CUpti_ActivityPCSamplingRecordInfo {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityUnifiedMemoryCounter3 {
    pub kind: CUpti_ActivityKind,
    pub counterKind: CUpti_ActivityUnifiedMemoryCounterKind,
    pub value: u64,
    pub start: u64,
    pub end: u64,
    pub address: u64,
    pub srcId: u32,
    pub dstId: u32,
    pub streamId: u32,
    pub processId: u32,
    pub flags: u32,
    pub pad: u32,
    pub processors: [u64; 5usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityUnifiedMemoryCounter3",
    ][::std::mem::size_of::<CUpti_ActivityUnifiedMemoryCounter3>() - 104usize];
    [
        "Alignment of CUpti_ActivityUnifiedMemoryCounter3",
    ][::std::mem::align_of::<CUpti_ActivityUnifiedMemoryCounter3>() - 8usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::kind",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::counterKind",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, counterKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::value",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::start",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::end",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::address",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, address) - 32usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::srcId",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, srcId) - 40usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::dstId",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, dstId) - 44usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, streamId) - 48usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::processId",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, processId) - 52usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::flags",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, flags) - 56usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::pad",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, pad) - 60usize];
    [
        "Offset of field: CUpti_ActivityUnifiedMemoryCounter3::processors",
    ][::std::mem::offset_of!(CUpti_ActivityUnifiedMemoryCounter3, processors) - 64usize];
};
impl Default for CUpti_ActivityUnifiedMemoryCounter3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityFunction {
    pub kind: CUpti_ActivityKind,
    pub id: u32,
    pub contextId: u32,
    pub moduleId: u32,
    pub functionIndex: u32,
    pub pad: u32,
    pub name: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityFunction",
    ][::std::mem::size_of::<CUpti_ActivityFunction>() - 32usize];
    [
        "Alignment of CUpti_ActivityFunction",
    ][::std::mem::align_of::<CUpti_ActivityFunction>() - 8usize];
    [
        "Offset of field: CUpti_ActivityFunction::kind",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityFunction::id",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityFunction::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, contextId) - 8usize];
    [
        "Offset of field: CUpti_ActivityFunction::moduleId",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, moduleId) - 12usize];
    [
        "Offset of field: CUpti_ActivityFunction::functionIndex",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, functionIndex) - 16usize];
    [
        "Offset of field: CUpti_ActivityFunction::pad",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, pad) - 20usize];
    [
        "Offset of field: CUpti_ActivityFunction::name",
    ][::std::mem::offset_of!(CUpti_ActivityFunction, name) - 24usize];
};
impl Default for CUpti_ActivityFunction {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityModule {
    pub kind: CUpti_ActivityKind,
    pub contextId: u32,
    pub id: u32,
    pub cubinSize: u32,
    pub cubin: *const ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityModule",
    ][::std::mem::size_of::<CUpti_ActivityModule>() - 24usize];
    [
        "Alignment of CUpti_ActivityModule",
    ][::std::mem::align_of::<CUpti_ActivityModule>() - 8usize];
    [
        "Offset of field: CUpti_ActivityModule::kind",
    ][::std::mem::offset_of!(CUpti_ActivityModule, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityModule::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityModule, contextId) - 4usize];
    [
        "Offset of field: CUpti_ActivityModule::id",
    ][::std::mem::offset_of!(CUpti_ActivityModule, id) - 8usize];
    [
        "Offset of field: CUpti_ActivityModule::cubinSize",
    ][::std::mem::offset_of!(CUpti_ActivityModule, cubinSize) - 12usize];
    [
        "Offset of field: CUpti_ActivityModule::cubin",
    ][::std::mem::offset_of!(CUpti_ActivityModule, cubin) - 16usize];
};
impl Default for CUpti_ActivityModule {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivitySharedAccess {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub sourceLocatorId: u32,
    pub correlationId: u32,
    pub functionId: u32,
    pub pcOffset: u32,
    pub threadsExecuted: u64,
    pub sharedTransactions: u64,
    pub theoreticalSharedTransactions: u64,
    pub executed: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivitySharedAccess",
    ][::std::mem::size_of::<CUpti_ActivitySharedAccess>() - 56usize];
    [
        "Alignment of CUpti_ActivitySharedAccess",
    ][::std::mem::align_of::<CUpti_ActivitySharedAccess>() - 8usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::kind",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::flags",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, sourceLocatorId) - 8usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, correlationId) - 12usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::functionId",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, functionId) - 16usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, pcOffset) - 20usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::threadsExecuted",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, threadsExecuted) - 24usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::sharedTransactions",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, sharedTransactions) - 32usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::theoreticalSharedTransactions",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, theoreticalSharedTransactions)
        - 40usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::executed",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, executed) - 48usize];
    [
        "Offset of field: CUpti_ActivitySharedAccess::pad",
    ][::std::mem::offset_of!(CUpti_ActivitySharedAccess, pad) - 52usize];
};
impl Default for CUpti_ActivitySharedAccess {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityCudaEvent2 {
    pub kind: CUpti_ActivityKind,
    pub correlationId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub eventId: u32,
    pub pad: u32,
    pub deviceId: u32,
    pub pad2: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub deviceTimestamp: u64,
    pub cudaEventSyncId: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityCudaEvent2",
    ][::std::mem::size_of::<CUpti_ActivityCudaEvent2>() - 56usize];
    [
        "Alignment of CUpti_ActivityCudaEvent2",
    ][::std::mem::align_of::<CUpti_ActivityCudaEvent2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, correlationId) - 4usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, contextId) - 8usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, streamId) - 12usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::eventId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, eventId) - 16usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::pad",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, pad) - 20usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, deviceId) - 24usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::pad2",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, pad2) - 28usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, reserved0) - 32usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::deviceTimestamp",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, deviceTimestamp) - 40usize];
    [
        "Offset of field: CUpti_ActivityCudaEvent2::cudaEventSyncId",
    ][::std::mem::offset_of!(CUpti_ActivityCudaEvent2, cudaEventSyncId) - 48usize];
};
impl Default for CUpti_ActivityCudaEvent2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityStream {
    pub kind: CUpti_ActivityKind,
    pub contextId: u32,
    pub streamId: u32,
    pub priority: u32,
    pub flag: CUpti_ActivityStreamFlag,
    pub correlationId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityStream",
    ][::std::mem::size_of::<CUpti_ActivityStream>() - 24usize];
    [
        "Alignment of CUpti_ActivityStream",
    ][::std::mem::align_of::<CUpti_ActivityStream>() - 8usize];
    [
        "Offset of field: CUpti_ActivityStream::kind",
    ][::std::mem::offset_of!(CUpti_ActivityStream, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityStream::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityStream, contextId) - 4usize];
    [
        "Offset of field: CUpti_ActivityStream::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityStream, streamId) - 8usize];
    [
        "Offset of field: CUpti_ActivityStream::priority",
    ][::std::mem::offset_of!(CUpti_ActivityStream, priority) - 12usize];
    [
        "Offset of field: CUpti_ActivityStream::flag",
    ][::std::mem::offset_of!(CUpti_ActivityStream, flag) - 16usize];
    [
        "Offset of field: CUpti_ActivityStream::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityStream, correlationId) - 20usize];
};
impl Default for CUpti_ActivityStream {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivitySynchronization2 {
    pub kind: CUpti_ActivityKind,
    pub type_: CUpti_ActivitySynchronizationType,
    pub start: u64,
    pub end: u64,
    pub correlationId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub cudaEventId: u32,
    pub cudaEventSyncId: u64,
    pub returnValue: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivitySynchronization2",
    ][::std::mem::size_of::<CUpti_ActivitySynchronization2>() - 56usize];
    [
        "Alignment of CUpti_ActivitySynchronization2",
    ][::std::mem::align_of::<CUpti_ActivitySynchronization2>() - 8usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::kind",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::type_",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, type_) - 4usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::start",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, start) - 8usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::end",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, end) - 16usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, correlationId) - 24usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::contextId",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, contextId) - 28usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::streamId",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, streamId) - 32usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::cudaEventId",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, cudaEventId) - 36usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::cudaEventSyncId",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, cudaEventSyncId) - 40usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::returnValue",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, returnValue) - 48usize];
    [
        "Offset of field: CUpti_ActivitySynchronization2::pad",
    ][::std::mem::offset_of!(CUpti_ActivitySynchronization2, pad) - 52usize];
};
impl Default for CUpti_ActivitySynchronization2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityInstructionCorrelation {
    pub kind: CUpti_ActivityKind,
    pub flags: CUpti_ActivityFlag,
    pub sourceLocatorId: u32,
    pub functionId: u32,
    pub pcOffset: u32,
    pub pad: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstructionCorrelation",
    ][::std::mem::size_of::<CUpti_ActivityInstructionCorrelation>() - 24usize];
    [
        "Alignment of CUpti_ActivityInstructionCorrelation",
    ][::std::mem::align_of::<CUpti_ActivityInstructionCorrelation>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::flags",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, flags) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::sourceLocatorId",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, sourceLocatorId)
        - 8usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::functionId",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, functionId)
        - 12usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::pcOffset",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, pcOffset) - 16usize];
    [
        "Offset of field: CUpti_ActivityInstructionCorrelation::pad",
    ][::std::mem::offset_of!(CUpti_ActivityInstructionCorrelation, pad) - 20usize];
};
impl Default for CUpti_ActivityInstructionCorrelation {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_OpenAccEventKind {
    pub const CUPTI_OPENACC_EVENT_KIND_INVALID: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        0,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_DEVICE_INIT: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        1,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_DEVICE_SHUTDOWN: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        2,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_RUNTIME_SHUTDOWN: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        3,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_ENQUEUE_LAUNCH: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        4,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_ENQUEUE_UPLOAD: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        5,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_ENQUEUE_DOWNLOAD: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        6,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_WAIT: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        7,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_IMPLICIT_WAIT: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        8,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_COMPUTE_CONSTRUCT: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        9,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_UPDATE: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        10,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_ENTER_DATA: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        11,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_EXIT_DATA: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        12,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_CREATE: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        13,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_DELETE: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        14,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_ALLOC: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        15,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_FREE: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        16,
    );
    pub const CUPTI_OPENACC_EVENT_KIND_FORCE_INT: CUpti_OpenAccEventKind = CUpti_OpenAccEventKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_OpenAccEventKind(pub ::std::os::raw::c_uint);
impl CUpti_OpenAccConstructKind {
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_UNKNOWN: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        0,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_PARALLEL: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        1,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_KERNELS: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        2,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_LOOP: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        3,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_DATA: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        4,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_ENTER_DATA: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        5,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_EXIT_DATA: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        6,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_HOST_DATA: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        7,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_ATOMIC: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        8,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_DECLARE: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        9,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_INIT: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        10,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_SHUTDOWN: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        11,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_SET: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        12,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_UPDATE: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        13,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_ROUTINE: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        14,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_WAIT: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        15,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_RUNTIME_API: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        16,
    );
    pub const CUPTI_OPENACC_CONSTRUCT_KIND_FORCE_INT: CUpti_OpenAccConstructKind = CUpti_OpenAccConstructKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_OpenAccConstructKind(pub ::std::os::raw::c_uint);
impl CUpti_OpenMpEventKind {
    pub const CUPTI_OPENMP_EVENT_KIND_INVALID: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        0,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_PARALLEL: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        1,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_TASK: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        2,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_THREAD: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        3,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_IDLE: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        4,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_WAIT_BARRIER: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        5,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_WAIT_TASKWAIT: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        6,
    );
    pub const CUPTI_OPENMP_EVENT_KIND_FORCE_INT: CUpti_OpenMpEventKind = CUpti_OpenMpEventKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_OpenMpEventKind(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityOpenAcc {
    pub kind: CUpti_ActivityKind,
    pub eventKind: CUpti_OpenAccEventKind,
    pub parentConstruct: CUpti_OpenAccConstructKind,
    pub version: u32,
    pub implicit: u32,
    pub deviceType: u32,
    pub deviceNumber: u32,
    pub threadId: u32,
    pub async_: u64,
    pub asyncMap: u64,
    pub lineNo: u32,
    pub endLineNo: u32,
    pub funcLineNo: u32,
    pub funcEndLineNo: u32,
    pub start: u64,
    pub end: u64,
    pub cuDeviceId: u32,
    pub cuContextId: u32,
    pub cuStreamId: u32,
    pub cuProcessId: u32,
    pub cuThreadId: u32,
    pub externalId: u32,
    pub srcFile: *const ::std::os::raw::c_char,
    pub funcName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOpenAcc",
    ][::std::mem::size_of::<CUpti_ActivityOpenAcc>() - 120usize];
    [
        "Alignment of CUpti_ActivityOpenAcc",
    ][::std::mem::align_of::<CUpti_ActivityOpenAcc>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::eventKind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, eventKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::parentConstruct",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, parentConstruct) - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::version",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, version) - 12usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::implicit",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, implicit) - 16usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::deviceType",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, deviceType) - 20usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::deviceNumber",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, deviceNumber) - 24usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, threadId) - 28usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::async_",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, async_) - 32usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::asyncMap",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, asyncMap) - 40usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::lineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, lineNo) - 48usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::endLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, endLineNo) - 52usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::funcLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, funcLineNo) - 56usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::funcEndLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, funcEndLineNo) - 60usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::start",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, start) - 64usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::end",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, end) - 72usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::cuDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, cuDeviceId) - 80usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::cuContextId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, cuContextId) - 84usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::cuStreamId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, cuStreamId) - 88usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::cuProcessId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, cuProcessId) - 92usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::cuThreadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, cuThreadId) - 96usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::externalId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, externalId) - 100usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::srcFile",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, srcFile) - 104usize];
    [
        "Offset of field: CUpti_ActivityOpenAcc::funcName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAcc, funcName) - 112usize];
};
impl Default for CUpti_ActivityOpenAcc {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityOpenAccData {
    pub kind: CUpti_ActivityKind,
    pub eventKind: CUpti_OpenAccEventKind,
    pub parentConstruct: CUpti_OpenAccConstructKind,
    pub version: u32,
    pub implicit: u32,
    pub deviceType: u32,
    pub deviceNumber: u32,
    pub threadId: u32,
    pub async_: u64,
    pub asyncMap: u64,
    pub lineNo: u32,
    pub endLineNo: u32,
    pub funcLineNo: u32,
    pub funcEndLineNo: u32,
    pub start: u64,
    pub end: u64,
    pub cuDeviceId: u32,
    pub cuContextId: u32,
    pub cuStreamId: u32,
    pub cuProcessId: u32,
    pub cuThreadId: u32,
    pub externalId: u32,
    pub srcFile: *const ::std::os::raw::c_char,
    pub funcName: *const ::std::os::raw::c_char,
    pub bytes: u64,
    pub hostPtr: u64,
    pub devicePtr: u64,
    pub varName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOpenAccData",
    ][::std::mem::size_of::<CUpti_ActivityOpenAccData>() - 152usize];
    [
        "Alignment of CUpti_ActivityOpenAccData",
    ][::std::mem::align_of::<CUpti_ActivityOpenAccData>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::eventKind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, eventKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::parentConstruct",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, parentConstruct) - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::version",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, version) - 12usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::implicit",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, implicit) - 16usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::deviceType",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, deviceType) - 20usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::deviceNumber",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, deviceNumber) - 24usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, threadId) - 28usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::async_",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, async_) - 32usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::asyncMap",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, asyncMap) - 40usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::lineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, lineNo) - 48usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::endLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, endLineNo) - 52usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::funcLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, funcLineNo) - 56usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::funcEndLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, funcEndLineNo) - 60usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::start",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, start) - 64usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::end",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, end) - 72usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::cuDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, cuDeviceId) - 80usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::cuContextId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, cuContextId) - 84usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::cuStreamId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, cuStreamId) - 88usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::cuProcessId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, cuProcessId) - 92usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::cuThreadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, cuThreadId) - 96usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::externalId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, externalId) - 100usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::srcFile",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, srcFile) - 104usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::funcName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, funcName) - 112usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::bytes",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, bytes) - 120usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::hostPtr",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, hostPtr) - 128usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::devicePtr",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, devicePtr) - 136usize];
    [
        "Offset of field: CUpti_ActivityOpenAccData::varName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccData, varName) - 144usize];
};
impl Default for CUpti_ActivityOpenAccData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityOpenAccLaunch {
    pub kind: CUpti_ActivityKind,
    pub eventKind: CUpti_OpenAccEventKind,
    pub parentConstruct: CUpti_OpenAccConstructKind,
    pub version: u32,
    pub implicit: u32,
    pub deviceType: u32,
    pub deviceNumber: u32,
    pub threadId: u32,
    pub async_: u64,
    pub asyncMap: u64,
    pub lineNo: u32,
    pub endLineNo: u32,
    pub funcLineNo: u32,
    pub funcEndLineNo: u32,
    pub start: u64,
    pub end: u64,
    pub cuDeviceId: u32,
    pub cuContextId: u32,
    pub cuStreamId: u32,
    pub cuProcessId: u32,
    pub cuThreadId: u32,
    pub externalId: u32,
    pub srcFile: *const ::std::os::raw::c_char,
    pub funcName: *const ::std::os::raw::c_char,
    pub numGangs: u64,
    pub numWorkers: u64,
    pub vectorLength: u64,
    pub kernelName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOpenAccLaunch",
    ][::std::mem::size_of::<CUpti_ActivityOpenAccLaunch>() - 152usize];
    [
        "Alignment of CUpti_ActivityOpenAccLaunch",
    ][::std::mem::align_of::<CUpti_ActivityOpenAccLaunch>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::eventKind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, eventKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::parentConstruct",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, parentConstruct) - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::version",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, version) - 12usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::implicit",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, implicit) - 16usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::deviceType",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, deviceType) - 20usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::deviceNumber",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, deviceNumber) - 24usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, threadId) - 28usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::async_",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, async_) - 32usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::asyncMap",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, asyncMap) - 40usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::lineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, lineNo) - 48usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::endLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, endLineNo) - 52usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::funcLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, funcLineNo) - 56usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::funcEndLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, funcEndLineNo) - 60usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::start",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, start) - 64usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::end",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, end) - 72usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::cuDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, cuDeviceId) - 80usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::cuContextId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, cuContextId) - 84usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::cuStreamId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, cuStreamId) - 88usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::cuProcessId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, cuProcessId) - 92usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::cuThreadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, cuThreadId) - 96usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::externalId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, externalId) - 100usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::srcFile",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, srcFile) - 104usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::funcName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, funcName) - 112usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::numGangs",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, numGangs) - 120usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::numWorkers",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, numWorkers) - 128usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::vectorLength",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, vectorLength) - 136usize];
    [
        "Offset of field: CUpti_ActivityOpenAccLaunch::kernelName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccLaunch, kernelName) - 144usize];
};
impl Default for CUpti_ActivityOpenAccLaunch {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityOpenAccOther {
    pub kind: CUpti_ActivityKind,
    pub eventKind: CUpti_OpenAccEventKind,
    pub parentConstruct: CUpti_OpenAccConstructKind,
    pub version: u32,
    pub implicit: u32,
    pub deviceType: u32,
    pub deviceNumber: u32,
    pub threadId: u32,
    pub async_: u64,
    pub asyncMap: u64,
    pub lineNo: u32,
    pub endLineNo: u32,
    pub funcLineNo: u32,
    pub funcEndLineNo: u32,
    pub start: u64,
    pub end: u64,
    pub cuDeviceId: u32,
    pub cuContextId: u32,
    pub cuStreamId: u32,
    pub cuProcessId: u32,
    pub cuThreadId: u32,
    pub externalId: u32,
    pub srcFile: *const ::std::os::raw::c_char,
    pub funcName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOpenAccOther",
    ][::std::mem::size_of::<CUpti_ActivityOpenAccOther>() - 120usize];
    [
        "Alignment of CUpti_ActivityOpenAccOther",
    ][::std::mem::align_of::<CUpti_ActivityOpenAccOther>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::eventKind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, eventKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::parentConstruct",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, parentConstruct) - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::version",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, version) - 12usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::implicit",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, implicit) - 16usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::deviceType",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, deviceType) - 20usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::deviceNumber",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, deviceNumber) - 24usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, threadId) - 28usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::async_",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, async_) - 32usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::asyncMap",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, asyncMap) - 40usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::lineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, lineNo) - 48usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::endLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, endLineNo) - 52usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::funcLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, funcLineNo) - 56usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::funcEndLineNo",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, funcEndLineNo) - 60usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::start",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, start) - 64usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::end",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, end) - 72usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::cuDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, cuDeviceId) - 80usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::cuContextId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, cuContextId) - 84usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::cuStreamId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, cuStreamId) - 88usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::cuProcessId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, cuProcessId) - 92usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::cuThreadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, cuThreadId) - 96usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::externalId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, externalId) - 100usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::srcFile",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, srcFile) - 104usize];
    [
        "Offset of field: CUpti_ActivityOpenAccOther::funcName",
    ][::std::mem::offset_of!(CUpti_ActivityOpenAccOther, funcName) - 112usize];
};
impl Default for CUpti_ActivityOpenAccOther {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityOpenMp {
    pub kind: CUpti_ActivityKind,
    pub eventKind: CUpti_OpenMpEventKind,
    pub version: u32,
    pub threadId: u32,
    pub start: u64,
    pub end: u64,
    pub cuProcessId: u32,
    pub cuThreadId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityOpenMp",
    ][::std::mem::size_of::<CUpti_ActivityOpenMp>() - 40usize];
    [
        "Alignment of CUpti_ActivityOpenMp",
    ][::std::mem::align_of::<CUpti_ActivityOpenMp>() - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::kind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::eventKind",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, eventKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::version",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, version) - 8usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, threadId) - 12usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::start",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::end",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::cuProcessId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, cuProcessId) - 32usize];
    [
        "Offset of field: CUpti_ActivityOpenMp::cuThreadId",
    ][::std::mem::offset_of!(CUpti_ActivityOpenMp, cuThreadId) - 36usize];
};
impl Default for CUpti_ActivityOpenMp {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_ExternalCorrelationKind {
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_INVALID: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        0,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        1,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_OPENACC: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        2,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        3,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        4,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        5,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_SIZE: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        6,
    );
    pub const CUPTI_EXTERNAL_CORRELATION_KIND_FORCE_INT: CUpti_ExternalCorrelationKind = CUpti_ExternalCorrelationKind(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ExternalCorrelationKind(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityExternalCorrelation {
    pub kind: CUpti_ActivityKind,
    pub externalKind: CUpti_ExternalCorrelationKind,
    pub externalId: u64,
    pub correlationId: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityExternalCorrelation",
    ][::std::mem::size_of::<CUpti_ActivityExternalCorrelation>() - 24usize];
    [
        "Alignment of CUpti_ActivityExternalCorrelation",
    ][::std::mem::align_of::<CUpti_ActivityExternalCorrelation>() - 8usize];
    [
        "Offset of field: CUpti_ActivityExternalCorrelation::kind",
    ][::std::mem::offset_of!(CUpti_ActivityExternalCorrelation, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityExternalCorrelation::externalKind",
    ][::std::mem::offset_of!(CUpti_ActivityExternalCorrelation, externalKind) - 4usize];
    [
        "Offset of field: CUpti_ActivityExternalCorrelation::externalId",
    ][::std::mem::offset_of!(CUpti_ActivityExternalCorrelation, externalId) - 8usize];
    [
        "Offset of field: CUpti_ActivityExternalCorrelation::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityExternalCorrelation, correlationId)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityExternalCorrelation::reserved",
    ][::std::mem::offset_of!(CUpti_ActivityExternalCorrelation, reserved) - 20usize];
};
impl Default for CUpti_ActivityExternalCorrelation {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_DevType {
    pub const CUPTI_DEV_TYPE_INVALID: CUpti_DevType = CUpti_DevType(0);
    pub const CUPTI_DEV_TYPE_GPU: CUpti_DevType = CUpti_DevType(1);
    pub const CUPTI_DEV_TYPE_NPU: CUpti_DevType = CUpti_DevType(2);
    pub const CUPTI_DEV_TYPE_FORCE_INT: CUpti_DevType = CUpti_DevType(2147483647);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_DevType(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityNvLink4 {
    pub kind: CUpti_ActivityKind,
    pub nvlinkVersion: u32,
    pub typeDev0: CUpti_DevType,
    pub typeDev1: CUpti_DevType,
    pub idDev0: CUpti_ActivityNvLink4__bindgen_ty_1,
    pub idDev1: CUpti_ActivityNvLink4__bindgen_ty_2,
    pub flag: u32,
    pub physicalNvLinkCount: u32,
    pub portDev0: [i8; 32usize],
    pub portDev1: [i8; 32usize],
    pub bandwidth: u64,
    pub nvswitchConnected: u8,
    pub pad: [u8; 7usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityNvLink4__bindgen_ty_1 {
    pub uuidDev: CUuuid,
    pub npu: CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1 {
    pub index: u32,
    pub domainId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Alignment of CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1::index",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1, index)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1::domainId",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1, domainId)
        - 4usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityNvLink4__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityNvLink4__bindgen_ty_1>() - 16usize];
    [
        "Alignment of CUpti_ActivityNvLink4__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityNvLink4__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_1::uuidDev",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_1, uuidDev) - 0usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_1::npu",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_1, npu) - 0usize];
};
impl Default for CUpti_ActivityNvLink4__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityNvLink4__bindgen_ty_2 {
    pub uuidDev: CUuuid,
    pub npu: CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1 {
    pub index: u32,
    pub domainId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1>()
        - 8usize];
    [
        "Alignment of CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1>()
        - 4usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1::index",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1, index)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1::domainId",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1, domainId)
        - 4usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityNvLink4__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityNvLink4__bindgen_ty_2>() - 16usize];
    [
        "Alignment of CUpti_ActivityNvLink4__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityNvLink4__bindgen_ty_2>() - 4usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_2::uuidDev",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_2, uuidDev) - 0usize];
    [
        "Offset of field: CUpti_ActivityNvLink4__bindgen_ty_2::npu",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4__bindgen_ty_2, npu) - 0usize];
};
impl Default for CUpti_ActivityNvLink4__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityNvLink4",
    ][::std::mem::size_of::<CUpti_ActivityNvLink4>() - 136usize];
    [
        "Alignment of CUpti_ActivityNvLink4",
    ][::std::mem::align_of::<CUpti_ActivityNvLink4>() - 8usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::kind",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::nvlinkVersion",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, nvlinkVersion) - 4usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::typeDev0",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, typeDev0) - 8usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::typeDev1",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, typeDev1) - 12usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::idDev0",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, idDev0) - 16usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::idDev1",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, idDev1) - 32usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::flag",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, flag) - 48usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::physicalNvLinkCount",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, physicalNvLinkCount) - 52usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::portDev0",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, portDev0) - 56usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::portDev1",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, portDev1) - 88usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::bandwidth",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, bandwidth) - 120usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::nvswitchConnected",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, nvswitchConnected) - 128usize];
    [
        "Offset of field: CUpti_ActivityNvLink4::pad",
    ][::std::mem::offset_of!(CUpti_ActivityNvLink4, pad) - 129usize];
};
impl Default for CUpti_ActivityNvLink4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_PcieDeviceType {
    pub const CUPTI_PCIE_DEVICE_TYPE_GPU: CUpti_PcieDeviceType = CUpti_PcieDeviceType(0);
    pub const CUPTI_PCIE_DEVICE_TYPE_BRIDGE: CUpti_PcieDeviceType = CUpti_PcieDeviceType(
        1,
    );
    pub const CUPTI_PCIE_DEVICE_TYPE_FORCE_INT: CUpti_PcieDeviceType = CUpti_PcieDeviceType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_PcieDeviceType(pub ::std::os::raw::c_uint);
#[repr(C)]
#[repr(align(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityPcie {
    pub kind: CUpti_ActivityKind,
    pub type_: CUpti_PcieDeviceType,
    pub id: CUpti_ActivityPcie__bindgen_ty_1,
    pub domain: u32,
    pub pcieGeneration: u16,
    pub linkRate: u16,
    pub linkWidth: u16,
    pub upstreamBus: u16,
    pub attr: CUpti_ActivityPcie__bindgen_ty_2,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityPcie__bindgen_ty_1 {
    pub devId: CUdevice,
    pub bridgeId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPcie__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityPcie__bindgen_ty_1>() - 4usize];
    [
        "Alignment of CUpti_ActivityPcie__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityPcie__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_1::devId",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_1, devId) - 0usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_1::bridgeId",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_1, bridgeId) - 0usize];
};
impl Default for CUpti_ActivityPcie__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityPcie__bindgen_ty_2 {
    pub gpuAttr: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1,
    pub bridgeAttr: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1 {
    pub uuidDev: CUuuid,
    pub peerDev: [CUdevice; 32usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1>()
        - 144usize];
    [
        "Alignment of CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1::uuidDev",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1, uuidDev)
        - 0usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1::peerDev",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1, peerDev)
        - 16usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2 {
    pub secondaryBus: u16,
    pub deviceId: u16,
    pub vendorId: u16,
    pub pad0: u16,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2>() - 8usize];
    [
        "Alignment of CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2>() - 2usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2::secondaryBus",
    ][::std::mem::offset_of!(
        CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2, secondaryBus
    ) - 0usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2, deviceId)
        - 2usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2::vendorId",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2, vendorId)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2::pad0",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2, pad0)
        - 6usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPcie__bindgen_ty_2",
    ][::std::mem::size_of::<CUpti_ActivityPcie__bindgen_ty_2>() - 144usize];
    [
        "Alignment of CUpti_ActivityPcie__bindgen_ty_2",
    ][::std::mem::align_of::<CUpti_ActivityPcie__bindgen_ty_2>() - 4usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2::gpuAttr",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2, gpuAttr) - 0usize];
    [
        "Offset of field: CUpti_ActivityPcie__bindgen_ty_2::bridgeAttr",
    ][::std::mem::offset_of!(CUpti_ActivityPcie__bindgen_ty_2, bridgeAttr) - 0usize];
};
impl Default for CUpti_ActivityPcie__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityPcie",
    ][::std::mem::size_of::<CUpti_ActivityPcie>() - 168usize];
    [
        "Alignment of CUpti_ActivityPcie",
    ][::std::mem::align_of::<CUpti_ActivityPcie>() - 8usize];
    [
        "Offset of field: CUpti_ActivityPcie::kind",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityPcie::type_",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, type_) - 4usize];
    [
        "Offset of field: CUpti_ActivityPcie::id",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, id) - 8usize];
    [
        "Offset of field: CUpti_ActivityPcie::domain",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, domain) - 12usize];
    [
        "Offset of field: CUpti_ActivityPcie::pcieGeneration",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, pcieGeneration) - 16usize];
    [
        "Offset of field: CUpti_ActivityPcie::linkRate",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, linkRate) - 18usize];
    [
        "Offset of field: CUpti_ActivityPcie::linkWidth",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, linkWidth) - 20usize];
    [
        "Offset of field: CUpti_ActivityPcie::upstreamBus",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, upstreamBus) - 22usize];
    [
        "Offset of field: CUpti_ActivityPcie::attr",
    ][::std::mem::offset_of!(CUpti_ActivityPcie, attr) - 24usize];
};
impl Default for CUpti_ActivityPcie {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_PcieGen {
    pub const CUPTI_PCIE_GEN_GEN1: CUpti_PcieGen = CUpti_PcieGen(1);
    pub const CUPTI_PCIE_GEN_GEN2: CUpti_PcieGen = CUpti_PcieGen(2);
    pub const CUPTI_PCIE_GEN_GEN3: CUpti_PcieGen = CUpti_PcieGen(3);
    pub const CUPTI_PCIE_GEN_GEN4: CUpti_PcieGen = CUpti_PcieGen(4);
    pub const CUPTI_PCIE_GEN_GEN5: CUpti_PcieGen = CUpti_PcieGen(5);
    pub const CUPTI_PCIE_GEN_GEN6: CUpti_PcieGen = CUpti_PcieGen(6);
    pub const CUPTI_PCIE_GEN_FORCE_INT: CUpti_PcieGen = CUpti_PcieGen(2147483647);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_PcieGen(pub ::std::os::raw::c_uint);
impl CUpti_ConfidentialComputeRotationEventType {
    pub const CUPTI_CONFIDENTIAL_COMPUTE_INVALID_ROTATION_EVENT: CUpti_ConfidentialComputeRotationEventType = CUpti_ConfidentialComputeRotationEventType(
        0,
    );
    pub const CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_BLOCKED: CUpti_ConfidentialComputeRotationEventType = CUpti_ConfidentialComputeRotationEventType(
        1,
    );
    pub const CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_DRAINED: CUpti_ConfidentialComputeRotationEventType = CUpti_ConfidentialComputeRotationEventType(
        2,
    );
    pub const CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_UNBLOCKED: CUpti_ConfidentialComputeRotationEventType = CUpti_ConfidentialComputeRotationEventType(
        3,
    );
    pub const CUPTI_CONFIDENTIAL_COMPUTE_EVENT_TYPE_FORCE_INT: CUpti_ConfidentialComputeRotationEventType = CUpti_ConfidentialComputeRotationEventType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ConfidentialComputeRotationEventType(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityConfidentialComputeRotation {
    pub kind: CUpti_ActivityKind,
    pub eventType: CUpti_ConfidentialComputeRotationEventType,
    pub deviceId: u32,
    pub contextId: u32,
    pub channelId: u32,
    pub channelType: CUpti_ChannelType,
    pub timestamp: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityConfidentialComputeRotation",
    ][::std::mem::size_of::<CUpti_ActivityConfidentialComputeRotation>() - 32usize];
    [
        "Alignment of CUpti_ActivityConfidentialComputeRotation",
    ][::std::mem::align_of::<CUpti_ActivityConfidentialComputeRotation>() - 8usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::kind",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::eventType",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, eventType)
        - 4usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, deviceId)
        - 8usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, contextId)
        - 12usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::channelId",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, channelId)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, channelType)
        - 20usize];
    [
        "Offset of field: CUpti_ActivityConfidentialComputeRotation::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityConfidentialComputeRotation, timestamp)
        - 24usize];
};
impl Default for CUpti_ActivityConfidentialComputeRotation {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityInstantaneousEvent {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_EventID,
    pub value: u64,
    pub timestamp: u64,
    pub deviceId: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstantaneousEvent",
    ][::std::mem::size_of::<CUpti_ActivityInstantaneousEvent>() - 32usize];
    [
        "Alignment of CUpti_ActivityInstantaneousEvent",
    ][::std::mem::align_of::<CUpti_ActivityInstantaneousEvent>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::id",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::value",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, timestamp) - 16usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, deviceId) - 24usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEvent::reserved",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEvent, reserved) - 28usize];
};
impl Default for CUpti_ActivityInstantaneousEvent {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityInstantaneousEventInstance {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_EventID,
    pub value: u64,
    pub timestamp: u64,
    pub deviceId: u32,
    pub instance: u8,
    pub pad: [u8; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstantaneousEventInstance",
    ][::std::mem::size_of::<CUpti_ActivityInstantaneousEventInstance>() - 32usize];
    [
        "Alignment of CUpti_ActivityInstantaneousEventInstance",
    ][::std::mem::align_of::<CUpti_ActivityInstantaneousEventInstance>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::id",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::value",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, timestamp)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, deviceId)
        - 24usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::instance",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, instance)
        - 28usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousEventInstance::pad",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousEventInstance, pad) - 29usize];
};
impl Default for CUpti_ActivityInstantaneousEventInstance {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityInstantaneousMetric {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_MetricID,
    pub value: CUpti_MetricValue,
    pub timestamp: u64,
    pub deviceId: u32,
    pub flags: u8,
    pub pad: [u8; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstantaneousMetric",
    ][::std::mem::size_of::<CUpti_ActivityInstantaneousMetric>() - 32usize];
    [
        "Alignment of CUpti_ActivityInstantaneousMetric",
    ][::std::mem::align_of::<CUpti_ActivityInstantaneousMetric>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::id",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::value",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, timestamp) - 16usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, deviceId) - 24usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::flags",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, flags) - 28usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetric::pad",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetric, pad) - 29usize];
};
impl Default for CUpti_ActivityInstantaneousMetric {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityInstantaneousMetricInstance {
    pub kind: CUpti_ActivityKind,
    pub id: CUpti_MetricID,
    pub value: CUpti_MetricValue,
    pub timestamp: u64,
    pub deviceId: u32,
    pub flags: u8,
    pub instance: u8,
    pub pad: [u8; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityInstantaneousMetricInstance",
    ][::std::mem::size_of::<CUpti_ActivityInstantaneousMetricInstance>() - 32usize];
    [
        "Alignment of CUpti_ActivityInstantaneousMetricInstance",
    ][::std::mem::align_of::<CUpti_ActivityInstantaneousMetricInstance>() - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::kind",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::id",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, id) - 4usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::value",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, value) - 8usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::timestamp",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, timestamp)
        - 16usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, deviceId)
        - 24usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::flags",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, flags)
        - 28usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::instance",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, instance)
        - 29usize];
    [
        "Offset of field: CUpti_ActivityInstantaneousMetricInstance::pad",
    ][::std::mem::offset_of!(CUpti_ActivityInstantaneousMetricInstance, pad) - 30usize];
};
impl Default for CUpti_ActivityInstantaneousMetricInstance {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_ActivityJitEntryType {
    pub const CUPTI_ACTIVITY_JIT_ENTRY_INVALID: CUpti_ActivityJitEntryType = CUpti_ActivityJitEntryType(
        0,
    );
    pub const CUPTI_ACTIVITY_JIT_ENTRY_PTX_TO_CUBIN: CUpti_ActivityJitEntryType = CUpti_ActivityJitEntryType(
        1,
    );
    pub const CUPTI_ACTIVITY_JIT_ENTRY_NVVM_IR_TO_PTX: CUpti_ActivityJitEntryType = CUpti_ActivityJitEntryType(
        2,
    );
    pub const CUPTI_ACTIVITY_JIT_ENTRY_TYPE_FORCE_INT: CUpti_ActivityJitEntryType = CUpti_ActivityJitEntryType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityJitEntryType(pub ::std::os::raw::c_uint);
impl CUpti_ActivityJitOperationType {
    pub const CUPTI_ACTIVITY_JIT_OPERATION_INVALID: CUpti_ActivityJitOperationType = CUpti_ActivityJitOperationType(
        0,
    );
    pub const CUPTI_ACTIVITY_JIT_OPERATION_CACHE_LOAD: CUpti_ActivityJitOperationType = CUpti_ActivityJitOperationType(
        1,
    );
    pub const CUPTI_ACTIVITY_JIT_OPERATION_CACHE_STORE: CUpti_ActivityJitOperationType = CUpti_ActivityJitOperationType(
        2,
    );
    pub const CUPTI_ACTIVITY_JIT_OPERATION_COMPILE: CUpti_ActivityJitOperationType = CUpti_ActivityJitOperationType(
        3,
    );
    pub const CUPTI_ACTIVITY_JIT_OPERATION_TYPE_FORCE_INT: CUpti_ActivityJitOperationType = CUpti_ActivityJitOperationType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityJitOperationType(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityJit2 {
    pub kind: CUpti_ActivityKind,
    pub jitEntryType: CUpti_ActivityJitEntryType,
    pub jitOperationType: CUpti_ActivityJitOperationType,
    pub deviceId: u32,
    pub start: u64,
    pub end: u64,
    pub correlationId: u32,
    pub padding: u32,
    pub jitOperationCorrelationId: u64,
    pub cacheSize: u64,
    pub cachePath: *const ::std::os::raw::c_char,
    pub processId: u32,
    pub threadId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityJit2",
    ][::std::mem::size_of::<CUpti_ActivityJit2>() - 72usize];
    [
        "Alignment of CUpti_ActivityJit2",
    ][::std::mem::align_of::<CUpti_ActivityJit2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityJit2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityJit2::jitEntryType",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, jitEntryType) - 4usize];
    [
        "Offset of field: CUpti_ActivityJit2::jitOperationType",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, jitOperationType) - 8usize];
    [
        "Offset of field: CUpti_ActivityJit2::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, deviceId) - 12usize];
    [
        "Offset of field: CUpti_ActivityJit2::start",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, start) - 16usize];
    [
        "Offset of field: CUpti_ActivityJit2::end",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, end) - 24usize];
    [
        "Offset of field: CUpti_ActivityJit2::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, correlationId) - 32usize];
    [
        "Offset of field: CUpti_ActivityJit2::padding",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, padding) - 36usize];
    [
        "Offset of field: CUpti_ActivityJit2::jitOperationCorrelationId",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, jitOperationCorrelationId) - 40usize];
    [
        "Offset of field: CUpti_ActivityJit2::cacheSize",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, cacheSize) - 48usize];
    [
        "Offset of field: CUpti_ActivityJit2::cachePath",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, cachePath) - 56usize];
    [
        "Offset of field: CUpti_ActivityJit2::processId",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, processId) - 64usize];
    [
        "Offset of field: CUpti_ActivityJit2::threadId",
    ][::std::mem::offset_of!(CUpti_ActivityJit2, threadId) - 68usize];
};
impl Default for CUpti_ActivityJit2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityGraphTrace2 {
    pub kind: CUpti_ActivityKind,
    pub correlationId: u32,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub graphId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub reserved: *mut ::std::os::raw::c_void,
    pub endDeviceId: u32,
    pub endContextId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityGraphTrace2",
    ][::std::mem::size_of::<CUpti_ActivityGraphTrace2>() - 56usize];
    [
        "Alignment of CUpti_ActivityGraphTrace2",
    ][::std::mem::align_of::<CUpti_ActivityGraphTrace2>() - 8usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::kind",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, correlationId) - 4usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::start",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, start) - 8usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::end",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, end) - 16usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, deviceId) - 24usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, graphId) - 28usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, contextId) - 32usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, streamId) - 36usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::reserved",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, reserved) - 40usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::endDeviceId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, endDeviceId) - 48usize];
    [
        "Offset of field: CUpti_ActivityGraphTrace2::endContextId",
    ][::std::mem::offset_of!(CUpti_ActivityGraphTrace2, endContextId) - 52usize];
};
impl Default for CUpti_ActivityGraphTrace2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_DeviceGraphLaunchMode {
    pub const CUPTI_DEVICE_GRAPH_LAUNCH_MODE_INVALID: CUpti_DeviceGraphLaunchMode = CUpti_DeviceGraphLaunchMode(
        0,
    );
    pub const CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET: CUpti_DeviceGraphLaunchMode = CUpti_DeviceGraphLaunchMode(
        1,
    );
    pub const CUPTI_DEVICE_GRAPH_LAUNCH_MODE_TAIL: CUpti_DeviceGraphLaunchMode = CUpti_DeviceGraphLaunchMode(
        2,
    );
    pub const CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET_AS_SIBLING: CUpti_DeviceGraphLaunchMode = CUpti_DeviceGraphLaunchMode(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_DeviceGraphLaunchMode(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityDeviceGraphTrace {
    pub kind: CUpti_ActivityKind,
    pub deviceId: u32,
    pub start: u64,
    pub end: u64,
    pub graphId: u32,
    pub launcherGraphId: u32,
    pub deviceLaunchMode: u32,
    pub contextId: u32,
    pub streamId: u64,
    pub reserved: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityDeviceGraphTrace",
    ][::std::mem::size_of::<CUpti_ActivityDeviceGraphTrace>() - 56usize];
    [
        "Alignment of CUpti_ActivityDeviceGraphTrace",
    ][::std::mem::align_of::<CUpti_ActivityDeviceGraphTrace>() - 8usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::kind",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, deviceId) - 4usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::start",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, start) - 8usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::end",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, end) - 16usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::graphId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, graphId) - 24usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::launcherGraphId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, launcherGraphId) - 28usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::deviceLaunchMode",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, deviceLaunchMode)
        - 32usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, contextId) - 36usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, streamId) - 40usize];
    [
        "Offset of field: CUpti_ActivityDeviceGraphTrace::reserved",
    ][::std::mem::offset_of!(CUpti_ActivityDeviceGraphTrace, reserved) - 48usize];
};
impl Default for CUpti_ActivityDeviceGraphTrace {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemDecompress {
    pub kind: CUpti_ActivityKind,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub correlationId: u32,
    pub numberOfOperations: u32,
    pub sourceBytes: u64,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub start: u64,
    pub end: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_ActivityMemDecompress",
    ][::std::mem::size_of::<CUpti_ActivityMemDecompress>() - 64usize];
    [
        "Alignment of CUpti_ActivityMemDecompress",
    ][::std::mem::align_of::<CUpti_ActivityMemDecompress>() - 8usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::kind",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, kind) - 0usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::deviceId",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, deviceId) - 4usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::contextId",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, contextId) - 8usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::streamId",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, streamId) - 12usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::channelID",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, channelID) - 16usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::channelType",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, channelType) - 20usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::correlationId",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, correlationId) - 24usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::numberOfOperations",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, numberOfOperations) - 28usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::sourceBytes",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, sourceBytes) - 32usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::reserved0",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, reserved0) - 40usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::start",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, start) - 48usize];
    [
        "Offset of field: CUpti_ActivityMemDecompress::end",
    ][::std::mem::offset_of!(CUpti_ActivityMemDecompress, end) - 56usize];
};
impl Default for CUpti_ActivityMemDecompress {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_ActivityAttribute {
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        0,
    );
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        1,
    );
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        2,
    );
    pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        3,
    );
    pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        4,
    );
    pub const CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        5,
    );
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        6,
    );
    pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        7,
    );
    pub const CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        8,
    );
    pub const CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        9,
    );
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_DEVICE_GRAPHS: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        10,
    );
    pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT: CUpti_ActivityAttribute = CUpti_ActivityAttribute(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityAttribute(pub ::std::os::raw::c_uint);
impl CUpti_ActivityThreadIdType {
    pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT: CUpti_ActivityThreadIdType = CUpti_ActivityThreadIdType(
        0,
    );
    pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM: CUpti_ActivityThreadIdType = CUpti_ActivityThreadIdType(
        1,
    );
    pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE: CUpti_ActivityThreadIdType = CUpti_ActivityThreadIdType(
        2,
    );
    pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_FORCE_INT: CUpti_ActivityThreadIdType = CUpti_ActivityThreadIdType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ActivityThreadIdType(pub ::std::os::raw::c_uint);
pub type CUpti_BuffersCallbackRequestFunc = ::std::option::Option<
    unsafe extern "C" fn(
        buffer: *mut *mut u8,
        size: *mut usize,
        maxNumRecords: *mut usize,
    ),
>;
pub type CUpti_BuffersCallbackCompleteFunc = ::std::option::Option<
    unsafe extern "C" fn(
        context: CUcontext,
        streamId: u32,
        buffer: *mut u8,
        size: usize,
        validSize: usize,
    ),
>;
impl CUpti_DeviceVirtualizationMode {
    pub const CUPTI_DEVICE_VIRTUALIZATION_MODE_NONE: CUpti_DeviceVirtualizationMode = CUpti_DeviceVirtualizationMode(
        0,
    );
    pub const CUPTI_DEVICE_VIRTUALIZATION_MODE_PASS_THROUGH: CUpti_DeviceVirtualizationMode = CUpti_DeviceVirtualizationMode(
        1,
    );
    pub const CUPTI_DEVICE_VIRTUALIZATION_MODE_VIRTUAL_GPU: CUpti_DeviceVirtualizationMode = CUpti_DeviceVirtualizationMode(
        2,
    );
    pub const CUPTI_DEVICE_VIRTUALIZATION_MODE_FORCE_INT: CUpti_DeviceVirtualizationMode = CUpti_DeviceVirtualizationMode(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_DeviceVirtualizationMode(pub ::std::os::raw::c_uint);
pub type CUpti_TimestampCallbackFunc = ::std::option::Option<
    unsafe extern "C" fn() -> u64,
>;
impl CUpti_driver_api_trace_cbid_enum {
    pub const CUPTI_DRIVER_TRACE_CBID_INVALID: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        0,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuInit: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        1,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        2,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGet: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        3,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetCount: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        4,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetName: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        5,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceComputeCapability: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        6,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceTotalMem: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        7,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetProperties: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        8,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        9,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        10,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        11,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxAttach: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        12,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDetach: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        13,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        14,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        15,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        16,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        17,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoad: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        18,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        19,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        20,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        21,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleUnload: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        22,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetFunction: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        23,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetGlobal: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        24,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64ModuleGetGlobal: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        25,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetTexRef: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        26,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetInfo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        27,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemGetInfo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        28,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAlloc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        29,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemAlloc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        30,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        31,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemAllocPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        32,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemFree: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        33,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemFree: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        34,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAddressRange: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        35,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemGetAddressRange: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        36,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        37,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeHost: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        38,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        39,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetDevicePointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        40,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemHostGetDevicePointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        41,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        42,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        43,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyHtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        44,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        45,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyDtoH: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        46,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        47,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyDtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        48,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        49,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyDtoA: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        50,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        51,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyAtoD: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        52,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        53,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        54,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        55,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        56,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        57,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        58,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Memcpy3D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        59,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        60,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyHtoDAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        61,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        62,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyDtoHAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        63,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        64,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemcpyDtoDAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        65,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        66,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        67,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        68,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        69,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Memcpy3DAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        70,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        71,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD8: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        72,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        73,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD16: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        74,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        75,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        76,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        77,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D8: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        78,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        79,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D16: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        80,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        81,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        82,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        83,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        84,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        85,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetCacheConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        86,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        87,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetDescriptor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        88,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        89,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        90,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DGetDescriptor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        91,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        92,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        93,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        94,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        95,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64TexRefSetAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        96,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        97,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64TexRefSetAddress2D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        98,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFormat: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        99,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddressMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        100,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFilterMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        101,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        102,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        103,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64TexRefGetAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        104,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        105,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddressMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        106,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFilterMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        107,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFormat: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        108,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        109,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        110,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuParamSeti: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        111,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetf: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        112,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetv: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        113,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetTexRef: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        114,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        115,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        116,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchGridAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        117,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        118,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecord: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        119,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventQuery: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        120,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        121,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        122,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventElapsedTime: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        123,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        124,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamQuery: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        125,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        126,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        127,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnregisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        128,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsSubResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        129,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        130,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64GraphicsResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        131,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        132,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsMapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        133,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnmapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        134,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGetExportTable: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        135,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetLimit: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        136,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetLimit: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        137,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        138,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        139,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D10RegisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        140,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10RegisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        141,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10UnregisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        142,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10MapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        143,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10UnmapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        144,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        145,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        146,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        147,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        148,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        149,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        150,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        151,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        152,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D11RegisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        153,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        154,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        155,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D9RegisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        156,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        157,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9RegisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        158,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnregisterResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        159,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        160,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnmapResources: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        161,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        162,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        163,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        164,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        165,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        166,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        167,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9Begin: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        168,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9End: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        169,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9RegisterVertexBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        170,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapVertexBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        171,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnmapVertexBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        172,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnregisterVertexBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        173,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLCtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        174,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsGLRegisterBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        175,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsGLRegisterImage: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        176,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuWGLGetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        177,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLInit: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        178,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLRegisterBufferObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        179,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        180,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnmapBufferObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        181,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnregisterBufferObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        182,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLSetBufferObjectMapFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        183,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        184,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnmapBufferObjectAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        185,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUGetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        186,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUCtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        187,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsVDPAURegisterVideoSurface: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        188,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsVDPAURegisterOutputSurface: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        189,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetSurfRef: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        190,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        191,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        192,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefSetFormat: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        193,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefSetArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        194,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefGetFormat: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        195,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefGetArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        196,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64DeviceTotalMem: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        197,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D10ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        198,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D10ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        199,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D10ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        200,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D10ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        201,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D9ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        202,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D9ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        203,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D9ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        204,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D9ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        205,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64D3D9MapVertexBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        206,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64GLMapBufferObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        207,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64GLMapBufferObjectAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        208,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDevices: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        209,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        210,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDevices: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        211,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        212,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDevices: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        213,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        214,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemHostAlloc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        215,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        216,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD8Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        217,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        218,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD16Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        219,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        220,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD32Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        221,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        222,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D8Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        223,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        224,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D16Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        225,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        226,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64MemsetD2D32Async: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        227,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64ArrayCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        228,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64ArrayGetDescriptor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        229,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Array3DCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        230,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Array3DGetDescriptor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        231,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Memcpy2D: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        232,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Memcpy2DUnaligned: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        233,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cu64Memcpy2DAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        234,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        235,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        236,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        237,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        238,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        239,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        240,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetGlobal_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        241,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetInfo_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        242,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        243,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        244,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        245,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAddressRange_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        246,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetDevicePointer_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        247,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        248,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        249,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        250,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        251,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        252,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        253,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        254,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        255,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        256,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddress_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        257,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        258,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceTotalMem_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        259,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        260,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedSize_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        261,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPitch_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        262,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetSurfaceDimensions_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        263,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetSurfaceDimensions_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        264,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        265,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedSize_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        266,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPitch_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        267,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapVertexBuffer_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        268,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        269,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        270,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        271,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        272,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetDescriptor_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        273,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        274,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DGetDescriptor_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        275,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        276,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        277,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        278,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        279,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        280,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        281,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        282,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        283,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        284,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        285,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        286,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        287,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        288,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        289,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        290,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        291,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        292,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        293,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        294,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        295,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetApiVersion: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        296,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        297,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        298,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetCacheConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        299,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetCacheConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        300,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        301,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostUnregister: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        302,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetCurrent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        303,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetCurrent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        304,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        305,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        306,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        307,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerStart: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        308,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerStop: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        309,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuPointerGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        310,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerInitialize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        311,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceCanAccessPeer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        312,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxEnablePeerAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        313,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDisablePeerAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        314,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPeerRegister: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        315,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPeerUnregister: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        316,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPeerGetDevicePointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        317,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        318,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        319,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        320,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeerAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        321,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        322,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        323,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        324,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        325,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        326,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D_v3: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        327,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcGetMemHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        328,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        329,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcCloseMemHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        330,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetByPCIBusId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        331,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetPCIBusId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        332,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLGetDevices: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        333,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcGetEventHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        334,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenEventHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        335,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        336,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        337,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        338,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        339,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        340,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetResourceDesc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        341,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetTextureDesc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        342,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        343,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        344,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectGetResourceDesc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        345,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        346,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        347,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetLevel: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        348,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        349,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        350,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapFilterMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        351,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapLevelBias: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        352,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapLevelClamp: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        353,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMaxAnisotropy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        354,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        355,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapFilterMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        356,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapLevelBias: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        357,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapLevelClamp: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        358,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMaxAnisotropy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        359,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedMipmappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        360,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetResourceViewDesc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        361,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        362,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddData: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        363,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddFile: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        364,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkComplete: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        365,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        366,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCreateWithPriority: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        367,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetPriority: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        368,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        369,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetStreamPriorityRange: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        370,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        371,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGetErrorString: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        372,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGetErrorName: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        373,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveBlocksPerMultiprocessor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        374,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCompilePtx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        375,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuBinaryFree: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        376,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAttachMemAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        377,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuPointerSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        378,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        379,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceSetMapFlags_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        380,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkCreate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        381,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddData_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        382,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddFile_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        383,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialBlockSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        384,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLGetDevices_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        385,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRetain: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        386,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        387,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxSetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        388,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        389,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsEGLRegisterImage: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        390,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        391,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxGetState: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        392,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerConnect: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        393,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerDisconnect: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        394,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerAcquireFrame: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        395,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerReleaseFrame: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        396,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        397,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        398,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        399,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        400,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        401,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        402,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        403,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        404,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        405,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        406,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        407,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        408,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        409,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeer_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        410,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        411,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        412,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        413,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        414,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        415,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        416,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject_v2_ptds: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        417,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        418,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        419,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        420,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        421,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        422,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        423,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        424,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        425,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        426,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeerAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        427,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        428,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        429,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        430,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        431,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        432,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32Async_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        433,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetPriority_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        434,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetFlags_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        435,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        436,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        437,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAttachMemAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        438,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamQuery_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        439,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        440,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        441,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        442,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsMapResources_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        443,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnmapResources_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        444,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        445,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerConnect: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        446,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerDisconnect: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        447,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerPresentFrame: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        448,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedEglFrame: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        449,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuPointerGetAttributes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        450,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        451,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialBlockSizeWithFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        452,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerReturnFrame: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        453,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetP2PAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        454,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetBorderColor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        455,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetBorderColor: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        456,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAdvise: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        457,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        458,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        459,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        460,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        461,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        462,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        463,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuNVNbufferGetPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        464,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuNVNtextureGetArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        465,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuNNSetAllocator: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        466,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        467,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        468,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventCreateFromNVNSync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        469,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerConnectWithFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        470,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemRangeGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        471,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemRangeGetAttributes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        472,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        473,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        474,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        475,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        476,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        477,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        478,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventCreateFromEGLSync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        479,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        480,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        481,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetUuid: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        482,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        483,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        484,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuImportExternalMemory: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        485,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuExternalMemoryGetMappedBuffer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        486,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuExternalMemoryGetMappedMipmappedArray: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        487,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDestroyExternalMemory: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        488,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuImportExternalSemaphore: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        489,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSignalExternalSemaphoresAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        490,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSignalExternalSemaphoresAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        491,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        492,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        493,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDestroyExternalSemaphore: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        494,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        495,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        496,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        497,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        498,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamIsCapturing: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        499,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamIsCapturing_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        500,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        501,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        502,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        503,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemcpyNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        504,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemcpyNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        505,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemsetNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        506,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemsetNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        507,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemsetNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        508,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetType: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        509,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetRootNodes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        510,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependencies: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        511,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependentNodes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        512,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        513,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        514,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        515,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        516,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        517,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddDependencies: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        518,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRemoveDependencies: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        519,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemcpyNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        520,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        521,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDestroyNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        522,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphClone: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        523,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeFindInClone: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        524,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddChildGraphNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        525,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEmptyNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        526,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        527,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        528,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphChildGraphNodeGetGraph: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        529,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddHostNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        530,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphHostNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        531,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetLuid: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        532,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphHostNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        533,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetNodes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        534,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetEdges: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        535,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        536,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        537,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        538,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        539,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        540,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuThreadExchangeStreamCaptureMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        541,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetNvSciSyncAttributes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        542,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyAvailableDynamicSMemPerBlock: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        543,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        544,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        545,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxSetFlags_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        546,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAddressReserve: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        547,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAddressFree: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        548,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        549,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemRelease: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        550,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemMap: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        551,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemUnmap: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        552,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemSetAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        553,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemExportToShareableHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        554,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemImportFromShareableHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        555,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAllocationGranularity: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        556,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAllocationPropertiesFromHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        557,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        558,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        559,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetFlags_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        560,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        561,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemcpyNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        562,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemsetNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        563,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecHostNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        564,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemRetainAllocationHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        565,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetModule: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        566,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        567,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxResetPersistingL2Cache: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        568,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeCopyAttributes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        569,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        570,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        571,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCopyAttributes: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        572,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCopyAttributes_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        573,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        574,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetAttribute_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        575,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        576,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetAttribute_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        577,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        578,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetTexture1DLinearMaxWidth: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        579,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphUpload: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        580,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        581,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetSparseProperties: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        582,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetSparseProperties: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        583,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemMapArrayAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        584,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemMapArrayAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        585,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecChildGraphNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        586,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        587,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        588,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEventRecordNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        589,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEventWaitNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        590,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventRecordNodeGetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        591,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventWaitNodeGetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        592,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventRecordNodeSetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        593,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventWaitNodeSetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        594,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventRecordNodeSetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        595,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventWaitNodeSetEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        596,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetPlane: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        597,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        598,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        599,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        600,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        601,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolTrimTo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        602,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        603,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        604,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolSetAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        605,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetDefaultMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        606,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        607,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        608,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceSetMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        609,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        610,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        611,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        612,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolExportToShareableHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        613,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolImportFromShareableHandle: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        614,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolExportPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        615,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolImportPointer: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        616,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolGetAccess: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        617,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddExternalSemaphoresSignalNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        618,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresSignalNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        619,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresSignalNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        620,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddExternalSemaphoresWaitNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        621,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresWaitNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        622,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresWaitNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        623,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresSignalNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        624,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresWaitNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        625,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGetProcAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        626,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFlushGPUDirectRDMAWrites: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        627,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDebugDotPrint: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        628,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        629,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        630,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        631,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        632,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        633,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectRetain: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        634,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectRelease: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        635,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRetainUserObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        636,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphReleaseUserObject: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        637,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemAllocNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        638,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemFreeNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        639,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGraphMemTrim: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        640,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetGraphMemAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        641,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceSetGraphMemAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        642,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        643,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetExecAffinitySupport: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        644,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v3: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        645,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetExecAffinity: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        646,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetUuid_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        647,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemAllocNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        648,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemFreeNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        649,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        650,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetEnabled: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        651,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        652,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        653,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetMemoryRequirements: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        654,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetMemoryRequirements: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        655,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        656,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        657,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecGetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        658,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        659,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        660,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        661,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        662,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        663,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        664,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        665,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        666,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        667,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        668,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddBatchMemOpNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        669,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphBatchMemOpNodeGetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        670,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphBatchMemOpNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        671,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecBatchMemOpNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        672,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetLoadingMode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        673,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetHandleForAddressRange: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        674,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialClusterSize: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        675,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveClusters: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        676,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGetProcAddress_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        677,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        678,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        679,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        680,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetKernel: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        681,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetModule: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        682,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetFunction: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        683,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetGlobal: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        684,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetManaged: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        685,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        686,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        687,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelSetCacheConfig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        688,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        689,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetParams_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        690,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        691,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        692,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        693,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetId_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        694,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        695,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        696,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeTiled: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        697,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeIm2col: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        698,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapReplaceAddress: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        699,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetUnifiedFunction: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        700,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpGetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        701,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpGetAttributeGlobal: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        702,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpSetAttribute: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        703,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpSetAttributeGlobal: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        704,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetFlags: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        705,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        706,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastAddDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        707,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindMem: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        708,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindAddr: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        709,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastUnbind: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        710,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastGetGranularity: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        711,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        712,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        713,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        714,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemAdvise_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        715,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        716,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        717,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetName: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        718,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetName: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        719,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        720,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        721,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphConditionalHandleCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        722,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        723,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetEdges_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        724,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependencies_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        725,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependentNodes_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        726,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddDependencies_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        727,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRemoveDependencies_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        728,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v3: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        729,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v3_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        730,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        731,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        732,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetParamInfo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        733,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetParamInfo: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        734,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceRegisterAsyncNotification: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        735,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceUnregisterAsyncNotification: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        736,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetFunctionCount: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        737,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuModuleEnumerateFunctions: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        738,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetKernelCount: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        739,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryEnumerateKernels: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        740,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncIsLoaded: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        741,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuFuncLoad: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        742,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        743,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        744,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetDevResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        745,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        746,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxGetDevResource: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        747,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevResourceGenerateDesc: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        748,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxRecordEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        749,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxWaitEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        750,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDevSmResourceSplitByCount: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        751,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetGreenCtx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        752,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxFromGreenCtx: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        753,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetLibrary: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        754,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxRecordEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        755,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxWaitEvent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        756,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v4: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        757,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxStreamCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        758,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        759,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        760,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemBatchDecompressAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        761,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemBatchDecompressAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        762,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLogsRegisterCallback: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        763,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLogsUnregisterCallback: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        764,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLogsCurrent: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        765,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLogsDumpToFile: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        766,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuLogsDumpToMemory: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        767,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessGetRestoreThreadId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        768,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessGetState: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        769,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessLock: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        770,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessCheckpoint: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        771,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessRestore: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        772,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessUnlock: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        773,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevice: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        774,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevice_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        775,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        776,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        777,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        778,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        779,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuEventElapsedTime_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        780,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeIm2colWide: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        781,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxGetId: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        782,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCreateForCaptureToCig: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        783,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchBatchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        784,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        785,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSemaphoreCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        786,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSemaphoreExport: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        787,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuSemaphoreDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        788,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardBatchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        789,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        790,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardAndPrefetchBatchAsync: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        791,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardAndPrefetchBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        792,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMultiKernelCooperativeDomainCreate: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        793,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMultiKernelCooperativeDomainDestroy: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        794,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevice_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        795,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        796,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        797,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        798,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        799,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        800,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetDefaultMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        801,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        802,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuMemSetMemPool: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        803,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetP2PAtomicCapabilities: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        804,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetHostAtomicCapabilities: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        805,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_cuDriverGetGpuCodeIsaVersion: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        806,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_SIZE: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        807,
    );
    pub const CUPTI_DRIVER_TRACE_CBID_FORCE_INT: CUpti_driver_api_trace_cbid_enum = CUpti_driver_api_trace_cbid_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_driver_api_trace_cbid_enum(pub ::std::os::raw::c_uint);
pub use self::CUpti_driver_api_trace_cbid_enum as CUpti_driver_api_trace_cbid;
impl CUpti_runtime_api_trace_cbid_enum {
    pub const CUPTI_RUNTIME_TRACE_CBID_INVALID: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        0,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDriverGetVersion_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        1,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaRuntimeGetVersion_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        2,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceCount_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        3,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceProperties_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        4,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaChooseDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        5,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetChannelDesc_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        6,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaCreateChannelDesc_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        7,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaConfigureCall_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        8,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetupArgument_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        9,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetLastError_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        10,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaPeekAtLastError_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        11,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetErrorString_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        12,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunch_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        13,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncSetCacheConfig_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        14,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncGetAttributes_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        15,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        16,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        17,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetValidDevices_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        18,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetDeviceFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        19,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        20,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocPitch_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        21,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFree_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        22,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        23,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFreeArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        24,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocHost_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        25,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFreeHost_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        26,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaHostAlloc_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        27,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaHostGetDevicePointer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        28,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaHostGetFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        29,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemGetInfo_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        30,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        31,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        32,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        33,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        34,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        35,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DFromArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        36,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyArrayToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        37,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DArrayToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        38,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToSymbol_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        39,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromSymbol_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        40,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        41,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToArrayAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        42,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromArrayAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        43,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        44,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DToArrayAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        45,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DFromArrayAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        46,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToSymbolAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        47,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromSymbolAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        48,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        49,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset2D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        50,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        51,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset2DAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        52,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetSymbolAddress_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        53,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetSymbolSize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        54,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaBindTexture_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        55,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaBindTexture2D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        56,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaBindTextureToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        57,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaUnbindTexture_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        58,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureAlignmentOffset_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        59,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureReference_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        60,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaBindSurfaceToArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        61,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetSurfaceReference_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        62,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLSetGLDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        63,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLRegisterBufferObject_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        64,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLMapBufferObject_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        65,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLUnmapBufferObject_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        66,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLUnregisterBufferObject_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        67,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLSetBufferObjectMapFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        68,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLMapBufferObjectAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        69,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLUnmapBufferObjectAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        70,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaWGLGetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        71,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsGLRegisterImage_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        72,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsGLRegisterBuffer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        73,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsUnregisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        74,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsResourceSetMapFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        75,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsMapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        76,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsUnmapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        77,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsResourceGetMappedPointer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        78,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsSubResourceGetMappedArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        79,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaVDPAUGetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        80,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaVDPAUSetVDPAUDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        81,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsVDPAURegisterVideoSurface_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        82,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsVDPAURegisterOutputSurface_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        83,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D11GetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        84,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D11GetDevices_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        85,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D11SetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        86,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsD3D11RegisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        87,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10GetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        88,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10GetDevices_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        89,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10SetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        90,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsD3D10RegisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        91,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10RegisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        92,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10UnregisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        93,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10MapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        94,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10UnmapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        95,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceSetMapFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        96,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceGetSurfaceDimensions_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        97,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceGetMappedArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        98,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceGetMappedPointer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        99,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceGetMappedSize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        100,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10ResourceGetMappedPitch_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        101,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9GetDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        102,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9GetDevices_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        103,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9SetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        104,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9GetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        105,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsD3D9RegisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        106,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9RegisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        107,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9UnregisterResource_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        108,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9MapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        109,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9UnmapResources_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        110,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceSetMapFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        111,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceGetSurfaceDimensions_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        112,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceGetMappedArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        113,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceGetMappedPointer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        114,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceGetMappedSize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        115,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9ResourceGetMappedPitch_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        116,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9Begin_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        117,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9End_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        118,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9RegisterVertexBuffer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        119,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9UnregisterVertexBuffer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        120,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9MapVertexBuffer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        121,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D9UnmapVertexBuffer_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        122,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadExit_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        123,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetDoubleForDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        124,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSetDoubleForHost_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        125,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadSynchronize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        126,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadGetLimit_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        127,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadSetLimit_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        128,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreate_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        129,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamDestroy_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        130,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSynchronize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        131,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamQuery_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        132,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventCreate_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        133,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventCreateWithFlags_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        134,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        135,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventDestroy_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        136,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventSynchronize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        137,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventQuery_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        138,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventElapsedTime_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        139,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMalloc3D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        140,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMalloc3DArray_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        141,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset3D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        142,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset3DAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        143,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3D_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        144,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DAsync_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        145,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadSetCacheConfig_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        146,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamWaitEvent_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        147,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D11GetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        148,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaD3D10GetDirect3DDevice_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        149,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadGetCacheConfig_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        150,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaPointerGetAttributes_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        151,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaHostRegister_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        152,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaHostUnregister_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        153,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceCanAccessPeer_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        154,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceEnablePeerAccess_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        155,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceDisablePeerAccess_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        156,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaPeerRegister_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        157,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaPeerUnregister_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        158,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaPeerGetDevicePointer_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        159,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeer_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        160,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeerAsync_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        161,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DPeer_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        162,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DPeerAsync_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        163,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceReset_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        164,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSynchronize_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        165,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetLimit_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        166,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSetLimit_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        167,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetCacheConfig_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        168,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSetCacheConfig_v3020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        169,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaProfilerInitialize_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        170,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        171,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        172,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetByPCIBusId_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        173,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetPCIBusId_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        174,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGLGetDevices_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        175,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaIpcGetEventHandle_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        176,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaIpcOpenEventHandle_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        177,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaIpcGetMemHandle_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        178,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaIpcOpenMemHandle_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        179,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaIpcCloseMemHandle_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        180,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaArrayGetInfo_v4010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        181,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncSetSharedMemConfig_v4020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        182,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetSharedMemConfig_v4020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        183,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSetSharedMemConfig_v4020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        184,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaCreateTextureObject_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        185,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDestroyTextureObject_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        186,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureObjectResourceDesc_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        187,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureObjectTextureDesc_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        188,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaCreateSurfaceObject_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        189,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDestroySurfaceObject_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        190,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetSurfaceObjectResourceDesc_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        191,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocMipmappedArray_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        192,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetMipmappedArrayLevel_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        193,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFreeMipmappedArray_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        194,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaBindTextureToMipmappedArray_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        195,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsResourceGetMappedMipmappedArray_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        196,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamAddCallback_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        197,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreateWithFlags_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        198,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureObjectResourceViewDesc_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        199,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetAttribute_v5000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        200,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamDestroy_v5050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        201,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreateWithPriority_v5050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        202,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetPriority_v5050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        203,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetFlags_v5050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        204,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetStreamPriorityRange_v5050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        205,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocManaged_v6000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        206,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveBlocksPerMultiprocessor_v6000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        207,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamAttachMemAsync_v6000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        208,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetErrorName_v6050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        209,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveBlocksPerMultiprocessor_v6050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        210,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        211,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceFlags_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        212,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunch_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        213,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        214,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        215,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2D_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        216,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        217,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DToArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        218,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        219,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DFromArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        220,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyArrayToArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        221,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DArrayToArray_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        222,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToSymbol_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        223,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromSymbol_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        224,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        225,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToArrayAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        226,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromArrayAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        227,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        228,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DToArrayAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        229,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DFromArrayAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        230,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyToSymbolAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        231,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyFromSymbolAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        232,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        233,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset2D_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        234,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        235,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset2DAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        236,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetPriority_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        237,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetFlags_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        238,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSynchronize_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        239,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamQuery_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        240,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamAttachMemAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        241,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        242,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset3D_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        243,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemset3DAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        244,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3D_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        245,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        246,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamWaitEvent_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        247,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamAddCallback_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        248,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DPeer_ptds_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        249,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DPeerAsync_ptsz_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        250,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        251,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchAsync_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        252,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchAsync_ptsz_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        253,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemAdvise_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        254,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetP2PAttribute_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        255,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsEGLRegisterImage_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        256,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamConsumerConnect_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        257,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamConsumerDisconnect_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        258,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamConsumerAcquireFrame_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        259,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamConsumerReleaseFrame_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        260,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamProducerConnect_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        261,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamProducerDisconnect_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        262,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamProducerPresentFrame_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        263,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamProducerReturnFrame_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        264,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphicsResourceGetMappedEglFrame_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        265,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemRangeGetAttribute_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        266,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemRangeGetAttributes_v8000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        267,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEGLStreamConsumerConnectWithFlags_v7000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        268,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        269,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_ptsz_v9000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        270,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventCreateFromEGLSync_v9000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        271,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernelMultiDevice_v9000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        272,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncSetAttribute_v9000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        273,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaImportExternalMemory_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        274,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaExternalMemoryGetMappedBuffer_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        275,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaExternalMemoryGetMappedMipmappedArray_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        276,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDestroyExternalMemory_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        277,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaImportExternalSemaphore_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        278,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSignalExternalSemaphoresAsync_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        279,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSignalExternalSemaphoresAsync_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        280,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaWaitExternalSemaphoresAsync_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        281,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaWaitExternalSemaphoresAsync_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        282,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDestroyExternalSemaphore_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        283,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchHostFunc_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        284,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchHostFunc_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        285,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphCreate_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        286,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphKernelNodeGetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        287,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphKernelNodeSetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        288,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddKernelNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        289,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemcpyNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        290,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemcpyNodeGetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        291,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemcpyNodeSetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        292,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemsetNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        293,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemsetNodeGetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        294,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemsetNodeSetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        295,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddHostNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        296,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphHostNodeGetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        297,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddChildGraphNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        298,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphChildGraphNodeGetGraph_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        299,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddEmptyNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        300,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphClone_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        301,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeFindInClone_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        302,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetType_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        303,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphGetRootNodes_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        304,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetDependencies_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        305,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetDependentNodes_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        306,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddDependencies_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        307,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphRemoveDependencies_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        308,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphDestroyNode_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        309,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphInstantiate_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        310,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        311,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        312,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecDestroy_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        313,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphDestroy_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        314,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamBeginCapture_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        315,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamBeginCapture_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        316,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamIsCapturing_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        317,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamIsCapturing_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        318,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamEndCapture_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        319,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamEndCapture_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        320,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphHostNodeSetParams_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        321,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphGetNodes_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        322,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphGetEdges_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        323,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v10010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        324,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_ptsz_v10010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        325,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecKernelNodeSetParams_v10010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        326,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaThreadExchangeStreamCaptureMode_v10010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        327,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetNvSciSyncAttributes_v10020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        328,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyAvailableDynamicSMemPerBlock_v10200: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        329,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSetFlags_v10200: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        330,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSetFlags_ptsz_v10200: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        331,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecMemcpyNodeSetParams_v10020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        332,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecMemsetNodeSetParams_v10020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        333,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecHostNodeSetParams_v10020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        334,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecUpdate_v10020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        335,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetFuncBySymbol_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        336,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaCtxResetPersistingL2Cache_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        337,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphKernelNodeCopyAttributes_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        338,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphKernelNodeGetAttribute_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        339,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphKernelNodeSetAttribute_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        340,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamCopyAttributes_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        341,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamCopyAttributes_ptsz_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        342,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetAttribute_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        343,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetAttribute_ptsz_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        344,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSetAttribute_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        345,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamSetAttribute_ptsz_v11000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        346,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetTexture1DLinearMaxWidth_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        347,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphUpload_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        348,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphUpload_ptsz_v10000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        349,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemcpyNodeToSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        350,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemcpyNodeFromSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        351,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemcpyNode1D_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        352,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemcpyNodeSetParamsToSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        353,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemcpyNodeSetParamsFromSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        354,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemcpyNodeSetParams1D_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        355,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecMemcpyNodeSetParamsToSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        356,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecMemcpyNodeSetParamsFromSymbol_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        357,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecMemcpyNodeSetParams1D_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        358,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaArrayGetSparseProperties_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        359,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMipmappedArrayGetSparseProperties_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        360,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecChildGraphNodeSetParams_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        361,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddEventRecordNode_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        362,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphEventRecordNodeGetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        363,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphEventRecordNodeSetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        364,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddEventWaitNode_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        365,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphEventWaitNodeGetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        366,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphEventWaitNodeSetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        367,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecEventRecordNodeSetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        368,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecEventWaitNodeSetEvent_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        369,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventRecordWithFlags_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        370,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventRecordWithFlags_ptsz_v11010: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        371,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetDefaultMemPool_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        372,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocAsync_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        373,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocAsync_ptsz_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        374,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFreeAsync_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        375,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFreeAsync_ptsz_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        376,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolTrimTo_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        377,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolSetAttribute_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        378,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolGetAttribute_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        379,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolSetAccess_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        380,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaArrayGetPlane_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        381,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolGetAccess_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        382,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolCreate_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        383,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolDestroy_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        384,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSetMemPool_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        385,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetMemPool_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        386,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolExportToShareableHandle_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        387,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolImportFromShareableHandle_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        388,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolExportPointer_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        389,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPoolImportPointer_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        390,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocFromPoolAsync_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        391,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMallocFromPoolAsync_ptsz_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        392,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSignalExternalSemaphoresAsync_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        393,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaSignalExternalSemaphoresAsync_ptsz_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        394,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaWaitExternalSemaphoresAsync_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        395,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaWaitExternalSemaphoresAsync_ptsz_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        396,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddExternalSemaphoresSignalNode_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        397,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExternalSemaphoresSignalNodeGetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        398,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExternalSemaphoresSignalNodeSetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        399,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddExternalSemaphoresWaitNode_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        400,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExternalSemaphoresWaitNodeGetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        401,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExternalSemaphoresWaitNodeSetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        402,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecExternalSemaphoresSignalNodeSetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        403,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecExternalSemaphoresWaitNodeSetParams_v11020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        404,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceFlushGPUDirectRDMAWrites_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        405,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDriverEntryPoint_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        406,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDriverEntryPoint_ptsz_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        407,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphDebugDotPrint_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        408,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v2_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        409,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v2_ptsz_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        410,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamUpdateCaptureDependencies_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        411,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamUpdateCaptureDependencies_ptsz_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        412,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaUserObjectCreate_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        413,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaUserObjectRetain_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        414,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaUserObjectRelease_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        415,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphRetainUserObject_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        416,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphReleaseUserObject_v11030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        417,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphInstantiateWithFlags_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        418,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemAllocNode_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        419,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemAllocNodeGetParams_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        420,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddMemFreeNode_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        421,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphMemFreeNodeGetParams_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        422,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGraphMemTrim_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        423,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetGraphMemAttribute_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        424,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSetGraphMemAttribute_v11040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        425,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeSetEnabled_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        426,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetEnabled_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        427,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaArrayGetMemoryRequirements_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        428,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMipmappedArrayGetMemoryRequirements_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        429,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        430,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_ptsz_v11060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        431,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxPotentialClusterSize_v11070: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        432,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveClusters_v11070: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        433,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaCreateTextureObject_v2_v11080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        434,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetTextureObjectTextureDesc_v2_v11080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        435,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphInstantiateWithParams_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        436,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphInstantiateWithParams_ptsz_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        437,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecGetFlags_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        438,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetKernel_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        439,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceProperties_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        440,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetId_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        441,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetId_ptsz_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        442,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphInstantiate_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        443,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaInitDevice_v12000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        444,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddNode_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        445,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeSetParams_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        446,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphExecNodeSetParams_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        447,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemAdvise_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        448,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchAsync_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        449,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchAsync_ptsz_v12020: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        450,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncGetName_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        451,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamBeginCaptureToGraph_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        452,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamBeginCaptureToGraph_ptsz_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        453,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphConditionalHandleCreate_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        454,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphGetEdges_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        455,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetDependencies_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        456,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphNodeGetDependentNodes_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        457,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddDependencies_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        458,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphRemoveDependencies_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        459,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGraphAddNode_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        460,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        461,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_ptsz_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        462,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamUpdateCaptureDependencies_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        463,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamUpdateCaptureDependencies_ptsz_v12030: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        464,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceRegisterAsyncNotification_v12040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        465,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceUnregisterAsyncNotification_v12040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        466,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaFuncGetParamInfo_v12040: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        467,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDriverEntryPointByVersion_v12050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        468,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetDriverEntryPointByVersion_ptsz_v12050: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        469,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryLoadData_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        470,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryLoadFromFile_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        471,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryUnload_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        472,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryGetKernel_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        473,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryGetGlobal_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        474,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryGetManaged_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        475,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryGetUnifiedFunction_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        476,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryGetKernelCount_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        477,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLibraryEnumerateKernels_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        478,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaKernelSetAttributeForDevice_v12060: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        479,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetDevice_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        480,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetDevice_ptsz_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        481,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        482,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_ptsz_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        483,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DBatchAsync_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        484,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DBatchAsync_ptsz_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        485,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaEventElapsedTime_v12080: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        486,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchBatchAsync_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        487,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemPrefetchBatchAsync_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        488,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemDiscardBatchAsync_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        489,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemDiscardBatchAsync_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        490,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemDiscardAndPrefetchBatchAsync_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        491,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemDiscardAndPrefetchBatchAsync_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        492,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaGetExportTable_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        493,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterFatBinary_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        494,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterFatBinaryEnd_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        495,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaUnregisterFatBinary_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        496,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterVar_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        497,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterHostVar_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        498,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterFunction_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        499,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterManagedVar_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        500,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaInitModule_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        501,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaPushCallConfiguration_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        502,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaPopCallConfiguration_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        503,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaGetKernel_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        504,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        505,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        506,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaRegisterUnifiedTable_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        507,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID___cudaGetProcAddress_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        508,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        509,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        510,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DBatchAsync_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        511,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy3DBatchAsync_ptsz_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        512,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLogsRegisterCallback_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        513,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLogsUnregisterCallback_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        514,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLogsCurrent_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        515,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLogsDumpToFile_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        516,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaLogsDumpToMemory_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        517,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemGetDefaultMemPool_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        518,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemGetMemPool_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        519,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaMemSetMemPool_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        520,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetHostAtomicCapabilities_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        521,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetP2PAtomicCapabilities_v13000: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        522,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_SIZE: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        523,
    );
    pub const CUPTI_RUNTIME_TRACE_CBID_FORCE_INT: CUpti_runtime_api_trace_cbid_enum = CUpti_runtime_api_trace_cbid_enum(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_runtime_api_trace_cbid_enum(pub ::std::os::raw::c_uint);
pub use self::CUpti_runtime_api_trace_cbid_enum as CUpti_runtime_api_trace_cbid;
impl CUpti_nvtx_api_trace_cbid {
    pub const CUPTI_CBID_NVTX_INVALID: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        0,
    );
    pub const CUPTI_CBID_NVTX_nvtxMarkA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        1,
    );
    pub const CUPTI_CBID_NVTX_nvtxMarkW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        2,
    );
    pub const CUPTI_CBID_NVTX_nvtxMarkEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        3,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangeStartA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        4,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangeStartW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        5,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangeStartEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        6,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangeEnd: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        7,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangePushA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        8,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangePushW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        9,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangePushEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        10,
    );
    pub const CUPTI_CBID_NVTX_nvtxRangePop: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        11,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCategoryA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        12,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCategoryW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        13,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameOsThreadA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        14,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameOsThreadW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        15,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuDeviceA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        16,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuDeviceW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        17,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuContextA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        18,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuContextW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        19,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuStreamA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        20,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuStreamW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        21,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuEventA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        22,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCuEventW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        23,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaDeviceA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        24,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaDeviceW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        25,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaStreamA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        26,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaStreamW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        27,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaEventA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        28,
    );
    pub const CUPTI_CBID_NVTX_nvtxNameCudaEventW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        29,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainMarkEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        30,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRangeStartEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        31,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRangeEnd: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        32,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRangePushEx: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        33,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRangePop: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        34,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainResourceCreate: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        35,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainResourceDestroy: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        36,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainNameCategoryA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        37,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainNameCategoryW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        38,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRegisterStringA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        39,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainRegisterStringW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        40,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainCreateA: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        41,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainCreateW: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        42,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainDestroy: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        43,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserCreate: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        44,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserDestroy: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        45,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireStart: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        46,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireFailed: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        47,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireSuccess: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        48,
    );
    pub const CUPTI_CBID_NVTX_nvtxDomainSyncUserReleasing: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        49,
    );
    pub const CUPTI_CBID_NVTX_SIZE: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        50,
    );
    pub const CUPTI_CBID_NVTX_FORCE_INT: CUpti_nvtx_api_trace_cbid = CUpti_nvtx_api_trace_cbid(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_nvtx_api_trace_cbid(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchKernel_ptsz_params_st {
    pub f: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchKernel_ptsz_params_st",
    ][::std::mem::size_of::<cuLaunchKernel_ptsz_params_st>() - 64usize];
    [
        "Alignment of cuLaunchKernel_ptsz_params_st",
    ][::std::mem::align_of::<cuLaunchKernel_ptsz_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::f",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, f) - 0usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::gridDimX",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, gridDimX) - 8usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::gridDimY",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, gridDimY) - 12usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::gridDimZ",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, gridDimZ) - 16usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::blockDimX",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, blockDimX) - 20usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::blockDimY",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, blockDimY) - 24usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::blockDimZ",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, blockDimZ) - 28usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::sharedMemBytes",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::hStream",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, hStream) - 40usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, kernelParams) - 48usize];
    [
        "Offset of field: cuLaunchKernel_ptsz_params_st::extra",
    ][::std::mem::offset_of!(cuLaunchKernel_ptsz_params_st, extra) - 56usize];
};
impl Default for cuLaunchKernel_ptsz_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchKernel_ptsz_params = cuLaunchKernel_ptsz_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchKernelEx_ptsz_params_st {
    pub config: *const CUlaunchConfig,
    pub f: CUfunction,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchKernelEx_ptsz_params_st",
    ][::std::mem::size_of::<cuLaunchKernelEx_ptsz_params_st>() - 32usize];
    [
        "Alignment of cuLaunchKernelEx_ptsz_params_st",
    ][::std::mem::align_of::<cuLaunchKernelEx_ptsz_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchKernelEx_ptsz_params_st::config",
    ][::std::mem::offset_of!(cuLaunchKernelEx_ptsz_params_st, config) - 0usize];
    [
        "Offset of field: cuLaunchKernelEx_ptsz_params_st::f",
    ][::std::mem::offset_of!(cuLaunchKernelEx_ptsz_params_st, f) - 8usize];
    [
        "Offset of field: cuLaunchKernelEx_ptsz_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchKernelEx_ptsz_params_st, kernelParams) - 16usize];
    [
        "Offset of field: cuLaunchKernelEx_ptsz_params_st::extra",
    ][::std::mem::offset_of!(cuLaunchKernelEx_ptsz_params_st, extra) - 24usize];
};
impl Default for cuLaunchKernelEx_ptsz_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchKernelEx_ptsz_params = cuLaunchKernelEx_ptsz_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchCooperativeKernel_ptsz_params_st {
    pub f: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchCooperativeKernel_ptsz_params_st",
    ][::std::mem::size_of::<cuLaunchCooperativeKernel_ptsz_params_st>() - 56usize];
    [
        "Alignment of cuLaunchCooperativeKernel_ptsz_params_st",
    ][::std::mem::align_of::<cuLaunchCooperativeKernel_ptsz_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::f",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, f) - 0usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::gridDimX",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, gridDimX)
        - 8usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::gridDimY",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, gridDimY)
        - 12usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::gridDimZ",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, gridDimZ)
        - 16usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::blockDimX",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, blockDimX)
        - 20usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::blockDimY",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, blockDimY)
        - 24usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::blockDimZ",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, blockDimZ)
        - 28usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::sharedMemBytes",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, sharedMemBytes)
        - 32usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::hStream",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, hStream)
        - 40usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_ptsz_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_ptsz_params_st, kernelParams)
        - 48usize];
};
impl Default for cuLaunchCooperativeKernel_ptsz_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchCooperativeKernel_ptsz_params = cuLaunchCooperativeKernel_ptsz_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuGraphLaunch_ptsz_params_st {
    pub hGraphExec: CUgraphExec,
    pub hStream: CUstream,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuGraphLaunch_ptsz_params_st",
    ][::std::mem::size_of::<cuGraphLaunch_ptsz_params_st>() - 16usize];
    [
        "Alignment of cuGraphLaunch_ptsz_params_st",
    ][::std::mem::align_of::<cuGraphLaunch_ptsz_params_st>() - 8usize];
    [
        "Offset of field: cuGraphLaunch_ptsz_params_st::hGraphExec",
    ][::std::mem::offset_of!(cuGraphLaunch_ptsz_params_st, hGraphExec) - 0usize];
    [
        "Offset of field: cuGraphLaunch_ptsz_params_st::hStream",
    ][::std::mem::offset_of!(cuGraphLaunch_ptsz_params_st, hStream) - 8usize];
};
impl Default for cuGraphLaunch_ptsz_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuGraphLaunch_ptsz_params = cuGraphLaunch_ptsz_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuGraphExecDestroy_params_st {
    pub hGraphExec: CUgraphExec,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuGraphExecDestroy_params_st",
    ][::std::mem::size_of::<cuGraphExecDestroy_params_st>() - 8usize];
    [
        "Alignment of cuGraphExecDestroy_params_st",
    ][::std::mem::align_of::<cuGraphExecDestroy_params_st>() - 8usize];
    [
        "Offset of field: cuGraphExecDestroy_params_st::hGraphExec",
    ][::std::mem::offset_of!(cuGraphExecDestroy_params_st, hGraphExec) - 0usize];
};
impl Default for cuGraphExecDestroy_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuGraphExecDestroy_params = cuGraphExecDestroy_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchKernel_params_st {
    pub f: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchKernel_params_st",
    ][::std::mem::size_of::<cuLaunchKernel_params_st>() - 64usize];
    [
        "Alignment of cuLaunchKernel_params_st",
    ][::std::mem::align_of::<cuLaunchKernel_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchKernel_params_st::f",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, f) - 0usize];
    [
        "Offset of field: cuLaunchKernel_params_st::gridDimX",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, gridDimX) - 8usize];
    [
        "Offset of field: cuLaunchKernel_params_st::gridDimY",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, gridDimY) - 12usize];
    [
        "Offset of field: cuLaunchKernel_params_st::gridDimZ",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, gridDimZ) - 16usize];
    [
        "Offset of field: cuLaunchKernel_params_st::blockDimX",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, blockDimX) - 20usize];
    [
        "Offset of field: cuLaunchKernel_params_st::blockDimY",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, blockDimY) - 24usize];
    [
        "Offset of field: cuLaunchKernel_params_st::blockDimZ",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, blockDimZ) - 28usize];
    [
        "Offset of field: cuLaunchKernel_params_st::sharedMemBytes",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: cuLaunchKernel_params_st::hStream",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, hStream) - 40usize];
    [
        "Offset of field: cuLaunchKernel_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, kernelParams) - 48usize];
    [
        "Offset of field: cuLaunchKernel_params_st::extra",
    ][::std::mem::offset_of!(cuLaunchKernel_params_st, extra) - 56usize];
};
impl Default for cuLaunchKernel_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchKernel_params = cuLaunchKernel_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchKernelEx_params_st {
    pub config: *const CUlaunchConfig,
    pub f: CUfunction,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchKernelEx_params_st",
    ][::std::mem::size_of::<cuLaunchKernelEx_params_st>() - 32usize];
    [
        "Alignment of cuLaunchKernelEx_params_st",
    ][::std::mem::align_of::<cuLaunchKernelEx_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchKernelEx_params_st::config",
    ][::std::mem::offset_of!(cuLaunchKernelEx_params_st, config) - 0usize];
    [
        "Offset of field: cuLaunchKernelEx_params_st::f",
    ][::std::mem::offset_of!(cuLaunchKernelEx_params_st, f) - 8usize];
    [
        "Offset of field: cuLaunchKernelEx_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchKernelEx_params_st, kernelParams) - 16usize];
    [
        "Offset of field: cuLaunchKernelEx_params_st::extra",
    ][::std::mem::offset_of!(cuLaunchKernelEx_params_st, extra) - 24usize];
};
impl Default for cuLaunchKernelEx_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchKernelEx_params = cuLaunchKernelEx_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuLaunchCooperativeKernel_params_st {
    pub f: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuLaunchCooperativeKernel_params_st",
    ][::std::mem::size_of::<cuLaunchCooperativeKernel_params_st>() - 56usize];
    [
        "Alignment of cuLaunchCooperativeKernel_params_st",
    ][::std::mem::align_of::<cuLaunchCooperativeKernel_params_st>() - 8usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::f",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, f) - 0usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::gridDimX",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, gridDimX) - 8usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::gridDimY",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, gridDimY) - 12usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::gridDimZ",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, gridDimZ) - 16usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::blockDimX",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, blockDimX) - 20usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::blockDimY",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, blockDimY) - 24usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::blockDimZ",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, blockDimZ) - 28usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::sharedMemBytes",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, sharedMemBytes)
        - 32usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::hStream",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, hStream) - 40usize];
    [
        "Offset of field: cuLaunchCooperativeKernel_params_st::kernelParams",
    ][::std::mem::offset_of!(cuLaunchCooperativeKernel_params_st, kernelParams)
        - 48usize];
};
impl Default for cuLaunchCooperativeKernel_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuLaunchCooperativeKernel_params = cuLaunchCooperativeKernel_params_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cuGraphLaunch_params_st {
    pub hGraph: CUgraphExec,
    pub hStream: CUstream,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cuGraphLaunch_params_st",
    ][::std::mem::size_of::<cuGraphLaunch_params_st>() - 16usize];
    [
        "Alignment of cuGraphLaunch_params_st",
    ][::std::mem::align_of::<cuGraphLaunch_params_st>() - 8usize];
    [
        "Offset of field: cuGraphLaunch_params_st::hGraph",
    ][::std::mem::offset_of!(cuGraphLaunch_params_st, hGraph) - 0usize];
    [
        "Offset of field: cuGraphLaunch_params_st::hStream",
    ][::std::mem::offset_of!(cuGraphLaunch_params_st, hStream) - 8usize];
};
impl Default for cuGraphLaunch_params_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type cuGraphLaunch_params = cuGraphLaunch_params_st;
impl CUpti_PCSamplingCollectionMode {
    pub const CUPTI_PC_SAMPLING_COLLECTION_MODE_INVALID: CUpti_PCSamplingCollectionMode = CUpti_PCSamplingCollectionMode(
        0,
    );
    pub const CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS: CUpti_PCSamplingCollectionMode = CUpti_PCSamplingCollectionMode(
        1,
    );
    pub const CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED: CUpti_PCSamplingCollectionMode = CUpti_PCSamplingCollectionMode(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_PCSamplingCollectionMode(pub ::std::os::raw::c_uint);
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingStallReason {
    pub pcSamplingStallReasonIndex: u32,
    pub samples: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingStallReason",
    ][::std::mem::size_of::<CUpti_PCSamplingStallReason>() - 8usize];
    [
        "Alignment of CUpti_PCSamplingStallReason",
    ][::std::mem::align_of::<CUpti_PCSamplingStallReason>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingStallReason::pcSamplingStallReasonIndex",
    ][::std::mem::offset_of!(CUpti_PCSamplingStallReason, pcSamplingStallReasonIndex)
        - 0usize];
    [
        "Offset of field: CUpti_PCSamplingStallReason::samples",
    ][::std::mem::offset_of!(CUpti_PCSamplingStallReason, samples) - 4usize];
};
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingPCData {
    pub size: usize,
    pub cubinCrc: u64,
    pub pcOffset: u64,
    pub functionIndex: u32,
    pub pad: u32,
    pub functionName: *mut ::std::os::raw::c_char,
    pub stallReasonCount: usize,
    pub stallReason: *mut CUpti_PCSamplingStallReason,
    pub correlationId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingPCData",
    ][::std::mem::size_of::<CUpti_PCSamplingPCData>() - 64usize];
    [
        "Alignment of CUpti_PCSamplingPCData",
    ][::std::mem::align_of::<CUpti_PCSamplingPCData>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::cubinCrc",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, cubinCrc) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::pcOffset",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, pcOffset) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::functionIndex",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, functionIndex) - 24usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::pad",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, pad) - 28usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::functionName",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, functionName) - 32usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::stallReasonCount",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, stallReasonCount) - 40usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::stallReason",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, stallReason) - 48usize];
    [
        "Offset of field: CUpti_PCSamplingPCData::correlationId",
    ][::std::mem::offset_of!(CUpti_PCSamplingPCData, correlationId) - 56usize];
};
impl Default for CUpti_PCSamplingPCData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_PCSamplingOutputDataFormat {
    pub const CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_INVALID: CUpti_PCSamplingOutputDataFormat = CUpti_PCSamplingOutputDataFormat(
        0,
    );
    pub const CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED: CUpti_PCSamplingOutputDataFormat = CUpti_PCSamplingOutputDataFormat(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_PCSamplingOutputDataFormat(pub ::std::os::raw::c_uint);
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingData {
    pub size: usize,
    pub collectNumPcs: usize,
    pub totalSamples: u64,
    pub droppedSamples: u64,
    pub totalNumPcs: usize,
    pub remainingNumPcs: usize,
    pub rangeId: u64,
    pub pPcData: *mut CUpti_PCSamplingPCData,
    pub nonUsrKernelsTotalSamples: u64,
    pub hardwareBufferFull: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingData",
    ][::std::mem::size_of::<CUpti_PCSamplingData>() - 80usize];
    [
        "Alignment of CUpti_PCSamplingData",
    ][::std::mem::align_of::<CUpti_PCSamplingData>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingData::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingData::collectNumPcs",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, collectNumPcs) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingData::totalSamples",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, totalSamples) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingData::droppedSamples",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, droppedSamples) - 24usize];
    [
        "Offset of field: CUpti_PCSamplingData::totalNumPcs",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, totalNumPcs) - 32usize];
    [
        "Offset of field: CUpti_PCSamplingData::remainingNumPcs",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, remainingNumPcs) - 40usize];
    [
        "Offset of field: CUpti_PCSamplingData::rangeId",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, rangeId) - 48usize];
    [
        "Offset of field: CUpti_PCSamplingData::pPcData",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, pPcData) - 56usize];
    [
        "Offset of field: CUpti_PCSamplingData::nonUsrKernelsTotalSamples",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, nonUsrKernelsTotalSamples) - 64usize];
    [
        "Offset of field: CUpti_PCSamplingData::hardwareBufferFull",
    ][::std::mem::offset_of!(CUpti_PCSamplingData, hardwareBufferFull) - 72usize];
};
impl Default for CUpti_PCSamplingData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_PCSamplingConfigurationAttributeType {
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_INVALID: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        0,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        1,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        2,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        3,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        4,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        5,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        6,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        7,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        8,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        9,
    );
    pub const CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_FORCE_INT: CUpti_PCSamplingConfigurationAttributeType = CUpti_PCSamplingConfigurationAttributeType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_PCSamplingConfigurationAttributeType(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo {
    pub attributeType: CUpti_PCSamplingConfigurationAttributeType,
    pub attributeStatus: CUptiResult,
    pub attributeData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_PCSamplingConfigurationInfo__bindgen_ty_1 {
    pub invalidData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1,
    pub samplingPeriodData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2,
    pub stallReasonData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3,
    pub scratchBufferSizeData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4,
    pub hardwareBufferSizeData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5,
    pub collectionModeData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6,
    pub enableStartStopControlData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7,
    pub outputDataFormatData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8,
    pub samplingDataBufferData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9,
    pub workerThreadPeriodicSleepSpanData: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1 {
    pub data: [u64; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1,
    >() - 24usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1::data",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1, data
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2 {
    pub samplingPeriod: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2,
    >() - 4usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2,
    >() - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2::samplingPeriod",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2, samplingPeriod
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3 {
    pub stallReasonCount: usize,
    pub pStallReasonIndex: *mut u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3,
    >() - 16usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3::stallReasonCount",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3, stallReasonCount
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3::pStallReasonIndex",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3, pStallReasonIndex
    ) - 8usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4 {
    pub scratchBufferSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4,
    >() - 8usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4,
    >() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4::scratchBufferSize",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4, scratchBufferSize
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5 {
    pub hardwareBufferSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5,
    >() - 8usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5,
    >() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5::hardwareBufferSize",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5, hardwareBufferSize
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6 {
    pub collectionMode: CUpti_PCSamplingCollectionMode,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6,
    >() - 4usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6,
    >() - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6::collectionMode",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6, collectionMode
    ) - 0usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7 {
    pub enableStartStopControl: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7,
    >() - 4usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7,
    >() - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7::enableStartStopControl",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7,
        enableStartStopControl
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8 {
    pub outputDataFormat: CUpti_PCSamplingOutputDataFormat,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8,
    >() - 4usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8,
    >() - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8::outputDataFormat",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8, outputDataFormat
    ) - 0usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9 {
    pub samplingDataBuffer: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9,
    >() - 8usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9,
    >() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9::samplingDataBuffer",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9, samplingDataBuffer
    ) - 0usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10 {
    pub workerThreadPeriodicSleepSpan: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10",
    ][::std::mem::size_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10,
    >() - 4usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10",
    ][::std::mem::align_of::<
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10,
    >() - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10::workerThreadPeriodicSleepSpan",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10,
        workerThreadPeriodicSleepSpan
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1",
    ][::std::mem::size_of::<CUpti_PCSamplingConfigurationInfo__bindgen_ty_1>()
        - 24usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo__bindgen_ty_1",
    ][::std::mem::align_of::<CUpti_PCSamplingConfigurationInfo__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::invalidData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, invalidData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::samplingPeriodData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, samplingPeriodData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::stallReasonData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, stallReasonData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::scratchBufferSizeData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, scratchBufferSizeData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::hardwareBufferSizeData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, hardwareBufferSizeData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::collectionModeData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, collectionModeData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::enableStartStopControlData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, enableStartStopControlData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::outputDataFormatData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, outputDataFormatData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::samplingDataBufferData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1, samplingDataBufferData
    ) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo__bindgen_ty_1::workerThreadPeriodicSleepSpanData",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfo__bindgen_ty_1,
        workerThreadPeriodicSleepSpanData
    ) - 0usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfo",
    ][::std::mem::size_of::<CUpti_PCSamplingConfigurationInfo>() - 32usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfo",
    ][::std::mem::align_of::<CUpti_PCSamplingConfigurationInfo>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo::attributeType",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfo, attributeType) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo::attributeStatus",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfo, attributeStatus)
        - 4usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfo::attributeData",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfo, attributeData) - 8usize];
};
impl Default for CUpti_PCSamplingConfigurationInfo {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingConfigurationInfoParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numAttributes: usize,
    pub pPCSamplingConfigurationInfo: *mut CUpti_PCSamplingConfigurationInfo,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingConfigurationInfoParams",
    ][::std::mem::size_of::<CUpti_PCSamplingConfigurationInfoParams>() - 40usize];
    [
        "Alignment of CUpti_PCSamplingConfigurationInfoParams",
    ][::std::mem::align_of::<CUpti_PCSamplingConfigurationInfoParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfoParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfoParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfoParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfoParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfoParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfoParams, ctx) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfoParams::numAttributes",
    ][::std::mem::offset_of!(CUpti_PCSamplingConfigurationInfoParams, numAttributes)
        - 24usize];
    [
        "Offset of field: CUpti_PCSamplingConfigurationInfoParams::pPCSamplingConfigurationInfo",
    ][::std::mem::offset_of!(
        CUpti_PCSamplingConfigurationInfoParams, pPCSamplingConfigurationInfo
    ) - 32usize];
};
impl Default for CUpti_PCSamplingConfigurationInfoParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingGetDataParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub pcSamplingData: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingGetDataParams",
    ][::std::mem::size_of::<CUpti_PCSamplingGetDataParams>() - 32usize];
    [
        "Alignment of CUpti_PCSamplingGetDataParams",
    ][::std::mem::align_of::<CUpti_PCSamplingGetDataParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetDataParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetDataParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingGetDataParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetDataParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetDataParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetDataParams, ctx) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingGetDataParams::pcSamplingData",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetDataParams, pcSamplingData) - 24usize];
};
impl Default for CUpti_PCSamplingGetDataParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingEnableParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingEnableParams",
    ][::std::mem::size_of::<CUpti_PCSamplingEnableParams>() - 24usize];
    [
        "Alignment of CUpti_PCSamplingEnableParams",
    ][::std::mem::align_of::<CUpti_PCSamplingEnableParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingEnableParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingEnableParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingEnableParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingEnableParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingEnableParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingEnableParams, ctx) - 16usize];
};
impl Default for CUpti_PCSamplingEnableParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingDisableParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingDisableParams",
    ][::std::mem::size_of::<CUpti_PCSamplingDisableParams>() - 24usize];
    [
        "Alignment of CUpti_PCSamplingDisableParams",
    ][::std::mem::align_of::<CUpti_PCSamplingDisableParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingDisableParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingDisableParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingDisableParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingDisableParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingDisableParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingDisableParams, ctx) - 16usize];
};
impl Default for CUpti_PCSamplingDisableParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingStartParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingStartParams",
    ][::std::mem::size_of::<CUpti_PCSamplingStartParams>() - 24usize];
    [
        "Alignment of CUpti_PCSamplingStartParams",
    ][::std::mem::align_of::<CUpti_PCSamplingStartParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingStartParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingStartParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingStartParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingStartParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingStartParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingStartParams, ctx) - 16usize];
};
impl Default for CUpti_PCSamplingStartParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingStopParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingStopParams",
    ][::std::mem::size_of::<CUpti_PCSamplingStopParams>() - 24usize];
    [
        "Alignment of CUpti_PCSamplingStopParams",
    ][::std::mem::align_of::<CUpti_PCSamplingStopParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingStopParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingStopParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingStopParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingStopParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingStopParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingStopParams, ctx) - 16usize];
};
impl Default for CUpti_PCSamplingStopParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingGetNumStallReasonsParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numStallReasons: *mut usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingGetNumStallReasonsParams",
    ][::std::mem::size_of::<CUpti_PCSamplingGetNumStallReasonsParams>() - 32usize];
    [
        "Alignment of CUpti_PCSamplingGetNumStallReasonsParams",
    ][::std::mem::align_of::<CUpti_PCSamplingGetNumStallReasonsParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetNumStallReasonsParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetNumStallReasonsParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingGetNumStallReasonsParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetNumStallReasonsParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetNumStallReasonsParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetNumStallReasonsParams, ctx) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingGetNumStallReasonsParams::numStallReasons",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetNumStallReasonsParams, numStallReasons)
        - 24usize];
};
impl Default for CUpti_PCSamplingGetNumStallReasonsParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_PCSamplingGetStallReasonsParams {
    pub size: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numStallReasons: usize,
    pub stallReasonIndex: *mut u32,
    pub stallReasons: *mut *mut ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_PCSamplingGetStallReasonsParams",
    ][::std::mem::size_of::<CUpti_PCSamplingGetStallReasonsParams>() - 48usize];
    [
        "Alignment of CUpti_PCSamplingGetStallReasonsParams",
    ][::std::mem::align_of::<CUpti_PCSamplingGetStallReasonsParams>() - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::size",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, size) - 0usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::pPriv",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, pPriv) - 8usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::ctx",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, ctx) - 16usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::numStallReasons",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, numStallReasons)
        - 24usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::stallReasonIndex",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, stallReasonIndex)
        - 32usize];
    [
        "Offset of field: CUpti_PCSamplingGetStallReasonsParams::stallReasons",
    ][::std::mem::offset_of!(CUpti_PCSamplingGetStallReasonsParams, stallReasons)
        - 40usize];
};
impl Default for CUpti_PCSamplingGetStallReasonsParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_GetSassToSourceCorrelationParams {
    pub size: usize,
    pub cubin: *const ::std::os::raw::c_void,
    pub functionName: *const ::std::os::raw::c_char,
    pub cubinSize: usize,
    pub lineNumber: u32,
    pub pcOffset: u64,
    pub fileName: *mut ::std::os::raw::c_char,
    pub dirName: *mut ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_GetSassToSourceCorrelationParams",
    ][::std::mem::size_of::<CUpti_GetSassToSourceCorrelationParams>() - 64usize];
    [
        "Alignment of CUpti_GetSassToSourceCorrelationParams",
    ][::std::mem::align_of::<CUpti_GetSassToSourceCorrelationParams>() - 8usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::size",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, size) - 0usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::cubin",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, cubin) - 8usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::functionName",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, functionName)
        - 16usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::cubinSize",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, cubinSize)
        - 24usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::lineNumber",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, lineNumber)
        - 32usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::pcOffset",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, pcOffset)
        - 40usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::fileName",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, fileName)
        - 48usize];
    [
        "Offset of field: CUpti_GetSassToSourceCorrelationParams::dirName",
    ][::std::mem::offset_of!(CUpti_GetSassToSourceCorrelationParams, dirName) - 56usize];
};
impl Default for CUpti_GetSassToSourceCorrelationParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_GetCubinCrcParams {
    pub size: usize,
    pub cubinSize: usize,
    pub cubin: *const ::std::os::raw::c_void,
    pub cubinCrc: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_GetCubinCrcParams",
    ][::std::mem::size_of::<CUpti_GetCubinCrcParams>() - 32usize];
    [
        "Alignment of CUpti_GetCubinCrcParams",
    ][::std::mem::align_of::<CUpti_GetCubinCrcParams>() - 8usize];
    [
        "Offset of field: CUpti_GetCubinCrcParams::size",
    ][::std::mem::offset_of!(CUpti_GetCubinCrcParams, size) - 0usize];
    [
        "Offset of field: CUpti_GetCubinCrcParams::cubinSize",
    ][::std::mem::offset_of!(CUpti_GetCubinCrcParams, cubinSize) - 8usize];
    [
        "Offset of field: CUpti_GetCubinCrcParams::cubin",
    ][::std::mem::offset_of!(CUpti_GetCubinCrcParams, cubin) - 16usize];
    [
        "Offset of field: CUpti_GetCubinCrcParams::cubinCrc",
    ][::std::mem::offset_of!(CUpti_GetCubinCrcParams, cubinCrc) - 24usize];
};
impl Default for CUpti_GetCubinCrcParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUpti_ComputeCrcCallbackFunc = ::std::option::Option<
    unsafe extern "C" fn(
        cubin: *const ::std::os::raw::c_void,
        cubinSize: usize,
        cubinCrc: *mut u64,
    ),
>;
impl CUpti_MetricType {
    pub const CUPTI_METRIC_TYPE_COUNTER: CUpti_MetricType = CUpti_MetricType(0);
    pub const CUPTI_METRIC_TYPE_RATIO: CUpti_MetricType = CUpti_MetricType(1);
    pub const CUPTI_METRIC_TYPE_THROUGHPUT: CUpti_MetricType = CUpti_MetricType(2);
    pub const CUPTI_METRIC_TYPE__COUNT: CUpti_MetricType = CUpti_MetricType(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_MetricType(pub ::std::os::raw::c_uint);
impl CUpti_ProfilerType {
    pub const CUPTI_PROFILER_TYPE_RANGE_PROFILER: CUpti_ProfilerType = CUpti_ProfilerType(
        0,
    );
    pub const CUPTI_PROFILER_TYPE_PM_SAMPLING: CUpti_ProfilerType = CUpti_ProfilerType(
        1,
    );
    pub const CUPTI_PROFILER_TYPE_PROFILER_INVALID: CUpti_ProfilerType = CUpti_ProfilerType(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ProfilerType(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug)]
pub struct CUpti_Profiler_Host_Object {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_Initialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub profilerType: CUpti_ProfilerType,
    pub pChipName: *const ::std::os::raw::c_char,
    pub pCounterAvailabilityImage: *const u8,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_Initialize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_Initialize_Params>() - 48usize];
    [
        "Alignment of CUpti_Profiler_Host_Initialize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_Initialize_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Initialize_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Initialize_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::profilerType",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Initialize_Params, profilerType)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::pChipName",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Initialize_Params, pChipName)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::pCounterAvailabilityImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_Initialize_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Initialize_Params, pHostObject)
        - 40usize];
};
impl Default for CUpti_Profiler_Host_Initialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_Deinitialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_Deinitialize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_Deinitialize_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_Host_Deinitialize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_Deinitialize_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_Deinitialize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Deinitialize_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_Deinitialize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Deinitialize_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_Deinitialize_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_Deinitialize_Params, pHostObject)
        - 16usize];
};
impl Default for CUpti_Profiler_Host_Deinitialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetSupportedChips_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub numChips: usize,
    pub ppChipNames: *const *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetSupportedChips_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetSupportedChips_Params>() - 32usize];
    [
        "Alignment of CUpti_Profiler_Host_GetSupportedChips_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetSupportedChips_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSupportedChips_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSupportedChips_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSupportedChips_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSupportedChips_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSupportedChips_Params::numChips",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSupportedChips_Params, numChips)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSupportedChips_Params::ppChipNames",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSupportedChips_Params, ppChipNames)
        - 24usize];
};
impl Default for CUpti_Profiler_Host_GetSupportedChips_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetBaseMetrics_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub metricType: CUpti_MetricType,
    pub ppMetricNames: *mut *const ::std::os::raw::c_char,
    pub numMetrics: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetBaseMetrics_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetBaseMetrics_Params>() - 48usize];
    [
        "Alignment of CUpti_Profiler_Host_GetBaseMetrics_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetBaseMetrics_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::metricType",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, metricType)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::ppMetricNames",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetBaseMetrics_Params::numMetrics",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetBaseMetrics_Params, numMetrics)
        - 40usize];
};
impl Default for CUpti_Profiler_Host_GetBaseMetrics_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetSubMetrics_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub metricType: CUpti_MetricType,
    pub pMetricName: *const ::std::os::raw::c_char,
    pub numOfSubmetrics: usize,
    pub ppSubMetrics: *mut *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetSubMetrics_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetSubMetrics_Params>() - 56usize];
    [
        "Alignment of CUpti_Profiler_Host_GetSubMetrics_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetSubMetrics_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::metricType",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, metricType)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::pMetricName",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, pMetricName)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::numOfSubmetrics",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, numOfSubmetrics)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetSubMetrics_Params::ppSubMetrics",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetSubMetrics_Params, ppSubMetrics)
        - 48usize];
};
impl Default for CUpti_Profiler_Host_GetSubMetrics_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetMetricProperties_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub pMetricName: *const ::std::os::raw::c_char,
    pub pDescription: *const ::std::os::raw::c_char,
    pub pHwUnit: *const ::std::os::raw::c_char,
    pub pDimUnit: *const ::std::os::raw::c_char,
    pub metricType: CUpti_MetricType,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetMetricProperties_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetMetricProperties_Params>() - 64usize];
    [
        "Alignment of CUpti_Profiler_Host_GetMetricProperties_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetMetricProperties_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pMetricName",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, pMetricName)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pDescription",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMetricProperties_Params, pDescription
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pHwUnit",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, pHwUnit)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::pDimUnit",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, pDimUnit)
        - 48usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMetricProperties_Params::metricType",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetMetricProperties_Params, metricType)
        - 56usize];
};
impl Default for CUpti_Profiler_Host_GetMetricProperties_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetRangeName_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pCounterDataImage: *const u8,
    pub counterDataImageSize: usize,
    pub rangeIndex: usize,
    pub delimiter: *const ::std::os::raw::c_char,
    pub pRangeName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetRangeName_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetRangeName_Params>() - 56usize];
    [
        "Alignment of CUpti_Profiler_Host_GetRangeName_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetRangeName_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::pCounterDataImage",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, pCounterDataImage)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetRangeName_Params, counterDataImageSize
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::rangeIndex",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, rangeIndex)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::delimiter",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, delimiter)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetRangeName_Params::pRangeName",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetRangeName_Params, pRangeName)
        - 48usize];
};
impl Default for CUpti_Profiler_Host_GetRangeName_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_EvaluateToGpuValues_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub pCounterDataImage: *const u8,
    pub counterDataImageSize: usize,
    pub rangeIndex: usize,
    pub ppMetricNames: *mut *const ::std::os::raw::c_char,
    pub numMetrics: usize,
    pub pMetricValues: *mut f64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_EvaluateToGpuValues_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_EvaluateToGpuValues_Params>() - 72usize];
    [
        "Alignment of CUpti_Profiler_Host_EvaluateToGpuValues_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_EvaluateToGpuValues_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_EvaluateToGpuValues_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params, counterDataImageSize
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::rangeIndex",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::ppMetricNames",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames
    ) - 48usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::numMetrics",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_EvaluateToGpuValues_Params, numMetrics)
        - 56usize];
    [
        "Offset of field: CUpti_Profiler_Host_EvaluateToGpuValues_Params::pMetricValues",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues
    ) - 64usize];
};
impl Default for CUpti_Profiler_Host_EvaluateToGpuValues_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_ConfigAddMetrics_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub ppMetricNames: *mut *const ::std::os::raw::c_char,
    pub numMetrics: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_ConfigAddMetrics_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_ConfigAddMetrics_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_Host_ConfigAddMetrics_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_ConfigAddMetrics_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_ConfigAddMetrics_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_ConfigAddMetrics_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_ConfigAddMetrics_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_ConfigAddMetrics_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_ConfigAddMetrics_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_ConfigAddMetrics_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_ConfigAddMetrics_Params::ppMetricNames",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_ConfigAddMetrics_Params::numMetrics",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics)
        - 32usize];
};
impl Default for CUpti_Profiler_Host_ConfigAddMetrics_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetConfigImageSize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub configImageSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetConfigImageSize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetConfigImageSize_Params>() - 32usize];
    [
        "Alignment of CUpti_Profiler_Host_GetConfigImageSize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetConfigImageSize_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImageSize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImageSize_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImageSize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImageSize_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImageSize_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImageSize_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImageSize_Params::configImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize
    ) - 24usize];
};
impl Default for CUpti_Profiler_Host_GetConfigImageSize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetConfigImage_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pHostObject: *mut CUpti_Profiler_Host_Object,
    pub configImageSize: usize,
    pub pConfigImage: *mut u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetConfigImage_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetConfigImage_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_Host_GetConfigImage_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetConfigImage_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImage_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImage_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImage_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImage_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImage_Params::pHostObject",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImage_Params, pHostObject)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImage_Params::configImageSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImage_Params, configImageSize)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetConfigImage_Params::pConfigImage",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage)
        - 32usize];
};
impl Default for CUpti_Profiler_Host_GetConfigImage_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetNumOfPasses_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub configImageSize: usize,
    pub pConfigImage: *mut u8,
    pub numOfPasses: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetNumOfPasses_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetNumOfPasses_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_Host_GetNumOfPasses_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Host_GetNumOfPasses_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetNumOfPasses_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetNumOfPasses_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetNumOfPasses_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetNumOfPasses_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetNumOfPasses_Params::configImageSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetNumOfPasses_Params::pConfigImage",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetNumOfPasses_Params::numOfPasses",
    ][::std::mem::offset_of!(CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses)
        - 32usize];
};
impl Default for CUpti_Profiler_Host_GetNumOfPasses_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub profilerType: CUpti_ProfilerType,
    pub pChipName: *const ::std::os::raw::c_char,
    pub pCounterAvailabilityImage: *mut u8,
    pub maxMetricsPerPass: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params>()
        - 48usize];
    [
        "Alignment of CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params",
    ][::std::mem::align_of::<
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params,
    >() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::pPriv",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params, pPriv
    ) - 8usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::profilerType",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params, profilerType
    ) - 16usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::pChipName",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params, pChipName
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::pCounterAvailabilityImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params,
        pCounterAvailabilityImage
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params::maxMetricsPerPass",
    ][::std::mem::offset_of!(
        CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params, maxMetricsPerPass
    ) - 40usize];
};
impl Default for CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_ProfilerRange {
    pub const CUPTI_Range_INVALID: CUpti_ProfilerRange = CUpti_ProfilerRange(0);
    pub const CUPTI_AutoRange: CUpti_ProfilerRange = CUpti_ProfilerRange(1);
    pub const CUPTI_UserRange: CUpti_ProfilerRange = CUpti_ProfilerRange(2);
    pub const CUPTI_Range_COUNT: CUpti_ProfilerRange = CUpti_ProfilerRange(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ProfilerRange(pub ::std::os::raw::c_uint);
impl CUpti_ProfilerReplayMode {
    pub const CUPTI_Replay_INVALID: CUpti_ProfilerReplayMode = CUpti_ProfilerReplayMode(
        0,
    );
    pub const CUPTI_ApplicationReplay: CUpti_ProfilerReplayMode = CUpti_ProfilerReplayMode(
        1,
    );
    pub const CUPTI_KernelReplay: CUpti_ProfilerReplayMode = CUpti_ProfilerReplayMode(2);
    pub const CUPTI_UserReplay: CUpti_ProfilerReplayMode = CUpti_ProfilerReplayMode(3);
    pub const CUPTI_Replay_COUNT: CUpti_ProfilerReplayMode = CUpti_ProfilerReplayMode(4);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_ProfilerReplayMode(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_Initialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_Initialize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_Initialize_Params>() - 16usize];
    [
        "Alignment of CUpti_Profiler_Initialize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_Initialize_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_Initialize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_Initialize_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_Initialize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_Initialize_Params, pPriv) - 8usize];
};
impl Default for CUpti_Profiler_Initialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_DeInitialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_DeInitialize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_DeInitialize_Params>() - 16usize];
    [
        "Alignment of CUpti_Profiler_DeInitialize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_DeInitialize_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_DeInitialize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_DeInitialize_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_DeInitialize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_DeInitialize_Params, pPriv) - 8usize];
};
impl Default for CUpti_Profiler_DeInitialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_CounterDataImageOptions {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pCounterDataPrefix: *const u8,
    pub counterDataPrefixSize: usize,
    pub maxNumRanges: u32,
    pub maxNumRangeTreeNodes: u32,
    pub maxRangeNameLength: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_CounterDataImageOptions",
    ][::std::mem::size_of::<CUpti_Profiler_CounterDataImageOptions>() - 48usize];
    [
        "Alignment of CUpti_Profiler_CounterDataImageOptions",
    ][::std::mem::align_of::<CUpti_Profiler_CounterDataImageOptions>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImageOptions, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImageOptions, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::pCounterDataPrefix",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImageOptions, pCounterDataPrefix)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::counterDataPrefixSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImageOptions, counterDataPrefixSize
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::maxNumRanges",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImageOptions, maxNumRanges)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::maxNumRangeTreeNodes",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImageOptions, maxNumRangeTreeNodes
    ) - 36usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImageOptions::maxRangeNameLength",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImageOptions, maxRangeNameLength)
        - 40usize];
};
impl Default for CUpti_Profiler_CounterDataImageOptions {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_CounterDataImage_CalculateSize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub sizeofCounterDataImageOptions: usize,
    pub pOptions: *const CUpti_Profiler_CounterDataImageOptions,
    pub counterDataImageSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_CounterDataImage_CalculateSize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_CounterDataImage_CalculateSize_Params>()
        - 40usize];
    [
        "Alignment of CUpti_Profiler_CounterDataImage_CalculateSize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_CounterDataImage_CalculateSize_Params>()
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateSize_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateSize_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateSize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImage_CalculateSize_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateSize_Params::sizeofCounterDataImageOptions",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateSize_Params,
        sizeofCounterDataImageOptions
    ) - 16usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateSize_Params::pOptions",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateSize_Params, pOptions
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateSize_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateSize_Params, counterDataImageSize
    ) - 32usize];
};
impl Default for CUpti_Profiler_CounterDataImage_CalculateSize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_CounterDataImage_Initialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub sizeofCounterDataImageOptions: usize,
    pub pOptions: *const CUpti_Profiler_CounterDataImageOptions,
    pub counterDataImageSize: usize,
    pub pCounterDataImage: *mut u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_CounterDataImage_Initialize_Params",
    ][::std::mem::size_of::<CUpti_Profiler_CounterDataImage_Initialize_Params>()
        - 48usize];
    [
        "Alignment of CUpti_Profiler_CounterDataImage_Initialize_Params",
    ][::std::mem::align_of::<CUpti_Profiler_CounterDataImage_Initialize_Params>()
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_Initialize_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImage_Initialize_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::sizeofCounterDataImageOptions",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_Initialize_Params, sizeofCounterDataImageOptions
    ) - 16usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::pOptions",
    ][::std::mem::offset_of!(CUpti_Profiler_CounterDataImage_Initialize_Params, pOptions)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_Initialize_Params, counterDataImageSize
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_Initialize_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_Initialize_Params, pCounterDataImage
    ) - 40usize];
};
impl Default for CUpti_Profiler_CounterDataImage_Initialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub counterDataImageSize: usize,
    pub pCounterDataImage: *mut u8,
    pub counterDataScratchBufferSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params",
    ][::std::mem::size_of::<
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
    >() - 40usize];
    [
        "Alignment of CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params",
    ][::std::mem::align_of::<
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
    >() - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params::pPriv",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params, pPriv
    ) - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
        counterDataImageSize
    ) - 16usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
        pCounterDataImage
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params::counterDataScratchBufferSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
        counterDataScratchBufferSize
    ) - 32usize];
};
impl Default for CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub counterDataImageSize: usize,
    pub pCounterDataImage: *mut u8,
    pub counterDataScratchBufferSize: usize,
    pub pCounterDataScratchBuffer: *mut u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params",
    ][::std::mem::size_of::<
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
    >() - 48usize];
    [
        "Alignment of CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params",
    ][::std::mem::align_of::<
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
    >() - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::pPriv",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params, pPriv
    ) - 8usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
        counterDataImageSize
    ) - 16usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params, pCounterDataImage
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::counterDataScratchBufferSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
        counterDataScratchBufferSize
    ) - 32usize];
    [
        "Offset of field: CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params::pCounterDataScratchBuffer",
    ][::std::mem::offset_of!(
        CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
        pCounterDataScratchBuffer
    ) - 40usize];
};
impl Default for CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_BeginSession_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub counterDataImageSize: usize,
    pub pCounterDataImage: *mut u8,
    pub counterDataScratchBufferSize: usize,
    pub pCounterDataScratchBuffer: *mut u8,
    pub bDumpCounterDataInFile: u8,
    pub pCounterDataFilePath: *const ::std::os::raw::c_char,
    pub range: CUpti_ProfilerRange,
    pub replayMode: CUpti_ProfilerReplayMode,
    pub maxRangesPerPass: usize,
    pub maxLaunchesPerPass: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_BeginSession_Params",
    ][::std::mem::size_of::<CUpti_Profiler_BeginSession_Params>() - 96usize];
    [
        "Alignment of CUpti_Profiler_BeginSession_Params",
    ][::std::mem::align_of::<CUpti_Profiler_BeginSession_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::counterDataImageSize",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, counterDataImageSize)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::pCounterDataImage",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, pCounterDataImage)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::counterDataScratchBufferSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_BeginSession_Params, counterDataScratchBufferSize
    ) - 40usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::pCounterDataScratchBuffer",
    ][::std::mem::offset_of!(
        CUpti_Profiler_BeginSession_Params, pCounterDataScratchBuffer
    ) - 48usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::bDumpCounterDataInFile",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, bDumpCounterDataInFile)
        - 56usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::pCounterDataFilePath",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, pCounterDataFilePath)
        - 64usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::range",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, range) - 72usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::replayMode",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, replayMode) - 76usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::maxRangesPerPass",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, maxRangesPerPass)
        - 80usize];
    [
        "Offset of field: CUpti_Profiler_BeginSession_Params::maxLaunchesPerPass",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginSession_Params, maxLaunchesPerPass)
        - 88usize];
};
impl Default for CUpti_Profiler_BeginSession_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_EndSession_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_EndSession_Params",
    ][::std::mem::size_of::<CUpti_Profiler_EndSession_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_EndSession_Params",
    ][::std::mem::align_of::<CUpti_Profiler_EndSession_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_EndSession_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_EndSession_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_EndSession_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_EndSession_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_EndSession_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_EndSession_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_EndSession_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_SetConfig_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub pConfig: *const u8,
    pub configSize: usize,
    pub minNestingLevel: u16,
    pub numNestingLevels: u16,
    pub passIndex: usize,
    pub targetNestingLevel: u16,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_SetConfig_Params",
    ][::std::mem::size_of::<CUpti_Profiler_SetConfig_Params>() - 64usize];
    [
        "Alignment of CUpti_Profiler_SetConfig_Params",
    ][::std::mem::align_of::<CUpti_Profiler_SetConfig_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::pConfig",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, pConfig) - 24usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::configSize",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, configSize) - 32usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::minNestingLevel",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, minNestingLevel)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::numNestingLevels",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, numNestingLevels)
        - 42usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::passIndex",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, passIndex) - 48usize];
    [
        "Offset of field: CUpti_Profiler_SetConfig_Params::targetNestingLevel",
    ][::std::mem::offset_of!(CUpti_Profiler_SetConfig_Params, targetNestingLevel)
        - 56usize];
};
impl Default for CUpti_Profiler_SetConfig_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_UnsetConfig_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_UnsetConfig_Params",
    ][::std::mem::size_of::<CUpti_Profiler_UnsetConfig_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_UnsetConfig_Params",
    ][::std::mem::align_of::<CUpti_Profiler_UnsetConfig_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_UnsetConfig_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_UnsetConfig_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_UnsetConfig_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_UnsetConfig_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_UnsetConfig_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_UnsetConfig_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_UnsetConfig_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_BeginPass_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_BeginPass_Params",
    ][::std::mem::size_of::<CUpti_Profiler_BeginPass_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_BeginPass_Params",
    ][::std::mem::align_of::<CUpti_Profiler_BeginPass_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_BeginPass_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginPass_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_BeginPass_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginPass_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_BeginPass_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_BeginPass_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_BeginPass_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_EndPass_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub targetNestingLevel: u16,
    pub passIndex: usize,
    pub allPassesSubmitted: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_EndPass_Params",
    ][::std::mem::size_of::<CUpti_Profiler_EndPass_Params>() - 48usize];
    [
        "Alignment of CUpti_Profiler_EndPass_Params",
    ][::std::mem::align_of::<CUpti_Profiler_EndPass_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::targetNestingLevel",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, targetNestingLevel)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::passIndex",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, passIndex) - 32usize];
    [
        "Offset of field: CUpti_Profiler_EndPass_Params::allPassesSubmitted",
    ][::std::mem::offset_of!(CUpti_Profiler_EndPass_Params, allPassesSubmitted)
        - 40usize];
};
impl Default for CUpti_Profiler_EndPass_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_EnableProfiling_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_EnableProfiling_Params",
    ][::std::mem::size_of::<CUpti_Profiler_EnableProfiling_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_EnableProfiling_Params",
    ][::std::mem::align_of::<CUpti_Profiler_EnableProfiling_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_EnableProfiling_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_EnableProfiling_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_EnableProfiling_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_EnableProfiling_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_EnableProfiling_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_EnableProfiling_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_EnableProfiling_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_DisableProfiling_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_DisableProfiling_Params",
    ][::std::mem::size_of::<CUpti_Profiler_DisableProfiling_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_DisableProfiling_Params",
    ][::std::mem::align_of::<CUpti_Profiler_DisableProfiling_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_DisableProfiling_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_DisableProfiling_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_DisableProfiling_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_DisableProfiling_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_DisableProfiling_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_DisableProfiling_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_DisableProfiling_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_IsPassCollected_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numRangesDropped: usize,
    pub numTraceBytesDropped: usize,
    pub onePassCollected: u8,
    pub allPassesCollected: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_IsPassCollected_Params",
    ][::std::mem::size_of::<CUpti_Profiler_IsPassCollected_Params>() - 48usize];
    [
        "Alignment of CUpti_Profiler_IsPassCollected_Params",
    ][::std::mem::align_of::<CUpti_Profiler_IsPassCollected_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::numRangesDropped",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, numRangesDropped)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::numTraceBytesDropped",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, numTraceBytesDropped)
        - 32usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::onePassCollected",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, onePassCollected)
        - 40usize];
    [
        "Offset of field: CUpti_Profiler_IsPassCollected_Params::allPassesCollected",
    ][::std::mem::offset_of!(CUpti_Profiler_IsPassCollected_Params, allPassesCollected)
        - 41usize];
};
impl Default for CUpti_Profiler_IsPassCollected_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_FlushCounterData_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numRangesDropped: usize,
    pub numTraceBytesDropped: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_FlushCounterData_Params",
    ][::std::mem::size_of::<CUpti_Profiler_FlushCounterData_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_FlushCounterData_Params",
    ][::std::mem::align_of::<CUpti_Profiler_FlushCounterData_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_FlushCounterData_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_FlushCounterData_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_FlushCounterData_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_FlushCounterData_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_FlushCounterData_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_FlushCounterData_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_FlushCounterData_Params::numRangesDropped",
    ][::std::mem::offset_of!(CUpti_Profiler_FlushCounterData_Params, numRangesDropped)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_FlushCounterData_Params::numTraceBytesDropped",
    ][::std::mem::offset_of!(
        CUpti_Profiler_FlushCounterData_Params, numTraceBytesDropped
    ) - 32usize];
};
impl Default for CUpti_Profiler_FlushCounterData_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_PushRange_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub pRangeName: *const ::std::os::raw::c_char,
    pub rangeNameLength: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_PushRange_Params",
    ][::std::mem::size_of::<CUpti_Profiler_PushRange_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_PushRange_Params",
    ][::std::mem::align_of::<CUpti_Profiler_PushRange_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_PushRange_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_PushRange_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_PushRange_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_PushRange_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_PushRange_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_PushRange_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_Profiler_PushRange_Params::pRangeName",
    ][::std::mem::offset_of!(CUpti_Profiler_PushRange_Params, pRangeName) - 24usize];
    [
        "Offset of field: CUpti_Profiler_PushRange_Params::rangeNameLength",
    ][::std::mem::offset_of!(CUpti_Profiler_PushRange_Params, rangeNameLength)
        - 32usize];
};
impl Default for CUpti_Profiler_PushRange_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_PopRange_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_PopRange_Params",
    ][::std::mem::size_of::<CUpti_Profiler_PopRange_Params>() - 24usize];
    [
        "Alignment of CUpti_Profiler_PopRange_Params",
    ][::std::mem::align_of::<CUpti_Profiler_PopRange_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_PopRange_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_PopRange_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Profiler_PopRange_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_PopRange_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_PopRange_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_PopRange_Params, ctx) - 16usize];
};
impl Default for CUpti_Profiler_PopRange_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_GetCounterAvailability_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub counterAvailabilityImageSize: usize,
    pub pCounterAvailabilityImage: *mut u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_GetCounterAvailability_Params",
    ][::std::mem::size_of::<CUpti_Profiler_GetCounterAvailability_Params>() - 40usize];
    [
        "Alignment of CUpti_Profiler_GetCounterAvailability_Params",
    ][::std::mem::align_of::<CUpti_Profiler_GetCounterAvailability_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_GetCounterAvailability_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_GetCounterAvailability_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_GetCounterAvailability_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_GetCounterAvailability_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_Profiler_GetCounterAvailability_Params::ctx",
    ][::std::mem::offset_of!(CUpti_Profiler_GetCounterAvailability_Params, ctx)
        - 16usize];
    [
        "Offset of field: CUpti_Profiler_GetCounterAvailability_Params::counterAvailabilityImageSize",
    ][::std::mem::offset_of!(
        CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize
    ) - 24usize];
    [
        "Offset of field: CUpti_Profiler_GetCounterAvailability_Params::pCounterAvailabilityImage",
    ][::std::mem::offset_of!(
        CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage
    ) - 32usize];
};
impl Default for CUpti_Profiler_GetCounterAvailability_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_Profiler_Support_Level {
    pub const CUPTI_PROFILER_CONFIGURATION_UNKNOWN: CUpti_Profiler_Support_Level = CUpti_Profiler_Support_Level(
        0,
    );
    pub const CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED: CUpti_Profiler_Support_Level = CUpti_Profiler_Support_Level(
        1,
    );
    pub const CUPTI_PROFILER_CONFIGURATION_DISABLED: CUpti_Profiler_Support_Level = CUpti_Profiler_Support_Level(
        2,
    );
    pub const CUPTI_PROFILER_CONFIGURATION_SUPPORTED: CUpti_Profiler_Support_Level = CUpti_Profiler_Support_Level(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_Profiler_Support_Level(pub ::std::os::raw::c_uint);
impl CUpti_Profiler_API {
    pub const CUPTI_PROFILER_RANGE_PROFILING: CUpti_Profiler_API = CUpti_Profiler_API(0);
    pub const CUPTI_PROFILER_PC_SAMPLING: CUpti_Profiler_API = CUpti_Profiler_API(1);
    pub const CUPTI_PROFILER_SASS_METRICS: CUpti_Profiler_API = CUpti_Profiler_API(2);
    pub const CUPTI_PROFILER_PM_SAMPLING: CUpti_Profiler_API = CUpti_Profiler_API(3);
    pub const CUPTI_PROFILER_UNKNOWN: CUpti_Profiler_API = CUpti_Profiler_API(4);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_Profiler_API(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Profiler_DeviceSupported_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub cuDevice: CUdevice,
    pub isSupported: CUpti_Profiler_Support_Level,
    pub architecture: CUpti_Profiler_Support_Level,
    pub sli: CUpti_Profiler_Support_Level,
    pub vGpu: CUpti_Profiler_Support_Level,
    pub confidentialCompute: CUpti_Profiler_Support_Level,
    pub cmp: CUpti_Profiler_Support_Level,
    pub wsl: CUpti_Profiler_Support_Level,
    pub api: CUpti_Profiler_API,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Profiler_DeviceSupported_Params",
    ][::std::mem::size_of::<CUpti_Profiler_DeviceSupported_Params>() - 56usize];
    [
        "Alignment of CUpti_Profiler_DeviceSupported_Params",
    ][::std::mem::align_of::<CUpti_Profiler_DeviceSupported_Params>() - 8usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::cuDevice",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, cuDevice) - 16usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::isSupported",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, isSupported)
        - 20usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::architecture",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, architecture)
        - 24usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::sli",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, sli) - 28usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::vGpu",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, vGpu) - 32usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::confidentialCompute",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, confidentialCompute)
        - 36usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::cmp",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, cmp) - 40usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::wsl",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, wsl) - 44usize];
    [
        "Offset of field: CUpti_Profiler_DeviceSupported_Params::api",
    ][::std::mem::offset_of!(CUpti_Profiler_DeviceSupported_Params, api) - 48usize];
};
impl Default for CUpti_Profiler_DeviceSupported_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug)]
pub struct CUpti_RangeProfiler_Object {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_SetConfig_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub configSize: usize,
    pub pConfig: *const u8,
    pub counterDataImageSize: usize,
    pub pCounterDataImage: *mut u8,
    pub range: CUpti_ProfilerRange,
    pub replayMode: CUpti_ProfilerReplayMode,
    pub maxRangesPerPass: usize,
    pub numNestingLevels: u16,
    pub minNestingLevel: u16,
    pub passIndex: usize,
    pub targetNestingLevel: u16,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_SetConfig_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_SetConfig_Params>() - 96usize];
    [
        "Alignment of CUpti_RangeProfiler_SetConfig_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_SetConfig_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, pRangeProfilerObject)
        - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::configSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, configSize)
        - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::pConfig",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, pConfig) - 32usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::counterDataImageSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, counterDataImageSize)
        - 40usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::pCounterDataImage",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage)
        - 48usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::range",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, range) - 56usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::replayMode",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, replayMode)
        - 60usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::maxRangesPerPass",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass)
        - 64usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::numNestingLevels",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, numNestingLevels)
        - 72usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::minNestingLevel",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, minNestingLevel)
        - 74usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::passIndex",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, passIndex) - 80usize];
    [
        "Offset of field: CUpti_RangeProfiler_SetConfig_Params::targetNestingLevel",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel)
        - 88usize];
};
impl Default for CUpti_RangeProfiler_SetConfig_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_Enable_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_Enable_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_Enable_Params>() - 32usize];
    [
        "Alignment of CUpti_RangeProfiler_Enable_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_Enable_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Enable_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Enable_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_Enable_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Enable_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Enable_Params::ctx",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Enable_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_Enable_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject)
        - 24usize];
};
impl Default for CUpti_RangeProfiler_Enable_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_Disable_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_Disable_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_Disable_Params>() - 24usize];
    [
        "Alignment of CUpti_RangeProfiler_Disable_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_Disable_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Disable_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Disable_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_Disable_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Disable_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Disable_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject)
        - 16usize];
};
impl Default for CUpti_RangeProfiler_Disable_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_Start_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_Start_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_Start_Params>() - 24usize];
    [
        "Alignment of CUpti_RangeProfiler_Start_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_Start_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Start_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Start_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_Start_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Start_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Start_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Start_Params, pRangeProfilerObject)
        - 16usize];
};
impl Default for CUpti_RangeProfiler_Start_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_Stop_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub passIndex: usize,
    pub targetNestingLevel: usize,
    pub isAllPassSubmitted: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_Stop_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_Stop_Params>() - 48usize];
    [
        "Alignment of CUpti_RangeProfiler_Stop_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_Stop_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, pRangeProfilerObject)
        - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::passIndex",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, passIndex) - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::targetNestingLevel",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, targetNestingLevel)
        - 32usize];
    [
        "Offset of field: CUpti_RangeProfiler_Stop_Params::isAllPassSubmitted",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted)
        - 40usize];
};
impl Default for CUpti_RangeProfiler_Stop_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_PushRange_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub pRangeName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_PushRange_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_PushRange_Params>() - 32usize];
    [
        "Alignment of CUpti_RangeProfiler_PushRange_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_PushRange_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_PushRange_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PushRange_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_PushRange_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PushRange_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_PushRange_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PushRange_Params, pRangeProfilerObject)
        - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_PushRange_Params::pRangeName",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PushRange_Params, pRangeName)
        - 24usize];
};
impl Default for CUpti_RangeProfiler_PushRange_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_PopRange_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_PopRange_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_PopRange_Params>() - 24usize];
    [
        "Alignment of CUpti_RangeProfiler_PopRange_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_PopRange_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_PopRange_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PopRange_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_PopRange_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PopRange_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_PopRange_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject)
        - 16usize];
};
impl Default for CUpti_RangeProfiler_PopRange_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_DecodeData_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub numOfRangeDropped: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_DecodeData_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_DecodeData_Params>() - 32usize];
    [
        "Alignment of CUpti_RangeProfiler_DecodeData_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_DecodeData_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_DecodeData_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_DecodeData_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_DecodeData_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_DecodeData_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_DecodeData_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_DecodeData_Params, pRangeProfilerObject)
        - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_DecodeData_Params::numOfRangeDropped",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped)
        - 24usize];
};
impl Default for CUpti_RangeProfiler_DecodeData_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_GetCounterDataSize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub pMetricNames: *mut *const ::std::os::raw::c_char,
    pub numMetrics: usize,
    pub maxNumOfRanges: usize,
    pub maxNumRangeTreeNodes: u32,
    pub counterDataSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_GetCounterDataSize_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_GetCounterDataSize_Params>() - 64usize];
    [
        "Alignment of CUpti_RangeProfiler_GetCounterDataSize_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_GetCounterDataSize_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataSize_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataSize_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataSize_Params, pRangeProfilerObject
    ) - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::pMetricNames",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames)
        - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::numMetrics",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataSize_Params, numMetrics)
        - 32usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::maxNumOfRanges",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges
    ) - 40usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::maxNumRangeTreeNodes",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes
    ) - 48usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataSize_Params::counterDataSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize
    ) - 56usize];
};
impl Default for CUpti_RangeProfiler_GetCounterDataSize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    pub counterDataSize: usize,
    pub pCounterData: *mut u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_CounterDataImage_Initialize_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>()
        - 40usize];
    [
        "Alignment of CUpti_RangeProfiler_CounterDataImage_Initialize_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>()
        - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterDataImage_Initialize_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterDataImage_Initialize_Params::pPriv",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pPriv
    ) - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterDataImage_Initialize_Params::pRangeProfilerObject",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pRangeProfilerObject
    ) - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterDataImage_Initialize_Params::counterDataSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize
    ) - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterDataImage_Initialize_Params::pCounterData",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData
    ) - 32usize];
};
impl Default for CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_GetCounterDataInfo_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pCounterDataImage: *const u8,
    pub counterDataImageSize: usize,
    pub numTotalRanges: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_GetCounterDataInfo_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_GetCounterDataInfo_Params>() - 40usize];
    [
        "Alignment of CUpti_RangeProfiler_GetCounterDataInfo_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_GetCounterDataInfo_Params>() - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataInfo_Params::structSize",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataInfo_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataInfo_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_GetCounterDataInfo_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataInfo_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataInfo_Params, pCounterDataImage
    ) - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataInfo_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataInfo_Params, counterDataImageSize
    ) - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_GetCounterDataInfo_Params::numTotalRanges",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges
    ) - 32usize];
};
impl Default for CUpti_RangeProfiler_GetCounterDataInfo_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pCounterDataImage: *const u8,
    pub counterDataImageSize: usize,
    pub rangeIndex: usize,
    pub rangeDelimiter: *const ::std::os::raw::c_char,
    pub rangeName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_RangeProfiler_CounterData_GetRangeInfo_Params",
    ][::std::mem::size_of::<CUpti_RangeProfiler_CounterData_GetRangeInfo_Params>()
        - 56usize];
    [
        "Alignment of CUpti_RangeProfiler_CounterData_GetRangeInfo_Params",
    ][::std::mem::align_of::<CUpti_RangeProfiler_CounterData_GetRangeInfo_Params>()
        - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::structSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, structSize
    ) - 0usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, pPriv)
        - 8usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::pCounterDataImage",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, pCounterDataImage
    ) - 16usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::counterDataImageSize",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, counterDataImageSize
    ) - 24usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::rangeIndex",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, rangeIndex
    ) - 32usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::rangeDelimiter",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, rangeDelimiter
    ) - 40usize];
    [
        "Offset of field: CUpti_RangeProfiler_CounterData_GetRangeInfo_Params::rangeName",
    ][::std::mem::offset_of!(
        CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, rangeName
    ) - 48usize];
};
impl Default for CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl CUpti_SassMetrics_OutputGranularity {
    pub const CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU: CUpti_SassMetrics_OutputGranularity = CUpti_SassMetrics_OutputGranularity(
        0,
    );
    pub const CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_SM: CUpti_SassMetrics_OutputGranularity = CUpti_SassMetrics_OutputGranularity(
        1,
    );
    pub const CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_SMSP: CUpti_SassMetrics_OutputGranularity = CUpti_SassMetrics_OutputGranularity(
        2,
    );
    pub const CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_INVALID: CUpti_SassMetrics_OutputGranularity = CUpti_SassMetrics_OutputGranularity(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct CUpti_SassMetrics_OutputGranularity(pub ::std::os::raw::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetrics_MetricDetails {
    pub metricId: u64,
    pub pMetricName: *const ::std::os::raw::c_char,
    pub pMetricDescription: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_MetricDetails",
    ][::std::mem::size_of::<CUpti_SassMetrics_MetricDetails>() - 24usize];
    [
        "Alignment of CUpti_SassMetrics_MetricDetails",
    ][::std::mem::align_of::<CUpti_SassMetrics_MetricDetails>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_MetricDetails::metricId",
    ][::std::mem::offset_of!(CUpti_SassMetrics_MetricDetails, metricId) - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_MetricDetails::pMetricName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_MetricDetails, pMetricName) - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_MetricDetails::pMetricDescription",
    ][::std::mem::offset_of!(CUpti_SassMetrics_MetricDetails, pMetricDescription)
        - 16usize];
};
impl Default for CUpti_SassMetrics_MetricDetails {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetrics_GetNumOfMetrics_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pChipName: *const ::std::os::raw::c_char,
    pub numOfMetrics: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_GetNumOfMetrics_Params",
    ][::std::mem::size_of::<CUpti_SassMetrics_GetNumOfMetrics_Params>() - 32usize];
    [
        "Alignment of CUpti_SassMetrics_GetNumOfMetrics_Params",
    ][::std::mem::align_of::<CUpti_SassMetrics_GetNumOfMetrics_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetNumOfMetrics_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetNumOfMetrics_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_GetNumOfMetrics_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetNumOfMetrics_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetNumOfMetrics_Params::pChipName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetNumOfMetrics_Params, pChipName)
        - 16usize];
    [
        "Offset of field: CUpti_SassMetrics_GetNumOfMetrics_Params::numOfMetrics",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetNumOfMetrics_Params, numOfMetrics)
        - 24usize];
};
impl Default for CUpti_SassMetrics_GetNumOfMetrics_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetrics_GetMetrics_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pChipName: *const ::std::os::raw::c_char,
    pub numOfMetrics: usize,
    pub pMetricsList: *mut CUpti_SassMetrics_MetricDetails,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_GetMetrics_Params",
    ][::std::mem::size_of::<CUpti_SassMetrics_GetMetrics_Params>() - 40usize];
    [
        "Alignment of CUpti_SassMetrics_GetMetrics_Params",
    ][::std::mem::align_of::<CUpti_SassMetrics_GetMetrics_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetMetrics_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetMetrics_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_GetMetrics_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetMetrics_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetMetrics_Params::pChipName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetMetrics_Params, pChipName) - 16usize];
    [
        "Offset of field: CUpti_SassMetrics_GetMetrics_Params::numOfMetrics",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetMetrics_Params, numOfMetrics)
        - 24usize];
    [
        "Offset of field: CUpti_SassMetrics_GetMetrics_Params::pMetricsList",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetMetrics_Params, pMetricsList)
        - 32usize];
};
impl Default for CUpti_SassMetrics_GetMetrics_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetrics_GetProperties_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub pChipName: *const ::std::os::raw::c_char,
    pub pMetricName: *const ::std::os::raw::c_char,
    pub metric: CUpti_SassMetrics_MetricDetails,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_GetProperties_Params",
    ][::std::mem::size_of::<CUpti_SassMetrics_GetProperties_Params>() - 56usize];
    [
        "Alignment of CUpti_SassMetrics_GetProperties_Params",
    ][::std::mem::align_of::<CUpti_SassMetrics_GetProperties_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetProperties_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetProperties_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_GetProperties_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetProperties_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_GetProperties_Params::pChipName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetProperties_Params, pChipName)
        - 16usize];
    [
        "Offset of field: CUpti_SassMetrics_GetProperties_Params::pMetricName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetProperties_Params, pMetricName)
        - 24usize];
    [
        "Offset of field: CUpti_SassMetrics_GetProperties_Params::metric",
    ][::std::mem::offset_of!(CUpti_SassMetrics_GetProperties_Params, metric) - 32usize];
};
impl Default for CUpti_SassMetrics_GetProperties_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_SassMetrics_Config {
    pub metricId: u64,
    pub outputGranularity: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_Config",
    ][::std::mem::size_of::<CUpti_SassMetrics_Config>() - 16usize];
    [
        "Alignment of CUpti_SassMetrics_Config",
    ][::std::mem::align_of::<CUpti_SassMetrics_Config>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_Config::metricId",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Config, metricId) - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_Config::outputGranularity",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Config, outputGranularity) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsSetConfig_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub numOfMetricConfig: usize,
    pub pConfigs: *mut CUpti_SassMetrics_Config,
    pub deviceIndex: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsSetConfig_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsSetConfig_Params>() - 40usize];
    [
        "Alignment of CUpti_SassMetricsSetConfig_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsSetConfig_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsSetConfig_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsSetConfig_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetricsSetConfig_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsSetConfig_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsSetConfig_Params::numOfMetricConfig",
    ][::std::mem::offset_of!(CUpti_SassMetricsSetConfig_Params, numOfMetricConfig)
        - 16usize];
    [
        "Offset of field: CUpti_SassMetricsSetConfig_Params::pConfigs",
    ][::std::mem::offset_of!(CUpti_SassMetricsSetConfig_Params, pConfigs) - 24usize];
    [
        "Offset of field: CUpti_SassMetricsSetConfig_Params::deviceIndex",
    ][::std::mem::offset_of!(CUpti_SassMetricsSetConfig_Params, deviceIndex) - 32usize];
};
impl Default for CUpti_SassMetricsSetConfig_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsUnsetConfig_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub deviceIndex: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsUnsetConfig_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsUnsetConfig_Params>() - 24usize];
    [
        "Alignment of CUpti_SassMetricsUnsetConfig_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsUnsetConfig_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsUnsetConfig_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsUnsetConfig_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetricsUnsetConfig_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsUnsetConfig_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsUnsetConfig_Params::deviceIndex",
    ][::std::mem::offset_of!(CUpti_SassMetricsUnsetConfig_Params, deviceIndex)
        - 16usize];
};
impl Default for CUpti_SassMetricsUnsetConfig_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsEnable_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub enableLazyPatching: u8,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsEnable_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsEnable_Params>() - 32usize];
    [
        "Alignment of CUpti_SassMetricsEnable_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsEnable_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsEnable_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsEnable_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetricsEnable_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsEnable_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsEnable_Params::ctx",
    ][::std::mem::offset_of!(CUpti_SassMetricsEnable_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_SassMetricsEnable_Params::enableLazyPatching",
    ][::std::mem::offset_of!(CUpti_SassMetricsEnable_Params, enableLazyPatching)
        - 24usize];
};
impl Default for CUpti_SassMetricsEnable_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsDisable_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numOfDroppedRecords: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsDisable_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsDisable_Params>() - 32usize];
    [
        "Alignment of CUpti_SassMetricsDisable_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsDisable_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsDisable_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsDisable_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetricsDisable_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsDisable_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsDisable_Params::ctx",
    ][::std::mem::offset_of!(CUpti_SassMetricsDisable_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_SassMetricsDisable_Params::numOfDroppedRecords",
    ][::std::mem::offset_of!(CUpti_SassMetricsDisable_Params, numOfDroppedRecords)
        - 24usize];
};
impl Default for CUpti_SassMetricsDisable_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsGetDataProperties_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numOfPatchedInstructionRecords: usize,
    pub numOfInstances: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsGetDataProperties_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsGetDataProperties_Params>() - 40usize];
    [
        "Alignment of CUpti_SassMetricsGetDataProperties_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsGetDataProperties_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsGetDataProperties_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsGetDataProperties_Params, structSize)
        - 0usize];
    [
        "Offset of field: CUpti_SassMetricsGetDataProperties_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsGetDataProperties_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsGetDataProperties_Params::ctx",
    ][::std::mem::offset_of!(CUpti_SassMetricsGetDataProperties_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_SassMetricsGetDataProperties_Params::numOfPatchedInstructionRecords",
    ][::std::mem::offset_of!(
        CUpti_SassMetricsGetDataProperties_Params, numOfPatchedInstructionRecords
    ) - 24usize];
    [
        "Offset of field: CUpti_SassMetricsGetDataProperties_Params::numOfInstances",
    ][::std::mem::offset_of!(CUpti_SassMetricsGetDataProperties_Params, numOfInstances)
        - 32usize];
};
impl Default for CUpti_SassMetricsGetDataProperties_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_SassMetrics_InstanceValue {
    pub metricId: u64,
    pub value: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_InstanceValue",
    ][::std::mem::size_of::<CUpti_SassMetrics_InstanceValue>() - 16usize];
    [
        "Alignment of CUpti_SassMetrics_InstanceValue",
    ][::std::mem::align_of::<CUpti_SassMetrics_InstanceValue>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_InstanceValue::metricId",
    ][::std::mem::offset_of!(CUpti_SassMetrics_InstanceValue, metricId) - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_InstanceValue::value",
    ][::std::mem::offset_of!(CUpti_SassMetrics_InstanceValue, value) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetrics_Data {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub cubinCrc: u32,
    pub functionIndex: u32,
    pub functionName: *const ::std::os::raw::c_char,
    pub pcOffset: u32,
    pub pInstanceValues: *mut CUpti_SassMetrics_InstanceValue,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetrics_Data",
    ][::std::mem::size_of::<CUpti_SassMetrics_Data>() - 48usize];
    [
        "Alignment of CUpti_SassMetrics_Data",
    ][::std::mem::align_of::<CUpti_SassMetrics_Data>() - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::cubinCrc",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, cubinCrc) - 16usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::functionIndex",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, functionIndex) - 20usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::functionName",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, functionName) - 24usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::pcOffset",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, pcOffset) - 32usize];
    [
        "Offset of field: CUpti_SassMetrics_Data::pInstanceValues",
    ][::std::mem::offset_of!(CUpti_SassMetrics_Data, pInstanceValues) - 40usize];
};
impl Default for CUpti_SassMetrics_Data {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SassMetricsFlushData_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub ctx: CUcontext,
    pub numOfPatchedInstructionRecords: usize,
    pub numOfInstances: usize,
    pub pMetricsData: *mut CUpti_SassMetrics_Data,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_SassMetricsFlushData_Params",
    ][::std::mem::size_of::<CUpti_SassMetricsFlushData_Params>() - 48usize];
    [
        "Alignment of CUpti_SassMetricsFlushData_Params",
    ][::std::mem::align_of::<CUpti_SassMetricsFlushData_Params>() - 8usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::structSize",
    ][::std::mem::offset_of!(CUpti_SassMetricsFlushData_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_SassMetricsFlushData_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::ctx",
    ][::std::mem::offset_of!(CUpti_SassMetricsFlushData_Params, ctx) - 16usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::numOfPatchedInstructionRecords",
    ][::std::mem::offset_of!(
        CUpti_SassMetricsFlushData_Params, numOfPatchedInstructionRecords
    ) - 24usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::numOfInstances",
    ][::std::mem::offset_of!(CUpti_SassMetricsFlushData_Params, numOfInstances)
        - 32usize];
    [
        "Offset of field: CUpti_SassMetricsFlushData_Params::pMetricsData",
    ][::std::mem::offset_of!(CUpti_SassMetricsFlushData_Params, pMetricsData) - 40usize];
};
impl Default for CUpti_SassMetricsFlushData_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Device_GetChipName_Params {
    pub structSize: usize,
    pub pPriv: *mut ::std::os::raw::c_void,
    pub deviceIndex: usize,
    pub pChipName: *const ::std::os::raw::c_char,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUpti_Device_GetChipName_Params",
    ][::std::mem::size_of::<CUpti_Device_GetChipName_Params>() - 32usize];
    [
        "Alignment of CUpti_Device_GetChipName_Params",
    ][::std::mem::align_of::<CUpti_Device_GetChipName_Params>() - 8usize];
    [
        "Offset of field: CUpti_Device_GetChipName_Params::structSize",
    ][::std::mem::offset_of!(CUpti_Device_GetChipName_Params, structSize) - 0usize];
    [
        "Offset of field: CUpti_Device_GetChipName_Params::pPriv",
    ][::std::mem::offset_of!(CUpti_Device_GetChipName_Params, pPriv) - 8usize];
    [
        "Offset of field: CUpti_Device_GetChipName_Params::deviceIndex",
    ][::std::mem::offset_of!(CUpti_Device_GetChipName_Params, deviceIndex) - 16usize];
    [
        "Offset of field: CUpti_Device_GetChipName_Params::pChipName",
    ][::std::mem::offset_of!(CUpti_Device_GetChipName_Params, pChipName) - 24usize];
};
impl Default for CUpti_Device_GetChipName_Params {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[derive(Clone, Copy)]
pub struct CuptiFns {
    pub cuptiActivityConfigurePCSampling: Option<
        unsafe extern "C" fn(
            CUcontext,
            *mut CUpti_ActivityPCSamplingConfig,
        ) -> CUptiResult,
    >,
    pub cuptiActivityConfigureUnifiedMemoryCounter: Option<
        unsafe extern "C" fn(
            *mut CUpti_ActivityUnifiedMemoryCounterConfig,
            u32,
        ) -> CUptiResult,
    >,
    pub cuptiActivityDisable: Option<
        unsafe extern "C" fn(CUpti_ActivityKind) -> CUptiResult,
    >,
    pub cuptiActivityDisableContext: Option<
        unsafe extern "C" fn(CUcontext, CUpti_ActivityKind) -> CUptiResult,
    >,
    pub cuptiActivityEnable: Option<
        unsafe extern "C" fn(CUpti_ActivityKind) -> CUptiResult,
    >,
    pub cuptiActivityEnableAllSyncRecords: Option<
        unsafe extern "C" fn(u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableAllocationSource: Option<
        unsafe extern "C" fn(u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableAndDump: Option<
        unsafe extern "C" fn(CUpti_ActivityKind) -> CUptiResult,
    >,
    pub cuptiActivityEnableContext: Option<
        unsafe extern "C" fn(CUcontext, CUpti_ActivityKind) -> CUptiResult,
    >,
    pub cuptiActivityEnableCudaEventDeviceTimestamps: Option<
        unsafe extern "C" fn(u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableDeviceGraph: Option<unsafe extern "C" fn(u8) -> CUptiResult>,
    pub cuptiActivityEnableDriverApi: Option<
        unsafe extern "C" fn(CUpti_CallbackId, u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableHWTrace: Option<unsafe extern "C" fn(u8) -> CUptiResult>,
    pub cuptiActivityEnableLatencyTimestamps: Option<
        unsafe extern "C" fn(u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableLaunchAttributes: Option<
        unsafe extern "C" fn(u8) -> CUptiResult,
    >,
    pub cuptiActivityEnableRuntimeApi: Option<
        unsafe extern "C" fn(CUpti_CallbackId, u8) -> CUptiResult,
    >,
    pub cuptiActivityFlush: Option<
        unsafe extern "C" fn(CUcontext, u32, u32) -> CUptiResult,
    >,
    pub cuptiActivityFlushAll: Option<unsafe extern "C" fn(u32) -> CUptiResult>,
    pub cuptiActivityFlushPeriod: Option<unsafe extern "C" fn(u32) -> CUptiResult>,
    pub cuptiActivityGetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_ActivityAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiActivityGetNextRecord: Option<
        unsafe extern "C" fn(*mut u8, usize, *mut *mut CUpti_Activity) -> CUptiResult,
    >,
    pub cuptiActivityGetNumDroppedRecords: Option<
        unsafe extern "C" fn(CUcontext, u32, *mut usize) -> CUptiResult,
    >,
    pub cuptiActivityPopExternalCorrelationId: Option<
        unsafe extern "C" fn(CUpti_ExternalCorrelationKind, *mut u64) -> CUptiResult,
    >,
    pub cuptiActivityPushExternalCorrelationId: Option<
        unsafe extern "C" fn(CUpti_ExternalCorrelationKind, u64) -> CUptiResult,
    >,
    pub cuptiActivityRegisterCallbacks: Option<
        unsafe extern "C" fn(
            CUpti_BuffersCallbackRequestFunc,
            CUpti_BuffersCallbackCompleteFunc,
        ) -> CUptiResult,
    >,
    pub cuptiActivityRegisterTimestampCallback: Option<
        unsafe extern "C" fn(CUpti_TimestampCallbackFunc) -> CUptiResult,
    >,
    pub cuptiActivitySetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_ActivityAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiComputeCapabilitySupported: Option<
        unsafe extern "C" fn(
            ::std::os::raw::c_int,
            ::std::os::raw::c_int,
            *mut ::std::os::raw::c_int,
        ) -> CUptiResult,
    >,
    pub cuptiDeviceEnumEventDomains: Option<
        unsafe extern "C" fn(
            CUdevice,
            *mut usize,
            *mut CUpti_EventDomainID,
        ) -> CUptiResult,
    >,
    pub cuptiDeviceEnumMetrics: Option<
        unsafe extern "C" fn(CUdevice, *mut usize, *mut CUpti_MetricID) -> CUptiResult,
    >,
    pub cuptiDeviceGetAttribute: Option<
        unsafe extern "C" fn(
            CUdevice,
            CUpti_DeviceAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiDeviceGetChipName: Option<
        unsafe extern "C" fn(*mut CUpti_Device_GetChipName_Params) -> CUptiResult,
    >,
    pub cuptiDeviceGetEventDomainAttribute: Option<
        unsafe extern "C" fn(
            CUdevice,
            CUpti_EventDomainID,
            CUpti_EventDomainAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiDeviceGetNumEventDomains: Option<
        unsafe extern "C" fn(CUdevice, *mut u32) -> CUptiResult,
    >,
    pub cuptiDeviceGetNumMetrics: Option<
        unsafe extern "C" fn(CUdevice, *mut u32) -> CUptiResult,
    >,
    pub cuptiDeviceSupported: Option<
        unsafe extern "C" fn(CUdevice, *mut ::std::os::raw::c_int) -> CUptiResult,
    >,
    pub cuptiDeviceVirtualizationMode: Option<
        unsafe extern "C" fn(
            CUdevice,
            *mut CUpti_DeviceVirtualizationMode,
        ) -> CUptiResult,
    >,
    pub cuptiDisableKernelReplayMode: Option<
        unsafe extern "C" fn(CUcontext) -> CUptiResult,
    >,
    pub cuptiEnableAllDomains: Option<
        unsafe extern "C" fn(u32, CUpti_SubscriberHandle) -> CUptiResult,
    >,
    pub cuptiEnableCallback: Option<
        unsafe extern "C" fn(
            u32,
            CUpti_SubscriberHandle,
            CUpti_CallbackDomain,
            CUpti_CallbackId,
        ) -> CUptiResult,
    >,
    pub cuptiEnableDomain: Option<
        unsafe extern "C" fn(
            u32,
            CUpti_SubscriberHandle,
            CUpti_CallbackDomain,
        ) -> CUptiResult,
    >,
    pub cuptiEnableKernelReplayMode: Option<
        unsafe extern "C" fn(CUcontext) -> CUptiResult,
    >,
    pub cuptiEnumEventDomains: Option<
        unsafe extern "C" fn(*mut usize, *mut CUpti_EventDomainID) -> CUptiResult,
    >,
    pub cuptiEnumMetrics: Option<
        unsafe extern "C" fn(*mut usize, *mut CUpti_MetricID) -> CUptiResult,
    >,
    pub cuptiEventDomainEnumEvents: Option<
        unsafe extern "C" fn(
            CUpti_EventDomainID,
            *mut usize,
            *mut CUpti_EventID,
        ) -> CUptiResult,
    >,
    pub cuptiEventDomainGetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_EventDomainID,
            CUpti_EventDomainAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiEventDomainGetNumEvents: Option<
        unsafe extern "C" fn(CUpti_EventDomainID, *mut u32) -> CUptiResult,
    >,
    pub cuptiEventGetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_EventID,
            CUpti_EventAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiEventGetIdFromName: Option<
        unsafe extern "C" fn(
            CUdevice,
            *const ::std::os::raw::c_char,
            *mut CUpti_EventID,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupAddEvent: Option<
        unsafe extern "C" fn(CUpti_EventGroup, CUpti_EventID) -> CUptiResult,
    >,
    pub cuptiEventGroupCreate: Option<
        unsafe extern "C" fn(CUcontext, *mut CUpti_EventGroup, u32) -> CUptiResult,
    >,
    pub cuptiEventGroupDestroy: Option<
        unsafe extern "C" fn(CUpti_EventGroup) -> CUptiResult,
    >,
    pub cuptiEventGroupDisable: Option<
        unsafe extern "C" fn(CUpti_EventGroup) -> CUptiResult,
    >,
    pub cuptiEventGroupEnable: Option<
        unsafe extern "C" fn(CUpti_EventGroup) -> CUptiResult,
    >,
    pub cuptiEventGroupGetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_EventGroup,
            CUpti_EventGroupAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupReadAllEvents: Option<
        unsafe extern "C" fn(
            CUpti_EventGroup,
            CUpti_ReadEventFlags,
            *mut usize,
            *mut u64,
            *mut usize,
            *mut CUpti_EventID,
            *mut usize,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupReadEvent: Option<
        unsafe extern "C" fn(
            CUpti_EventGroup,
            CUpti_ReadEventFlags,
            CUpti_EventID,
            *mut usize,
            *mut u64,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupRemoveAllEvents: Option<
        unsafe extern "C" fn(CUpti_EventGroup) -> CUptiResult,
    >,
    pub cuptiEventGroupRemoveEvent: Option<
        unsafe extern "C" fn(CUpti_EventGroup, CUpti_EventID) -> CUptiResult,
    >,
    pub cuptiEventGroupResetAllEvents: Option<
        unsafe extern "C" fn(CUpti_EventGroup) -> CUptiResult,
    >,
    pub cuptiEventGroupSetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_EventGroup,
            CUpti_EventGroupAttribute,
            usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupSetDisable: Option<
        unsafe extern "C" fn(*mut CUpti_EventGroupSet) -> CUptiResult,
    >,
    pub cuptiEventGroupSetEnable: Option<
        unsafe extern "C" fn(*mut CUpti_EventGroupSet) -> CUptiResult,
    >,
    pub cuptiEventGroupSetsCreate: Option<
        unsafe extern "C" fn(
            CUcontext,
            usize,
            *mut CUpti_EventID,
            *mut *mut CUpti_EventGroupSets,
        ) -> CUptiResult,
    >,
    pub cuptiEventGroupSetsDestroy: Option<
        unsafe extern "C" fn(*mut CUpti_EventGroupSets) -> CUptiResult,
    >,
    pub cuptiFinalize: Option<unsafe extern "C" fn() -> CUptiResult>,
    pub cuptiGetAutoBoostState: Option<
        unsafe extern "C" fn(CUcontext, *mut CUpti_ActivityAutoBoostState) -> CUptiResult,
    >,
    pub cuptiGetCallbackName: Option<
        unsafe extern "C" fn(
            CUpti_CallbackDomain,
            u32,
            *mut *const ::std::os::raw::c_char,
        ) -> CUptiResult,
    >,
    pub cuptiGetCallbackState: Option<
        unsafe extern "C" fn(
            *mut u32,
            CUpti_SubscriberHandle,
            CUpti_CallbackDomain,
            CUpti_CallbackId,
        ) -> CUptiResult,
    >,
    pub cuptiGetContextId: Option<
        unsafe extern "C" fn(CUcontext, *mut u32) -> CUptiResult,
    >,
    pub cuptiGetCubinCrc: Option<
        unsafe extern "C" fn(*mut CUpti_GetCubinCrcParams) -> CUptiResult,
    >,
    pub cuptiGetDeviceId: Option<
        unsafe extern "C" fn(CUcontext, *mut u32) -> CUptiResult,
    >,
    pub cuptiGetErrorMessage: Option<
        unsafe extern "C" fn(
            CUptiResult,
            *mut *const ::std::os::raw::c_char,
        ) -> CUptiResult,
    >,
    pub cuptiGetGraphExecId: Option<
        unsafe extern "C" fn(CUgraphExec, *mut u32) -> CUptiResult,
    >,
    pub cuptiGetGraphId: Option<unsafe extern "C" fn(CUgraph, *mut u32) -> CUptiResult>,
    pub cuptiGetGraphNodeId: Option<
        unsafe extern "C" fn(CUgraphNode, *mut u64) -> CUptiResult,
    >,
    pub cuptiGetLastError: Option<unsafe extern "C" fn() -> CUptiResult>,
    pub cuptiGetNumEventDomains: Option<unsafe extern "C" fn(*mut u32) -> CUptiResult>,
    pub cuptiGetNumMetrics: Option<unsafe extern "C" fn(*mut u32) -> CUptiResult>,
    pub cuptiGetResultString: Option<
        unsafe extern "C" fn(
            CUptiResult,
            *mut *const ::std::os::raw::c_char,
        ) -> CUptiResult,
    >,
    pub cuptiGetSassToSourceCorrelation: Option<
        unsafe extern "C" fn(*mut CUpti_GetSassToSourceCorrelationParams) -> CUptiResult,
    >,
    pub cuptiGetStreamId: Option<
        unsafe extern "C" fn(CUcontext, CUstream, *mut u32) -> CUptiResult,
    >,
    pub cuptiGetStreamIdEx: Option<
        unsafe extern "C" fn(CUcontext, CUstream, u8, *mut u32) -> CUptiResult,
    >,
    pub cuptiGetThreadIdType: Option<
        unsafe extern "C" fn(*mut CUpti_ActivityThreadIdType) -> CUptiResult,
    >,
    pub cuptiGetTimestamp: Option<unsafe extern "C" fn(*mut u64) -> CUptiResult>,
    pub cuptiGetVersion: Option<unsafe extern "C" fn(*mut u32) -> CUptiResult>,
    pub cuptiKernelReplaySubscribeUpdate: Option<
        unsafe extern "C" fn(
            CUpti_KernelReplayUpdateFunc,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiMetricCreateEventGroupSets: Option<
        unsafe extern "C" fn(
            CUcontext,
            usize,
            *mut CUpti_MetricID,
            *mut *mut CUpti_EventGroupSets,
        ) -> CUptiResult,
    >,
    pub cuptiMetricEnumEvents: Option<
        unsafe extern "C" fn(
            CUpti_MetricID,
            *mut usize,
            *mut CUpti_EventID,
        ) -> CUptiResult,
    >,
    pub cuptiMetricEnumProperties: Option<
        unsafe extern "C" fn(
            CUpti_MetricID,
            *mut usize,
            *mut CUpti_MetricPropertyID,
        ) -> CUptiResult,
    >,
    pub cuptiMetricGetAttribute: Option<
        unsafe extern "C" fn(
            CUpti_MetricID,
            CUpti_MetricAttribute,
            *mut usize,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiMetricGetIdFromName: Option<
        unsafe extern "C" fn(
            CUdevice,
            *const ::std::os::raw::c_char,
            *mut CUpti_MetricID,
        ) -> CUptiResult,
    >,
    pub cuptiMetricGetNumEvents: Option<
        unsafe extern "C" fn(CUpti_MetricID, *mut u32) -> CUptiResult,
    >,
    pub cuptiMetricGetNumProperties: Option<
        unsafe extern "C" fn(CUpti_MetricID, *mut u32) -> CUptiResult,
    >,
    pub cuptiMetricGetRequiredEventGroupSets: Option<
        unsafe extern "C" fn(
            CUcontext,
            CUpti_MetricID,
            *mut *mut CUpti_EventGroupSets,
        ) -> CUptiResult,
    >,
    pub cuptiMetricGetValue: Option<
        unsafe extern "C" fn(
            CUdevice,
            CUpti_MetricID,
            usize,
            *mut CUpti_EventID,
            usize,
            *mut u64,
            u64,
            *mut CUpti_MetricValue,
        ) -> CUptiResult,
    >,
    pub cuptiMetricGetValue2: Option<
        unsafe extern "C" fn(
            CUpti_MetricID,
            usize,
            *mut CUpti_EventID,
            usize,
            *mut u64,
            usize,
            *mut CUpti_MetricPropertyID,
            usize,
            *mut u64,
            *mut CUpti_MetricValue,
        ) -> CUptiResult,
    >,
    pub cuptiPCSamplingDisable: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingDisableParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingEnable: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingEnableParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingGetConfigurationAttribute: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingConfigurationInfoParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingGetData: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingGetDataParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingGetNumStallReasons: Option<
        unsafe extern "C" fn(
            *mut CUpti_PCSamplingGetNumStallReasonsParams,
        ) -> CUptiResult,
    >,
    pub cuptiPCSamplingGetStallReasons: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingGetStallReasonsParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingSetConfigurationAttribute: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingConfigurationInfoParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingStart: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingStartParams) -> CUptiResult,
    >,
    pub cuptiPCSamplingStop: Option<
        unsafe extern "C" fn(*mut CUpti_PCSamplingStopParams) -> CUptiResult,
    >,
    pub cuptiProfilerBeginPass: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_BeginPass_Params) -> CUptiResult,
    >,
    pub cuptiProfilerBeginSession: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_BeginSession_Params) -> CUptiResult,
    >,
    pub cuptiProfilerCounterDataImageCalculateScratchBufferSize: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerCounterDataImageCalculateSize: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_CounterDataImage_CalculateSize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerCounterDataImageInitialize: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_CounterDataImage_Initialize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerCounterDataImageInitializeScratchBuffer: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerDeInitialize: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_DeInitialize_Params) -> CUptiResult,
    >,
    pub cuptiProfilerDeviceSupported: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_DeviceSupported_Params) -> CUptiResult,
    >,
    pub cuptiProfilerDisableProfiling: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_DisableProfiling_Params) -> CUptiResult,
    >,
    pub cuptiProfilerEnableProfiling: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_EnableProfiling_Params) -> CUptiResult,
    >,
    pub cuptiProfilerEndPass: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_EndPass_Params) -> CUptiResult,
    >,
    pub cuptiProfilerEndSession: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_EndSession_Params) -> CUptiResult,
    >,
    pub cuptiProfilerFlushCounterData: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_FlushCounterData_Params) -> CUptiResult,
    >,
    pub cuptiProfilerGetCounterAvailability: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_GetCounterAvailability_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostConfigAddMetrics: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_ConfigAddMetrics_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostDeinitialize: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_Host_Deinitialize_Params) -> CUptiResult,
    >,
    pub cuptiProfilerHostEvaluateToGpuValues: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_EvaluateToGpuValues_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetBaseMetrics: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetBaseMetrics_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetConfigImage: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetConfigImage_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetConfigImageSize: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetConfigImageSize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetMaxNumHardwareMetricsPerPass: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetMetricProperties: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetMetricProperties_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetNumOfPasses: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetNumOfPasses_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetRangeName: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_Host_GetRangeName_Params) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetSubMetrics: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetSubMetrics_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostGetSupportedChips: Option<
        unsafe extern "C" fn(
            *mut CUpti_Profiler_Host_GetSupportedChips_Params,
        ) -> CUptiResult,
    >,
    pub cuptiProfilerHostInitialize: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_Host_Initialize_Params) -> CUptiResult,
    >,
    pub cuptiProfilerInitialize: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_Initialize_Params) -> CUptiResult,
    >,
    pub cuptiProfilerIsPassCollected: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_IsPassCollected_Params) -> CUptiResult,
    >,
    pub cuptiProfilerPopRange: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_PopRange_Params) -> CUptiResult,
    >,
    pub cuptiProfilerPushRange: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_PushRange_Params) -> CUptiResult,
    >,
    pub cuptiProfilerSetConfig: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_SetConfig_Params) -> CUptiResult,
    >,
    pub cuptiProfilerUnsetConfig: Option<
        unsafe extern "C" fn(*mut CUpti_Profiler_UnsetConfig_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerCounterDataGetRangeInfo: Option<
        unsafe extern "C" fn(
            *mut CUpti_RangeProfiler_CounterData_GetRangeInfo_Params,
        ) -> CUptiResult,
    >,
    pub cuptiRangeProfilerCounterDataImageInitialize: Option<
        unsafe extern "C" fn(
            *mut CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiRangeProfilerDecodeData: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_DecodeData_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerDisable: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_Disable_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerEnable: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_Enable_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerGetCounterDataInfo: Option<
        unsafe extern "C" fn(
            *mut CUpti_RangeProfiler_GetCounterDataInfo_Params,
        ) -> CUptiResult,
    >,
    pub cuptiRangeProfilerGetCounterDataSize: Option<
        unsafe extern "C" fn(
            *mut CUpti_RangeProfiler_GetCounterDataSize_Params,
        ) -> CUptiResult,
    >,
    pub cuptiRangeProfilerPopRange: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_PopRange_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerPushRange: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_PushRange_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerSetConfig: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_SetConfig_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerStart: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_Start_Params) -> CUptiResult,
    >,
    pub cuptiRangeProfilerStop: Option<
        unsafe extern "C" fn(*mut CUpti_RangeProfiler_Stop_Params) -> CUptiResult,
    >,
    pub cuptiRegisterComputeCrcCallback: Option<
        unsafe extern "C" fn(CUpti_ComputeCrcCallbackFunc) -> CUptiResult,
    >,
    pub cuptiSassMetricsDisable: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetricsDisable_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsEnable: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetricsEnable_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsFlushData: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetricsFlushData_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsGetDataProperties: Option<
        unsafe extern "C" fn(
            *mut CUpti_SassMetricsGetDataProperties_Params,
        ) -> CUptiResult,
    >,
    pub cuptiSassMetricsGetMetrics: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetrics_GetMetrics_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsGetNumOfMetrics: Option<
        unsafe extern "C" fn(
            *mut CUpti_SassMetrics_GetNumOfMetrics_Params,
        ) -> CUptiResult,
    >,
    pub cuptiSassMetricsGetProperties: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetrics_GetProperties_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsSetConfig: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetricsSetConfig_Params) -> CUptiResult,
    >,
    pub cuptiSassMetricsUnsetConfig: Option<
        unsafe extern "C" fn(*mut CUpti_SassMetricsUnsetConfig_Params) -> CUptiResult,
    >,
    pub cuptiSetEventCollectionMode: Option<
        unsafe extern "C" fn(CUcontext, CUpti_EventCollectionMode) -> CUptiResult,
    >,
    pub cuptiSetThreadIdType: Option<
        unsafe extern "C" fn(CUpti_ActivityThreadIdType) -> CUptiResult,
    >,
    pub cuptiSubscribe: Option<
        unsafe extern "C" fn(
            *mut CUpti_SubscriberHandle,
            CUpti_CallbackFunc,
            *mut ::std::os::raw::c_void,
        ) -> CUptiResult,
    >,
    pub cuptiSubscribe_v2: Option<
        unsafe extern "C" fn(
            *mut CUpti_SubscriberHandle,
            CUpti_CallbackFunc,
            *mut ::std::os::raw::c_void,
            *mut CUpti_SubscriberParams,
        ) -> CUptiResult,
    >,
    pub cuptiSupportedDomains: Option<
        unsafe extern "C" fn(*mut usize, *mut CUpti_DomainTable) -> CUptiResult,
    >,
    pub cuptiUnsubscribe: Option<
        unsafe extern "C" fn(CUpti_SubscriberHandle) -> CUptiResult,
    >,
}
impl CuptiFns {
    /// # Safety
    /// `lookup` returns null or the address of the C function of that name.
    pub unsafe fn resolve(
        mut lookup: impl FnMut(&::std::ffi::CStr) -> *mut ::std::ffi::c_void,
    ) -> Self {
        unsafe {
            Self {
                cuptiActivityConfigurePCSampling: ::std::mem::transmute(
                    lookup(c"cuptiActivityConfigurePCSampling"),
                ),
                cuptiActivityConfigureUnifiedMemoryCounter: ::std::mem::transmute(
                    lookup(c"cuptiActivityConfigureUnifiedMemoryCounter"),
                ),
                cuptiActivityDisable: ::std::mem::transmute(
                    lookup(c"cuptiActivityDisable"),
                ),
                cuptiActivityDisableContext: ::std::mem::transmute(
                    lookup(c"cuptiActivityDisableContext"),
                ),
                cuptiActivityEnable: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnable"),
                ),
                cuptiActivityEnableAllSyncRecords: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableAllSyncRecords"),
                ),
                cuptiActivityEnableAllocationSource: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableAllocationSource"),
                ),
                cuptiActivityEnableAndDump: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableAndDump"),
                ),
                cuptiActivityEnableContext: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableContext"),
                ),
                cuptiActivityEnableCudaEventDeviceTimestamps: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableCudaEventDeviceTimestamps"),
                ),
                cuptiActivityEnableDeviceGraph: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableDeviceGraph"),
                ),
                cuptiActivityEnableDriverApi: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableDriverApi"),
                ),
                cuptiActivityEnableHWTrace: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableHWTrace"),
                ),
                cuptiActivityEnableLatencyTimestamps: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableLatencyTimestamps"),
                ),
                cuptiActivityEnableLaunchAttributes: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableLaunchAttributes"),
                ),
                cuptiActivityEnableRuntimeApi: ::std::mem::transmute(
                    lookup(c"cuptiActivityEnableRuntimeApi"),
                ),
                cuptiActivityFlush: ::std::mem::transmute(lookup(c"cuptiActivityFlush")),
                cuptiActivityFlushAll: ::std::mem::transmute(
                    lookup(c"cuptiActivityFlushAll"),
                ),
                cuptiActivityFlushPeriod: ::std::mem::transmute(
                    lookup(c"cuptiActivityFlushPeriod"),
                ),
                cuptiActivityGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiActivityGetAttribute"),
                ),
                cuptiActivityGetNextRecord: ::std::mem::transmute(
                    lookup(c"cuptiActivityGetNextRecord"),
                ),
                cuptiActivityGetNumDroppedRecords: ::std::mem::transmute(
                    lookup(c"cuptiActivityGetNumDroppedRecords"),
                ),
                cuptiActivityPopExternalCorrelationId: ::std::mem::transmute(
                    lookup(c"cuptiActivityPopExternalCorrelationId"),
                ),
                cuptiActivityPushExternalCorrelationId: ::std::mem::transmute(
                    lookup(c"cuptiActivityPushExternalCorrelationId"),
                ),
                cuptiActivityRegisterCallbacks: ::std::mem::transmute(
                    lookup(c"cuptiActivityRegisterCallbacks"),
                ),
                cuptiActivityRegisterTimestampCallback: ::std::mem::transmute(
                    lookup(c"cuptiActivityRegisterTimestampCallback"),
                ),
                cuptiActivitySetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiActivitySetAttribute"),
                ),
                cuptiComputeCapabilitySupported: ::std::mem::transmute(
                    lookup(c"cuptiComputeCapabilitySupported"),
                ),
                cuptiDeviceEnumEventDomains: ::std::mem::transmute(
                    lookup(c"cuptiDeviceEnumEventDomains"),
                ),
                cuptiDeviceEnumMetrics: ::std::mem::transmute(
                    lookup(c"cuptiDeviceEnumMetrics"),
                ),
                cuptiDeviceGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiDeviceGetAttribute"),
                ),
                cuptiDeviceGetChipName: ::std::mem::transmute(
                    lookup(c"cuptiDeviceGetChipName"),
                ),
                cuptiDeviceGetEventDomainAttribute: ::std::mem::transmute(
                    lookup(c"cuptiDeviceGetEventDomainAttribute"),
                ),
                cuptiDeviceGetNumEventDomains: ::std::mem::transmute(
                    lookup(c"cuptiDeviceGetNumEventDomains"),
                ),
                cuptiDeviceGetNumMetrics: ::std::mem::transmute(
                    lookup(c"cuptiDeviceGetNumMetrics"),
                ),
                cuptiDeviceSupported: ::std::mem::transmute(
                    lookup(c"cuptiDeviceSupported"),
                ),
                cuptiDeviceVirtualizationMode: ::std::mem::transmute(
                    lookup(c"cuptiDeviceVirtualizationMode"),
                ),
                cuptiDisableKernelReplayMode: ::std::mem::transmute(
                    lookup(c"cuptiDisableKernelReplayMode"),
                ),
                cuptiEnableAllDomains: ::std::mem::transmute(
                    lookup(c"cuptiEnableAllDomains"),
                ),
                cuptiEnableCallback: ::std::mem::transmute(
                    lookup(c"cuptiEnableCallback"),
                ),
                cuptiEnableDomain: ::std::mem::transmute(lookup(c"cuptiEnableDomain")),
                cuptiEnableKernelReplayMode: ::std::mem::transmute(
                    lookup(c"cuptiEnableKernelReplayMode"),
                ),
                cuptiEnumEventDomains: ::std::mem::transmute(
                    lookup(c"cuptiEnumEventDomains"),
                ),
                cuptiEnumMetrics: ::std::mem::transmute(lookup(c"cuptiEnumMetrics")),
                cuptiEventDomainEnumEvents: ::std::mem::transmute(
                    lookup(c"cuptiEventDomainEnumEvents"),
                ),
                cuptiEventDomainGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiEventDomainGetAttribute"),
                ),
                cuptiEventDomainGetNumEvents: ::std::mem::transmute(
                    lookup(c"cuptiEventDomainGetNumEvents"),
                ),
                cuptiEventGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiEventGetAttribute"),
                ),
                cuptiEventGetIdFromName: ::std::mem::transmute(
                    lookup(c"cuptiEventGetIdFromName"),
                ),
                cuptiEventGroupAddEvent: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupAddEvent"),
                ),
                cuptiEventGroupCreate: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupCreate"),
                ),
                cuptiEventGroupDestroy: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupDestroy"),
                ),
                cuptiEventGroupDisable: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupDisable"),
                ),
                cuptiEventGroupEnable: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupEnable"),
                ),
                cuptiEventGroupGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupGetAttribute"),
                ),
                cuptiEventGroupReadAllEvents: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupReadAllEvents"),
                ),
                cuptiEventGroupReadEvent: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupReadEvent"),
                ),
                cuptiEventGroupRemoveAllEvents: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupRemoveAllEvents"),
                ),
                cuptiEventGroupRemoveEvent: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupRemoveEvent"),
                ),
                cuptiEventGroupResetAllEvents: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupResetAllEvents"),
                ),
                cuptiEventGroupSetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupSetAttribute"),
                ),
                cuptiEventGroupSetDisable: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupSetDisable"),
                ),
                cuptiEventGroupSetEnable: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupSetEnable"),
                ),
                cuptiEventGroupSetsCreate: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupSetsCreate"),
                ),
                cuptiEventGroupSetsDestroy: ::std::mem::transmute(
                    lookup(c"cuptiEventGroupSetsDestroy"),
                ),
                cuptiFinalize: ::std::mem::transmute(lookup(c"cuptiFinalize")),
                cuptiGetAutoBoostState: ::std::mem::transmute(
                    lookup(c"cuptiGetAutoBoostState"),
                ),
                cuptiGetCallbackName: ::std::mem::transmute(
                    lookup(c"cuptiGetCallbackName"),
                ),
                cuptiGetCallbackState: ::std::mem::transmute(
                    lookup(c"cuptiGetCallbackState"),
                ),
                cuptiGetContextId: ::std::mem::transmute(lookup(c"cuptiGetContextId")),
                cuptiGetCubinCrc: ::std::mem::transmute(lookup(c"cuptiGetCubinCrc")),
                cuptiGetDeviceId: ::std::mem::transmute(lookup(c"cuptiGetDeviceId")),
                cuptiGetErrorMessage: ::std::mem::transmute(
                    lookup(c"cuptiGetErrorMessage"),
                ),
                cuptiGetGraphExecId: ::std::mem::transmute(
                    lookup(c"cuptiGetGraphExecId"),
                ),
                cuptiGetGraphId: ::std::mem::transmute(lookup(c"cuptiGetGraphId")),
                cuptiGetGraphNodeId: ::std::mem::transmute(
                    lookup(c"cuptiGetGraphNodeId"),
                ),
                cuptiGetLastError: ::std::mem::transmute(lookup(c"cuptiGetLastError")),
                cuptiGetNumEventDomains: ::std::mem::transmute(
                    lookup(c"cuptiGetNumEventDomains"),
                ),
                cuptiGetNumMetrics: ::std::mem::transmute(lookup(c"cuptiGetNumMetrics")),
                cuptiGetResultString: ::std::mem::transmute(
                    lookup(c"cuptiGetResultString"),
                ),
                cuptiGetSassToSourceCorrelation: ::std::mem::transmute(
                    lookup(c"cuptiGetSassToSourceCorrelation"),
                ),
                cuptiGetStreamId: ::std::mem::transmute(lookup(c"cuptiGetStreamId")),
                cuptiGetStreamIdEx: ::std::mem::transmute(lookup(c"cuptiGetStreamIdEx")),
                cuptiGetThreadIdType: ::std::mem::transmute(
                    lookup(c"cuptiGetThreadIdType"),
                ),
                cuptiGetTimestamp: ::std::mem::transmute(lookup(c"cuptiGetTimestamp")),
                cuptiGetVersion: ::std::mem::transmute(lookup(c"cuptiGetVersion")),
                cuptiKernelReplaySubscribeUpdate: ::std::mem::transmute(
                    lookup(c"cuptiKernelReplaySubscribeUpdate"),
                ),
                cuptiMetricCreateEventGroupSets: ::std::mem::transmute(
                    lookup(c"cuptiMetricCreateEventGroupSets"),
                ),
                cuptiMetricEnumEvents: ::std::mem::transmute(
                    lookup(c"cuptiMetricEnumEvents"),
                ),
                cuptiMetricEnumProperties: ::std::mem::transmute(
                    lookup(c"cuptiMetricEnumProperties"),
                ),
                cuptiMetricGetAttribute: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetAttribute"),
                ),
                cuptiMetricGetIdFromName: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetIdFromName"),
                ),
                cuptiMetricGetNumEvents: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetNumEvents"),
                ),
                cuptiMetricGetNumProperties: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetNumProperties"),
                ),
                cuptiMetricGetRequiredEventGroupSets: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetRequiredEventGroupSets"),
                ),
                cuptiMetricGetValue: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetValue"),
                ),
                cuptiMetricGetValue2: ::std::mem::transmute(
                    lookup(c"cuptiMetricGetValue2"),
                ),
                cuptiPCSamplingDisable: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingDisable"),
                ),
                cuptiPCSamplingEnable: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingEnable"),
                ),
                cuptiPCSamplingGetConfigurationAttribute: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingGetConfigurationAttribute"),
                ),
                cuptiPCSamplingGetData: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingGetData"),
                ),
                cuptiPCSamplingGetNumStallReasons: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingGetNumStallReasons"),
                ),
                cuptiPCSamplingGetStallReasons: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingGetStallReasons"),
                ),
                cuptiPCSamplingSetConfigurationAttribute: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingSetConfigurationAttribute"),
                ),
                cuptiPCSamplingStart: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingStart"),
                ),
                cuptiPCSamplingStop: ::std::mem::transmute(
                    lookup(c"cuptiPCSamplingStop"),
                ),
                cuptiProfilerBeginPass: ::std::mem::transmute(
                    lookup(c"cuptiProfilerBeginPass"),
                ),
                cuptiProfilerBeginSession: ::std::mem::transmute(
                    lookup(c"cuptiProfilerBeginSession"),
                ),
                cuptiProfilerCounterDataImageCalculateScratchBufferSize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerCounterDataImageCalculateScratchBufferSize"),
                ),
                cuptiProfilerCounterDataImageCalculateSize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerCounterDataImageCalculateSize"),
                ),
                cuptiProfilerCounterDataImageInitialize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerCounterDataImageInitialize"),
                ),
                cuptiProfilerCounterDataImageInitializeScratchBuffer: ::std::mem::transmute(
                    lookup(c"cuptiProfilerCounterDataImageInitializeScratchBuffer"),
                ),
                cuptiProfilerDeInitialize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerDeInitialize"),
                ),
                cuptiProfilerDeviceSupported: ::std::mem::transmute(
                    lookup(c"cuptiProfilerDeviceSupported"),
                ),
                cuptiProfilerDisableProfiling: ::std::mem::transmute(
                    lookup(c"cuptiProfilerDisableProfiling"),
                ),
                cuptiProfilerEnableProfiling: ::std::mem::transmute(
                    lookup(c"cuptiProfilerEnableProfiling"),
                ),
                cuptiProfilerEndPass: ::std::mem::transmute(
                    lookup(c"cuptiProfilerEndPass"),
                ),
                cuptiProfilerEndSession: ::std::mem::transmute(
                    lookup(c"cuptiProfilerEndSession"),
                ),
                cuptiProfilerFlushCounterData: ::std::mem::transmute(
                    lookup(c"cuptiProfilerFlushCounterData"),
                ),
                cuptiProfilerGetCounterAvailability: ::std::mem::transmute(
                    lookup(c"cuptiProfilerGetCounterAvailability"),
                ),
                cuptiProfilerHostConfigAddMetrics: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostConfigAddMetrics"),
                ),
                cuptiProfilerHostDeinitialize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostDeinitialize"),
                ),
                cuptiProfilerHostEvaluateToGpuValues: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostEvaluateToGpuValues"),
                ),
                cuptiProfilerHostGetBaseMetrics: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetBaseMetrics"),
                ),
                cuptiProfilerHostGetConfigImage: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetConfigImage"),
                ),
                cuptiProfilerHostGetConfigImageSize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetConfigImageSize"),
                ),
                cuptiProfilerHostGetMaxNumHardwareMetricsPerPass: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetMaxNumHardwareMetricsPerPass"),
                ),
                cuptiProfilerHostGetMetricProperties: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetMetricProperties"),
                ),
                cuptiProfilerHostGetNumOfPasses: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetNumOfPasses"),
                ),
                cuptiProfilerHostGetRangeName: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetRangeName"),
                ),
                cuptiProfilerHostGetSubMetrics: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetSubMetrics"),
                ),
                cuptiProfilerHostGetSupportedChips: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostGetSupportedChips"),
                ),
                cuptiProfilerHostInitialize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerHostInitialize"),
                ),
                cuptiProfilerInitialize: ::std::mem::transmute(
                    lookup(c"cuptiProfilerInitialize"),
                ),
                cuptiProfilerIsPassCollected: ::std::mem::transmute(
                    lookup(c"cuptiProfilerIsPassCollected"),
                ),
                cuptiProfilerPopRange: ::std::mem::transmute(
                    lookup(c"cuptiProfilerPopRange"),
                ),
                cuptiProfilerPushRange: ::std::mem::transmute(
                    lookup(c"cuptiProfilerPushRange"),
                ),
                cuptiProfilerSetConfig: ::std::mem::transmute(
                    lookup(c"cuptiProfilerSetConfig"),
                ),
                cuptiProfilerUnsetConfig: ::std::mem::transmute(
                    lookup(c"cuptiProfilerUnsetConfig"),
                ),
                cuptiRangeProfilerCounterDataGetRangeInfo: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerCounterDataGetRangeInfo"),
                ),
                cuptiRangeProfilerCounterDataImageInitialize: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerCounterDataImageInitialize"),
                ),
                cuptiRangeProfilerDecodeData: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerDecodeData"),
                ),
                cuptiRangeProfilerDisable: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerDisable"),
                ),
                cuptiRangeProfilerEnable: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerEnable"),
                ),
                cuptiRangeProfilerGetCounterDataInfo: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerGetCounterDataInfo"),
                ),
                cuptiRangeProfilerGetCounterDataSize: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerGetCounterDataSize"),
                ),
                cuptiRangeProfilerPopRange: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerPopRange"),
                ),
                cuptiRangeProfilerPushRange: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerPushRange"),
                ),
                cuptiRangeProfilerSetConfig: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerSetConfig"),
                ),
                cuptiRangeProfilerStart: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerStart"),
                ),
                cuptiRangeProfilerStop: ::std::mem::transmute(
                    lookup(c"cuptiRangeProfilerStop"),
                ),
                cuptiRegisterComputeCrcCallback: ::std::mem::transmute(
                    lookup(c"cuptiRegisterComputeCrcCallback"),
                ),
                cuptiSassMetricsDisable: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsDisable"),
                ),
                cuptiSassMetricsEnable: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsEnable"),
                ),
                cuptiSassMetricsFlushData: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsFlushData"),
                ),
                cuptiSassMetricsGetDataProperties: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsGetDataProperties"),
                ),
                cuptiSassMetricsGetMetrics: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsGetMetrics"),
                ),
                cuptiSassMetricsGetNumOfMetrics: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsGetNumOfMetrics"),
                ),
                cuptiSassMetricsGetProperties: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsGetProperties"),
                ),
                cuptiSassMetricsSetConfig: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsSetConfig"),
                ),
                cuptiSassMetricsUnsetConfig: ::std::mem::transmute(
                    lookup(c"cuptiSassMetricsUnsetConfig"),
                ),
                cuptiSetEventCollectionMode: ::std::mem::transmute(
                    lookup(c"cuptiSetEventCollectionMode"),
                ),
                cuptiSetThreadIdType: ::std::mem::transmute(
                    lookup(c"cuptiSetThreadIdType"),
                ),
                cuptiSubscribe: ::std::mem::transmute(lookup(c"cuptiSubscribe")),
                cuptiSubscribe_v2: ::std::mem::transmute(lookup(c"cuptiSubscribe_v2")),
                cuptiSupportedDomains: ::std::mem::transmute(
                    lookup(c"cuptiSupportedDomains"),
                ),
                cuptiUnsubscribe: ::std::mem::transmute(lookup(c"cuptiUnsubscribe")),
            }
        }
    }
}
#[derive(Clone, Copy)]
pub struct DriverFns {
    pub cuCtxGetCurrent: Option<unsafe extern "C" fn(*mut CUcontext) -> CUresult>,
    pub cuCtxGetLimit: Option<unsafe extern "C" fn(*mut usize, CUlimit) -> CUresult>,
    pub cuCtxRecordEvent: Option<unsafe extern "C" fn(CUcontext, CUevent) -> CUresult>,
    pub cuCtxSetLimit: Option<unsafe extern "C" fn(CUlimit, usize) -> CUresult>,
    pub cuCtxSynchronize: Option<unsafe extern "C" fn() -> CUresult>,
    pub cuDeviceGet: Option<
        unsafe extern "C" fn(*mut CUdevice, ::std::os::raw::c_int) -> CUresult,
    >,
    pub cuDeviceGetAttribute: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_int,
            CUdevice_attribute,
            CUdevice,
        ) -> CUresult,
    >,
    pub cuDeviceGetCount: Option<
        unsafe extern "C" fn(*mut ::std::os::raw::c_int) -> CUresult,
    >,
    pub cuDeviceGetName: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_char,
            ::std::os::raw::c_int,
            CUdevice,
        ) -> CUresult,
    >,
    pub cuDeviceGetPCIBusId: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_char,
            ::std::os::raw::c_int,
            CUdevice,
        ) -> CUresult,
    >,
    pub cuDeviceGetUuid_v2: Option<
        unsafe extern "C" fn(*mut CUuuid, CUdevice) -> CUresult,
    >,
    pub cuDeviceTotalMem_v2: Option<
        unsafe extern "C" fn(*mut usize, CUdevice) -> CUresult,
    >,
    pub cuDriverGetVersion: Option<
        unsafe extern "C" fn(*mut ::std::os::raw::c_int) -> CUresult,
    >,
    pub cuEventCreate: Option<
        unsafe extern "C" fn(*mut CUevent, ::std::os::raw::c_uint) -> CUresult,
    >,
    pub cuEventDestroy_v2: Option<unsafe extern "C" fn(CUevent) -> CUresult>,
    pub cuEventQuery: Option<unsafe extern "C" fn(CUevent) -> CUresult>,
    pub cuEventRecord: Option<unsafe extern "C" fn(CUevent, CUstream) -> CUresult>,
    pub cuFuncGetAttribute: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_int,
            CUfunction_attribute,
            CUfunction,
        ) -> CUresult,
    >,
    pub cuFuncGetModule: Option<
        unsafe extern "C" fn(*mut CUmodule, CUfunction) -> CUresult,
    >,
    pub cuFuncGetName: Option<
        unsafe extern "C" fn(*mut *const ::std::os::raw::c_char, CUfunction) -> CUresult,
    >,
    pub cuFuncGetParamInfo: Option<
        unsafe extern "C" fn(CUfunction, usize, *mut usize, *mut usize) -> CUresult,
    >,
    pub cuFuncSetAttribute: Option<
        unsafe extern "C" fn(
            CUfunction,
            CUfunction_attribute,
            ::std::os::raw::c_int,
        ) -> CUresult,
    >,
    pub cuGetErrorName: Option<
        unsafe extern "C" fn(CUresult, *mut *const ::std::os::raw::c_char) -> CUresult,
    >,
    pub cuGraphKernelNodeGetParams_v2: Option<
        unsafe extern "C" fn(CUgraphNode, *mut CUDA_KERNEL_NODE_PARAMS) -> CUresult,
    >,
    pub cuInit: Option<unsafe extern "C" fn(::std::os::raw::c_uint) -> CUresult>,
    pub cuKernelGetFunction: Option<
        unsafe extern "C" fn(*mut CUfunction, CUkernel) -> CUresult,
    >,
    pub cuKernelGetName: Option<
        unsafe extern "C" fn(*mut *const ::std::os::raw::c_char, CUkernel) -> CUresult,
    >,
    pub cuLaunchKernelEx: Option<
        unsafe extern "C" fn(
            *const CUlaunchConfig,
            CUfunction,
            *mut *mut ::std::os::raw::c_void,
            *mut *mut ::std::os::raw::c_void,
        ) -> CUresult,
    >,
    pub cuMemAddressFree: Option<unsafe extern "C" fn(CUdeviceptr, usize) -> CUresult>,
    pub cuMemAddressReserve: Option<
        unsafe extern "C" fn(
            *mut CUdeviceptr,
            usize,
            usize,
            CUdeviceptr,
            ::std::os::raw::c_ulonglong,
        ) -> CUresult,
    >,
    pub cuMemCreate: Option<
        unsafe extern "C" fn(
            *mut CUmemGenericAllocationHandle,
            usize,
            *const CUmemAllocationProp,
            ::std::os::raw::c_ulonglong,
        ) -> CUresult,
    >,
    pub cuMemMap: Option<
        unsafe extern "C" fn(
            CUdeviceptr,
            usize,
            usize,
            CUmemGenericAllocationHandle,
            ::std::os::raw::c_ulonglong,
        ) -> CUresult,
    >,
    pub cuMemRelease: Option<
        unsafe extern "C" fn(CUmemGenericAllocationHandle) -> CUresult,
    >,
    pub cuMemSetAccess: Option<
        unsafe extern "C" fn(
            CUdeviceptr,
            usize,
            *const CUmemAccessDesc,
            usize,
        ) -> CUresult,
    >,
    pub cuMemUnmap: Option<unsafe extern "C" fn(CUdeviceptr, usize) -> CUresult>,
    pub cuMemcpyDtoH_v2: Option<
        unsafe extern "C" fn(*mut ::std::os::raw::c_void, CUdeviceptr, usize) -> CUresult,
    >,
    pub cuModuleGetGlobal_v2: Option<
        unsafe extern "C" fn(
            *mut CUdeviceptr,
            *mut usize,
            CUmodule,
            *const ::std::os::raw::c_char,
        ) -> CUresult,
    >,
    pub cuOccupancyMaxActiveBlocksPerMultiprocessor: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_int,
            CUfunction,
            ::std::os::raw::c_int,
            usize,
        ) -> CUresult,
    >,
    pub cuPointerGetAttribute: Option<
        unsafe extern "C" fn(
            *mut ::std::os::raw::c_void,
            CUpointer_attribute,
            CUdeviceptr,
        ) -> CUresult,
    >,
    pub cuStreamIsCapturing: Option<
        unsafe extern "C" fn(CUstream, *mut CUstreamCaptureStatus) -> CUresult,
    >,
    pub cuStreamSynchronize: Option<unsafe extern "C" fn(CUstream) -> CUresult>,
}
impl DriverFns {
    /// # Safety
    /// `lookup` returns null or the address of the C function of that name.
    pub unsafe fn resolve(
        mut lookup: impl FnMut(&::std::ffi::CStr) -> *mut ::std::ffi::c_void,
    ) -> Self {
        unsafe {
            Self {
                cuCtxGetCurrent: ::std::mem::transmute(lookup(c"cuCtxGetCurrent")),
                cuCtxGetLimit: ::std::mem::transmute(lookup(c"cuCtxGetLimit")),
                cuCtxRecordEvent: ::std::mem::transmute(lookup(c"cuCtxRecordEvent")),
                cuCtxSetLimit: ::std::mem::transmute(lookup(c"cuCtxSetLimit")),
                cuCtxSynchronize: ::std::mem::transmute(lookup(c"cuCtxSynchronize")),
                cuDeviceGet: ::std::mem::transmute(lookup(c"cuDeviceGet")),
                cuDeviceGetAttribute: ::std::mem::transmute(
                    lookup(c"cuDeviceGetAttribute"),
                ),
                cuDeviceGetCount: ::std::mem::transmute(lookup(c"cuDeviceGetCount")),
                cuDeviceGetName: ::std::mem::transmute(lookup(c"cuDeviceGetName")),
                cuDeviceGetPCIBusId: ::std::mem::transmute(
                    lookup(c"cuDeviceGetPCIBusId"),
                ),
                cuDeviceGetUuid_v2: ::std::mem::transmute(lookup(c"cuDeviceGetUuid_v2")),
                cuDeviceTotalMem_v2: ::std::mem::transmute(
                    lookup(c"cuDeviceTotalMem_v2"),
                ),
                cuDriverGetVersion: ::std::mem::transmute(lookup(c"cuDriverGetVersion")),
                cuEventCreate: ::std::mem::transmute(lookup(c"cuEventCreate")),
                cuEventDestroy_v2: ::std::mem::transmute(lookup(c"cuEventDestroy_v2")),
                cuEventQuery: ::std::mem::transmute(lookup(c"cuEventQuery")),
                cuEventRecord: ::std::mem::transmute(lookup(c"cuEventRecord")),
                cuFuncGetAttribute: ::std::mem::transmute(lookup(c"cuFuncGetAttribute")),
                cuFuncGetModule: ::std::mem::transmute(lookup(c"cuFuncGetModule")),
                cuFuncGetName: ::std::mem::transmute(lookup(c"cuFuncGetName")),
                cuFuncGetParamInfo: ::std::mem::transmute(lookup(c"cuFuncGetParamInfo")),
                cuFuncSetAttribute: ::std::mem::transmute(lookup(c"cuFuncSetAttribute")),
                cuGetErrorName: ::std::mem::transmute(lookup(c"cuGetErrorName")),
                cuGraphKernelNodeGetParams_v2: ::std::mem::transmute(
                    lookup(c"cuGraphKernelNodeGetParams_v2"),
                ),
                cuInit: ::std::mem::transmute(lookup(c"cuInit")),
                cuKernelGetFunction: ::std::mem::transmute(
                    lookup(c"cuKernelGetFunction"),
                ),
                cuKernelGetName: ::std::mem::transmute(lookup(c"cuKernelGetName")),
                cuLaunchKernelEx: ::std::mem::transmute(lookup(c"cuLaunchKernelEx")),
                cuMemAddressFree: ::std::mem::transmute(lookup(c"cuMemAddressFree")),
                cuMemAddressReserve: ::std::mem::transmute(
                    lookup(c"cuMemAddressReserve"),
                ),
                cuMemCreate: ::std::mem::transmute(lookup(c"cuMemCreate")),
                cuMemMap: ::std::mem::transmute(lookup(c"cuMemMap")),
                cuMemRelease: ::std::mem::transmute(lookup(c"cuMemRelease")),
                cuMemSetAccess: ::std::mem::transmute(lookup(c"cuMemSetAccess")),
                cuMemUnmap: ::std::mem::transmute(lookup(c"cuMemUnmap")),
                cuMemcpyDtoH_v2: ::std::mem::transmute(lookup(c"cuMemcpyDtoH_v2")),
                cuModuleGetGlobal_v2: ::std::mem::transmute(
                    lookup(c"cuModuleGetGlobal_v2"),
                ),
                cuOccupancyMaxActiveBlocksPerMultiprocessor: ::std::mem::transmute(
                    lookup(c"cuOccupancyMaxActiveBlocksPerMultiprocessor"),
                ),
                cuPointerGetAttribute: ::std::mem::transmute(
                    lookup(c"cuPointerGetAttribute"),
                ),
                cuStreamIsCapturing: ::std::mem::transmute(
                    lookup(c"cuStreamIsCapturing"),
                ),
                cuStreamSynchronize: ::std::mem::transmute(
                    lookup(c"cuStreamSynchronize"),
                ),
            }
        }
    }
}
impl crate::Params for CUpti_SubscriberParams {
    const STRUCT_SIZE: usize = CUpti_SubscriberParams_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SubscriberParams_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SubscriberParams > ()
);
impl crate::Params for CUpti_Profiler_Host_Initialize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_Host_Initialize_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_Deinitialize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_Profiler_Host_Deinitialize_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetSupportedChips_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetSupportedChips_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetBaseMetrics_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetBaseMetrics_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetSubMetrics_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetSubMetrics_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetSubMetrics_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetSubMetrics_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetMetricProperties_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetMetricProperties_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetRangeName_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetRangeName_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetRangeName_Params_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_Profiler_Host_GetRangeName_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_EvaluateToGpuValues_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_EvaluateToGpuValues_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_ConfigAddMetrics_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_ConfigAddMetrics_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetConfigImageSize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetConfigImageSize_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetConfigImage_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetConfigImage_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetNumOfPasses_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetNumOfPasses_Params > ()
);
impl crate::Params for CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params >
    ()
);
impl crate::Params for CUpti_Profiler_Initialize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_Initialize_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_Initialize_Params > ()
);
impl crate::Params for CUpti_Profiler_DeInitialize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_DeInitialize_Params > ()
);
impl crate::Params for CUpti_Profiler_CounterDataImageOptions {
    const STRUCT_SIZE: usize = CUpti_Profiler_CounterDataImageOptions_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_CounterDataImageOptions_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_Profiler_CounterDataImageOptions > ()
);
impl crate::Params for CUpti_Profiler_CounterDataImage_CalculateSize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_CounterDataImage_CalculateSize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_CounterDataImage_CalculateSize_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_CounterDataImage_CalculateSize_Params > ()
);
impl crate::Params for CUpti_Profiler_CounterDataImage_Initialize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_CounterDataImage_Initialize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_CounterDataImage_Initialize_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_CounterDataImage_Initialize_Params > ()
);
impl crate::Params
for CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params_STRUCT_SIZE as
    usize <= ::std::mem::size_of:: <
    CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params > ()
);
impl crate::Params for CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params_STRUCT_SIZE as usize
    <= ::std::mem::size_of:: <
    CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params > ()
);
impl crate::Params for CUpti_Profiler_BeginSession_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_BeginSession_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_BeginSession_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_BeginSession_Params > ()
);
impl crate::Params for CUpti_Profiler_EndSession_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_EndSession_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_EndSession_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_EndSession_Params > ()
);
impl crate::Params for CUpti_Profiler_SetConfig_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_SetConfig_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_SetConfig_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_SetConfig_Params > ()
);
impl crate::Params for CUpti_Profiler_UnsetConfig_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_UnsetConfig_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_UnsetConfig_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_UnsetConfig_Params > ()
);
impl crate::Params for CUpti_Profiler_BeginPass_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_BeginPass_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_BeginPass_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_BeginPass_Params > ()
);
impl crate::Params for CUpti_Profiler_EndPass_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_EndPass_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_EndPass_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_EndPass_Params > ()
);
impl crate::Params for CUpti_Profiler_EnableProfiling_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_EnableProfiling_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_EnableProfiling_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_EnableProfiling_Params > ()
);
impl crate::Params for CUpti_Profiler_DisableProfiling_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_DisableProfiling_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_DisableProfiling_Params_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_Profiler_DisableProfiling_Params > ()
);
impl crate::Params for CUpti_Profiler_IsPassCollected_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_IsPassCollected_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_IsPassCollected_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_IsPassCollected_Params > ()
);
impl crate::Params for CUpti_Profiler_FlushCounterData_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_FlushCounterData_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_FlushCounterData_Params_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_Profiler_FlushCounterData_Params > ()
);
impl crate::Params for CUpti_Profiler_PushRange_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_PushRange_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_PushRange_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_PushRange_Params > ()
);
impl crate::Params for CUpti_Profiler_PopRange_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_PopRange_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_PopRange_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_PopRange_Params > ()
);
impl crate::Params for CUpti_Profiler_GetCounterAvailability_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_Profiler_GetCounterAvailability_Params > ()
);
impl crate::Params for CUpti_Profiler_DeviceSupported_Params {
    const STRUCT_SIZE: usize = CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Profiler_DeviceSupported_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_SetConfig_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_SetConfig_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_Enable_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_Enable_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_Disable_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_Disable_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_Start_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_Start_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_Start_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_Stop_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_Stop_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_PushRange_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_PushRange_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_PopRange_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_PopRange_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_DecodeData_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_RangeProfiler_DecodeData_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_GetCounterDataSize_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_RangeProfiler_GetCounterDataSize_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_RangeProfiler_CounterDataImage_Initialize_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_GetCounterDataInfo_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_RangeProfiler_GetCounterDataInfo_Params > ()
);
impl crate::Params for CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
    const STRUCT_SIZE: usize = CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_RangeProfiler_CounterData_GetRangeInfo_Params > ()
);
impl crate::Params for CUpti_SassMetrics_GetNumOfMetrics_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_SassMetrics_GetNumOfMetrics_Params > ()
);
impl crate::Params for CUpti_SassMetrics_GetMetrics_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetrics_GetMetrics_Params > ()
);
impl crate::Params for CUpti_SassMetrics_GetProperties_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE as usize <= ::std::mem::size_of::
    < CUpti_SassMetrics_GetProperties_Params > ()
);
impl crate::Params for CUpti_SassMetricsSetConfig_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetricsSetConfig_Params > ()
);
impl crate::Params for CUpti_SassMetricsUnsetConfig_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetricsUnsetConfig_Params > ()
);
impl crate::Params for CUpti_SassMetricsEnable_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsEnable_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetricsEnable_Params > ()
);
impl crate::Params for CUpti_SassMetricsDisable_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsDisable_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetricsDisable_Params > ()
);
impl crate::Params for CUpti_SassMetricsGetDataProperties_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE
        as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE as usize <=
    ::std::mem::size_of:: < CUpti_SassMetricsGetDataProperties_Params > ()
);
impl crate::Params for CUpti_SassMetricsFlushData_Params {
    const STRUCT_SIZE: usize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_SassMetricsFlushData_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_SassMetricsFlushData_Params > ()
);
impl crate::Params for CUpti_Device_GetChipName_Params {
    const STRUCT_SIZE: usize = CUpti_Device_GetChipName_Params_STRUCT_SIZE as usize;
    fn sized() -> Self {
        Self {
            structSize: Self::STRUCT_SIZE,
            ..Self::default()
        }
    }
}
const _: () = assert!(
    CUpti_Device_GetChipName_Params_STRUCT_SIZE as usize <= ::std::mem::size_of:: <
    CUpti_Device_GetChipName_Params > ()
);
pub(crate) fn result_name(result: CUptiResult) -> Option<&'static str> {
    match result {
        CUptiResult::CUPTI_SUCCESS => Some("CUPTI_SUCCESS"),
        CUptiResult::CUPTI_ERROR_INVALID_PARAMETER => {
            Some("CUPTI_ERROR_INVALID_PARAMETER")
        }
        CUptiResult::CUPTI_ERROR_INVALID_DEVICE => Some("CUPTI_ERROR_INVALID_DEVICE"),
        CUptiResult::CUPTI_ERROR_INVALID_CONTEXT => Some("CUPTI_ERROR_INVALID_CONTEXT"),
        CUptiResult::CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID => {
            Some("CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID")
        }
        CUptiResult::CUPTI_ERROR_INVALID_EVENT_ID => Some("CUPTI_ERROR_INVALID_EVENT_ID"),
        CUptiResult::CUPTI_ERROR_INVALID_EVENT_NAME => {
            Some("CUPTI_ERROR_INVALID_EVENT_NAME")
        }
        CUptiResult::CUPTI_ERROR_INVALID_OPERATION => {
            Some("CUPTI_ERROR_INVALID_OPERATION")
        }
        CUptiResult::CUPTI_ERROR_OUT_OF_MEMORY => Some("CUPTI_ERROR_OUT_OF_MEMORY"),
        CUptiResult::CUPTI_ERROR_HARDWARE => Some("CUPTI_ERROR_HARDWARE"),
        CUptiResult::CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT => {
            Some("CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT")
        }
        CUptiResult::CUPTI_ERROR_API_NOT_IMPLEMENTED => {
            Some("CUPTI_ERROR_API_NOT_IMPLEMENTED")
        }
        CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED => {
            Some("CUPTI_ERROR_MAX_LIMIT_REACHED")
        }
        CUptiResult::CUPTI_ERROR_NOT_READY => Some("CUPTI_ERROR_NOT_READY"),
        CUptiResult::CUPTI_ERROR_NOT_COMPATIBLE => Some("CUPTI_ERROR_NOT_COMPATIBLE"),
        CUptiResult::CUPTI_ERROR_NOT_INITIALIZED => Some("CUPTI_ERROR_NOT_INITIALIZED"),
        CUptiResult::CUPTI_ERROR_INVALID_METRIC_ID => {
            Some("CUPTI_ERROR_INVALID_METRIC_ID")
        }
        CUptiResult::CUPTI_ERROR_INVALID_METRIC_NAME => {
            Some("CUPTI_ERROR_INVALID_METRIC_NAME")
        }
        CUptiResult::CUPTI_ERROR_QUEUE_EMPTY => Some("CUPTI_ERROR_QUEUE_EMPTY"),
        CUptiResult::CUPTI_ERROR_INVALID_HANDLE => Some("CUPTI_ERROR_INVALID_HANDLE"),
        CUptiResult::CUPTI_ERROR_INVALID_STREAM => Some("CUPTI_ERROR_INVALID_STREAM"),
        CUptiResult::CUPTI_ERROR_INVALID_KIND => Some("CUPTI_ERROR_INVALID_KIND"),
        CUptiResult::CUPTI_ERROR_INVALID_EVENT_VALUE => {
            Some("CUPTI_ERROR_INVALID_EVENT_VALUE")
        }
        CUptiResult::CUPTI_ERROR_DISABLED => Some("CUPTI_ERROR_DISABLED"),
        CUptiResult::CUPTI_ERROR_INVALID_MODULE => Some("CUPTI_ERROR_INVALID_MODULE"),
        CUptiResult::CUPTI_ERROR_INVALID_METRIC_VALUE => {
            Some("CUPTI_ERROR_INVALID_METRIC_VALUE")
        }
        CUptiResult::CUPTI_ERROR_HARDWARE_BUSY => Some("CUPTI_ERROR_HARDWARE_BUSY"),
        CUptiResult::CUPTI_ERROR_NOT_SUPPORTED => Some("CUPTI_ERROR_NOT_SUPPORTED"),
        CUptiResult::CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE => {
            Some("CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE")
        }
        CUptiResult::CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES => {
            Some("CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES")
        }
        CUptiResult::CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS => {
            Some("CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS")
        }
        CUptiResult::CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE => {
            Some("CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE")
        }
        CUptiResult::CUPTI_ERROR_INSUFFICIENT_PRIVILEGES => {
            Some("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES")
        }
        CUptiResult::CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED => {
            Some("CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED")
        }
        CUptiResult::CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE => {
            Some("CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE")
        }
        CUptiResult::CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES => {
            Some("CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES")
        }
        CUptiResult::CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED => {
            Some("CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED")
        }
        CUptiResult::CUPTI_ERROR_INVALID_CHIP_NAME => {
            Some("CUPTI_ERROR_INVALID_CHIP_NAME")
        }
        CUptiResult::CUPTI_ERROR_UNKNOWN => Some("CUPTI_ERROR_UNKNOWN"),
        CUptiResult::CUPTI_ERROR_FORCE_INT => Some("CUPTI_ERROR_FORCE_INT"),
        _ => None,
    }
}
