package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// An HTTPS proxy that writes down where it was asked to go, and refuses.
final class ClosedProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final Set<String> asked = new ConcurrentSkipListSet<>();

    private ClosedProxy(ServerSocket socket) {
        this.socket = socket;
    }

    static ClosedProxy start() throws IOException {
        var proxy = new ClosedProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(proxy::serve);
        return proxy;
    }

    int port() {
        return socket.getLocalPort();
    }

    /// Hosts with their ports.
    Set<String> asked() {
        return Set.copyOf(asked);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept();
                    var lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1))) {
                String request = lines.readLine();
                for (String header = request; header != null && !header.isEmpty();) {
                    header = lines.readLine();
                }
                if (request != null && request.startsWith("CONNECT ")) {
                    asked.add(request.split(" ", -1)[1]);
                    connection.getOutputStream().write("HTTP/1.1 403 Forbidden\r\n\r\n".getBytes(ISO_8859_1));
                }
            } catch (IOException e) {
                // The caller hung up, or the proxy is closed.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
