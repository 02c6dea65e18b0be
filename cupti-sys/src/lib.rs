//! CUPTI.
