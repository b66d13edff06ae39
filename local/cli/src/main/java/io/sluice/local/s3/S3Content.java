package io.sluice.local.s3;

import io.sluice.input.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// The bytes of one version of an object, from a place on. A connection that breaks off is taken up where it did; every
/// request names the version, so that of an object that was replaced nothing is mixed in. For one thread.
final class S3Content extends InputStream {
    /// Attempts in a row that give no byte.
    private static final int ATTEMPTS_MAX = 5;

    private final S3Input object;
    private long next;
    private int failed;
    private @Nullable ResponseInputStream<GetObjectResponse> body;

    S3Content(S3Input object, long from) {
        this.object = object;
        this.next = from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// @throws InputException when the object is another one now, or may not be read
    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (next < object.bytes()) {
            try {
                int bytes = opened().read(target, from, (int) Math.min(length, object.bytes() - next));
                if (bytes < 0) {
                    throw new EOFException("the answer ended at byte " + next + " of " + object.bytes());
                }
                next += bytes;
                failed = 0;
                return bytes;
            } catch (IOException e) {
                close();
                if (++failed == ATTEMPTS_MAX) {
                    throw new InputException(object.address() + " can't be read on: the connection breaks off again and"
                            + " again at byte " + next + " (" + e.getMessage() + ")", e);
                }
            }
        }
        return -1;
    }

    private InputStream opened() {
        ResponseInputStream<GetObjectResponse> open = body;
        if (open == null) {
            open = open();
            body = open;
        }
        return open;
    }

    private ResponseInputStream<GetObjectResponse> open() {
        S3Address address = object.address();
        GetObjectRequest request = GetObjectRequest.builder().bucket(address.bucket()).key(address.key())
                .ifMatch(object.etag()).range("bytes=" + next + "-").build();
        try {
            return object.s3().getObject(request, ResponseTransformer.toInputStream());
        } catch (S3Exception e) {
            if (e.statusCode() == S3Failure.REPLACED || e.statusCode() == S3Failure.NOT_FOUND) {
                throw new InputException(address + " was replaced or deleted since the inputs were listed, and what was"
                        + " read of it would be a mix; run again while nobody writes there, or on a copy");
            }
            throw new InputException(address + " can't be read: " + S3Failure.of(e, address), e);
        } catch (SdkException e) {
            throw new InputException(address + " can't be read: " + S3Failure.of(e, address),
                    new IOException(e.getMessage(), e));
        }
    }

    /// Gives up what is not read of the answer, instead of waiting for it.
    @Override
    public void close() throws IOException {
        ResponseInputStream<GetObjectResponse> open = body;
        body = null;
        if (open != null) {
            open.abort();
        }
    }
}
