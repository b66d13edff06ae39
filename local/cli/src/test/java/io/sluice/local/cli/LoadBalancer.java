package io.sluice.local.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// A load balancer as simple as there can be: each connection goes to the next of the servers that takes one.
final class LoadBalancer implements AutoCloseable {
    private final List<URI> servers;
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger connections = new AtomicInteger();

    LoadBalancer(List<URI> servers) throws IOException {
        this.servers = List.copyOf(servers);
        threads.execute(this::listen);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                threads.execute(() -> connect(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        int first = connections.getAndIncrement();
        for (int i = 0; i < servers.size(); i++) {
            URI to = servers.get((first + i) % servers.size());
            try {
                Socket server = new Socket(to.getHost(), to.getPort());
                threads.execute(() -> pass(client, server));
                pass(server, client);
                return;
            } catch (IOException _) {
                // It is dead: the next one.
            }
        }
        close(client);
    }

    private static void pass(Socket from, Socket to) {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException _) {
            // Either end is gone, and so is the other.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
