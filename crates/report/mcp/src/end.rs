//! The end of standard input, by which a client that has gone is noticed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::watch;

/// Whether the client has gone.
#[derive(Clone)]
pub(super) struct Ended(watch::Sender<bool>);

impl Default for Ended {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Ended {
    /// Ends when the client has gone.
    pub(super) async fn wait(&self) {
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|ended| *ended).await;
    }
}

/// Passes on what is read, and notes the end.
pub(super) struct AtEnd<R> {
    inner: R,
    ended: Ended,
}

impl<R> AtEnd<R> {
    pub(super) fn new(inner: R, ended: Ended) -> Self {
        Self { inner, ended }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for AtEnd<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, buffer);
        let is_end = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before && buffer.remaining() > 0,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_end {
            self.ended.0.send_replace(true);
        }
        read
    }
}
