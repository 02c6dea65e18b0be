//! The connection to the propp process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use propp_base_guest::Socket;
use propp_recording_wire::{Frame, Name, encode, encode_into};

use crate::patience::{PATIENCE, lock_within};

/// Sends frames, whole and in order, from any thread.
pub(crate) struct Channel {
    socket: Socket,
    inner: Mutex<Inner>,
}

struct Inner {
    /// False once propp or the socket is gone; frames are then dropped.
    connected: bool,
    names: HashMap<String, u32>,
}

impl Channel {
    pub(crate) fn connect(path: &str) -> Option<Self> {
        let inner = Mutex::new(Inner { connected: true, names: HashMap::new() });
        Some(Self { socket: Socket::connect(path)?, inner })
    }

    pub(crate) fn send(&self, frame: &Frame) {
        let bytes = encode(frame);
        self.write(&mut self.lock(), &bytes);
    }

    /// Sends a frame by way of a buffer, which long frames share.
    pub(crate) fn send_by(&self, buffer: &mut Vec<u8>, frame: &Frame) {
        encode_into(buffer, frame);
        self.write(&mut self.lock(), buffer);
    }

    /// The number of a text. A new text is sent first.
    pub(crate) fn name(&self, text: &str) -> u32 {
        let mut inner = self.lock();
        if let Some(id) = inner.names.get(text) {
            return *id;
        }
        let id = u32::try_from(inner.names.len() + 1).unwrap_or(u32::MAX);
        inner.names.insert(text.to_owned(), id);
        let bytes = encode(&Frame::Name(Name { id, text: text.to_owned() }));
        self.write(&mut inner, &bytes);
        id
    }

    /// Whether a frame could be sent soon. The end of the program does not wait for a
    /// thread that is stuck sending.
    pub(crate) fn is_free(&self) -> bool {
        lock_within(&self.inner, PATIENCE).is_some()
    }

    /// Ends the connection; what is sent from now on is dropped.
    pub(crate) fn close(&self) {
        self.lock().connected = false;
        self.socket.close();
    }

    /// The same in a forked child, where the lock may be held for ever.
    pub(crate) fn close_in_child(&self) {
        self.socket.close();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, inner: &mut Inner, bytes: &[u8]) {
        inner.connected = inner.connected && self.socket.write(bytes);
    }
}
