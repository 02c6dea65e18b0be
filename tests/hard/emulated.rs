//! Emulated programs of many processes, with closed descriptors, full disks and kills.
