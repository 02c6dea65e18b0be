//! What a file from a stranger may make propp read or write.
