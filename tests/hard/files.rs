//! Recordings and other files of the user under kills, full disks and two writers.
