//! The properties of the device: its attributes in the order of a structure.

use std::ffi::{c_int, c_void};

use propp_base_model::attribute;

use super::{call, give};
use crate::status::{self, Status};

/// Bytes of `cudaDeviceProp` in CUDA 13.
const PROPERTIES: usize = 1008;

/// Fields of `cudaDeviceProp` of CUDA 13 that are attributes: offset, bytes, attribute.
const FIELDS: &[(usize, usize, u32)] = &[
    (296, 8, 8),
    (304, 4, attribute::MAX_REGISTERS_PER_BLOCK),
    (308, 4, 10),
    (312, 8, 11),
    (320, 4, 1),
    (324, 4, 2),
    (328, 4, 3),
    (332, 4, 4),
    (336, 4, 5),
    (340, 4, 6),
    (344, 4, 7),
    (352, 8, 9),
    (360, 4, attribute::COMPUTE_CAPABILITY_MAJOR),
    (364, 4, attribute::COMPUTE_CAPABILITY_MINOR),
    (368, 8, 14),
    (376, 8, 51),
    (384, 4, attribute::MULTIPROCESSOR_COUNT),
    (388, 4, 18),
    (392, 4, 19),
    (396, 4, 21),
    (400, 4, 77),
    (404, 4, 22),
    (408, 4, 23),
    (412, 4, 73),
    (416, 4, 74),
    (420, 4, 70),
    (424, 4, 71),
    (428, 4, 72),
    (432, 4, 45),
    (436, 4, 46),
    (440, 4, 24),
    (444, 4, 25),
    (448, 4, 26),
    (452, 4, 47),
    (456, 4, 48),
    (460, 4, 49),
    (464, 4, 52),
    (468, 4, 42),
    (472, 4, 43),
    (476, 4, 27),
    (480, 4, 28),
    (484, 4, 29),
    (488, 4, 53),
    (492, 4, 54),
    (496, 4, 55),
    (500, 4, 56),
    (504, 4, 57),
    (508, 4, 58),
    (512, 4, 59),
    (516, 4, 60),
    (520, 4, 61),
    (524, 4, 62),
    (528, 4, 63),
    (532, 4, 64),
    (536, 4, 65),
    (540, 4, 66),
    (544, 4, 67),
    (548, 4, 68),
    (552, 8, 30),
    (560, 4, 31),
    (564, 4, 32),
    (568, 4, 33),
    (572, 4, 34),
    (576, 4, 50),
    (580, 4, 35),
    (584, 4, 40),
    (588, 4, 41),
    (592, 4, attribute::GLOBAL_MEMORY_BUS_WIDTH_BITS),
    (596, 4, 38),
    (600, 4, 108),
    (604, 4, attribute::MAX_THREADS_PER_MULTIPROCESSOR),
    (608, 4, 78),
    (612, 4, 79),
    (616, 4, 80),
    (624, 8, attribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    (632, 4, attribute::MAX_REGISTERS_PER_MULTIPROCESSOR),
    (636, 4, 83),
    (640, 4, 84),
    (644, 4, 85),
    (648, 4, 86),
    (652, 4, 88),
    (656, 4, 89),
    (660, 4, 90),
    (664, 4, 91),
    (668, 4, 95),
    (672, 8, attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    (680, 4, 100),
    (684, 4, 101),
    (688, 4, attribute::MAX_BLOCKS_PER_MULTIPROCESSOR),
    (692, 4, 109),
    (696, 8, attribute::RESERVED_SHARED_MEMORY_PER_BLOCK),
    (704, 4, 99),
    (708, 4, 112),
    (712, 4, 113),
    (716, 4, 114),
    (720, 4, 115),
    (724, 4, 116),
    (728, 4, 117),
    (732, 4, 118),
    (736, 4, 119),
    (740, 4, 121),
    (744, 4, 125),
    (748, 4, 120),
    (752, 4, 129),
    (756, 4, 130),
    (760, 4, 131),
    (764, 4, 133),
    (768, 4, 134),
    (772, 4, 139),
    (776, 4, 140),
    (780, 4, 143),
];

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaGetDeviceProperties(to: *mut c_void, device: c_int) -> Status {
    call(|runtime| {
        if device != 0 {
            return Err(status::INVALID_DEVICE);
        }
        let mut properties = [0_u8; PROPERTIES];
        let name = format!("{} (emulated by propp)", runtime.gpu.name);
        let length = name.len().min(255);
        properties[..length].copy_from_slice(&name.as_bytes()[..length]);
        properties[256..272].copy_from_slice(b"propp emulation\0");
        properties[288..296].copy_from_slice(&runtime.gpu.memory_bytes.to_le_bytes());
        for (offset, bytes, number) in FIELDS {
            // Some are negative where the GPU has none of it.
            let value = runtime.gpu.attributes.get(number).copied().unwrap_or(0);
            let value = i64::from(value).to_le_bytes();
            properties[*offset..offset + bytes].copy_from_slice(&value[..*bytes]);
        }
        // SAFETY: the program hands over room for the properties of its headers.
        unsafe { give(to.cast(), properties) }
    })
}
