package io.sluice.local.s3;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// A small object that is read whole, as a configuration is.
///
/// @param access  the way to it
/// @param address of the object
public record S3Text(S3Access access, S3Address address) {
    private static final int BYTES_MAX = 1 << 20;

    /// The bytes of the object, as it is now; 1 MiB at most. A request of one kind: s3:GetObject is enough.
    ///
    /// @param what the user calls it, as `configuration`
    /// @throws UsageException when the address names no object, or it can't be read
    public byte[] read(String what) {
        if (address.key().isEmpty() || address.key().endsWith("/")) {
            throw new UsageException("The " + what + " " + address + " is a folder; name the object in it");
        }
        try (ResponseInputStream<GetObjectResponse> in = access.client()
                .getObject(get -> get.bucket(address.bucket()).key(address.key()))) {
            if (Optional.ofNullable(in.response().contentLength()).orElse(0L) > BYTES_MAX) {
                in.abort();
                throw new UsageException("The " + what + " " + address + " has " + in.response().contentLength()
                        + " bytes, and no " + what + " has more than " + BYTES_MAX + "; name another object");
            }
            return in.readNBytes(BYTES_MAX);
        } catch (SdkException e) {
            throw new UsageException("The " + what + " " + address + " can't be read: " + S3Failure.of(e, address));
        } catch (IOException e) {
            throw new UsageException("The " + what + " " + address + " broke off while it was read: " + e.getMessage()
                    + "; try again");
        }
    }
}
