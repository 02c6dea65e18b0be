//! Inject.
