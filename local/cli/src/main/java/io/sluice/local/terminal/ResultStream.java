package io.sluice.local.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/// Standard output: remembers why it could not be written, which a `PrintWriter` keeps to itself.
public final class ResultStream extends FilterOutputStream {
    /// The exit code that a shell gives for a program that wrote into a pipe whose reader had ended: 128 and SIGPIPE.
    public static final int NOBODY_READS = 141;
    private static final int FAILED = 1;

    private volatile @Nullable IOException failure;

    public ResultStream(OutputStream to) {
        super(to);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /// The status to end with, when it would be `status` had all been written: a pipe that nobody reads any more (as
    /// of `| head`) is no mistake and is not told; a disk that is full is.
    ///
    /// @param results is flushed
    /// @param err     takes the message
    public int statusAfter(int status, PrintWriter results, PrintWriter err) {
        results.flush();
        IOException failed = failure;
        if (failed == null) {
            return status;
        }
        String why = String.valueOf(failed.getMessage());
        if (why.contains("Broken pipe")) {
            return status == 0 ? NOBODY_READS : status;
        }
        err.println("sluice: standard output can't be written: " + why);
        err.flush();
        return status == 0 ? FAILED : status;
    }
}
