package io.sluice.local.records;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// A stream that someone may still be writing to, read by a thread of its own so that its reader is told while nothing
/// comes. Not for use by several threads.
public final class LiveInput extends InputStream {
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int PIECES_MAX = 16;

    /// A piece that the reading thread hands over: bytes, the end, or why it stopped.
    private sealed interface Piece {
        record Bytes(byte[] bytes) implements Piece {}

        record End() implements Piece {}

        record Failure(Throwable cause) implements Piece {}
    }

    private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES_MAX);
    private final Duration patience;
    private final Runnable onIdle;
    private final Thread thread;
    private byte[] current = {};
    private int next;
    private boolean ended;

    /// @param in       read to its end; stays open
    /// @param patience how long nothing comes before `onIdle` runs, again and again
    /// @param onIdle   runs on the thread that reads this
    public LiveInput(InputStream in, Duration patience, Runnable onIdle) {
        this.patience = patience;
        this.onIdle = onIdle;
        this.thread = Thread.ofPlatform().daemon().name("live-input").start(() -> pump(in));
    }

    private void pump(InputStream in) {
        try {
            byte[] buffer = new byte[PIECE_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                pieces.put(new Piece.Bytes(Arrays.copyOf(buffer, read)));
            }
            pieces.put(new Piece.End());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable cause) {
        try {
            pieces.put(new Piece.Failure(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (next == current.length && !ended) {
            take();
        }
        if (next == current.length) {
            return -1;
        }
        int read = Math.min(length, current.length - next);
        System.arraycopy(current, next, target, from, read);
        next += read;
        return read;
    }

    private void take() throws IOException {
        Piece piece;
        try {
            piece = pieces.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for input", e);
        }
        switch (piece) {
            case null -> onIdle.run();
            case Piece.Bytes(byte[] bytes) -> {
                current = bytes;
                next = 0;
            }
            case Piece.End() -> ended = true;
            case Piece.Failure(IOException cause) -> throw cause;
            case Piece.Failure(Throwable cause) -> throw new IOException("the input can't be read on: " + cause, cause);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
