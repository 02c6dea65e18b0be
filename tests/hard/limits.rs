//! Very many launches, kernels and notices, and very long names.
