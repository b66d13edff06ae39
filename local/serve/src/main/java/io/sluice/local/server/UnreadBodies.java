package io.sluice.local.server;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import java.io.IOException;
import java.io.OutputStream;
import org.gaul.shaded.org.eclipse.jetty.ee10.servlet.ServletContextHandler;

/// Reads what s3proxy left unread of a request's body, before the answer is complete. Jetty closes the connection of a
/// request that was answered before it was read, and a client that still writes then loses the answer: "Error writing
/// request body to server", though the object is there. s3proxy 4.1.0 leaves unread
///
/// - the end of every `aws-chunked` body, which is how the SDK sends each object: it stops at
///   `x-amz-decoded-content-length` bytes, before the empty chunk and the trailers, which the SDK writes last;
/// - the whole body of an upload that it refuses by its key or its condition (400, 403, 404, 412).
///
/// To read to the end is safe with `Expect: 100-continue`, too: Jetty answers 100 when s3proxy opens the body, which is
/// the first thing it does.
final class UnreadBodies implements ServletRequestListener {
    private boolean listening;

    /// Listens from now on to all requests of the server whose request this thread is at, this one included. s3proxy
    /// hands its Jetty out to nobody, but asks in the request's thread where the bucket is, before it answers.
    synchronized void listen() {
        if (!listening) {
            ServletContextHandler.getCurrentServletContextHandler().addEventListener(this);
            listening = true;
        }
    }

    @Override
    public void requestDestroyed(ServletRequestEvent request) {
        try {
            request.getServletRequest().getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The client went away, or fell silent for Jetty's idle timeout: nobody is left to be told, and Jetty
            // closes the connection, as it does of every request that can't be read to its end.
        }
    }
}
