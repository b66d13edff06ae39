package io.sluice.local.serve.streams;

import io.sluice.local.UsageException;
import io.sluice.local.server.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Makes a staging bucket on a server that is not embedded one folder's own, for good. Two servers with streams of one
/// name would take each other's segments for garbage; and a folder whose streams' segments lie elsewhere would not find
/// them.
final class StagingClaim {
    private static final String KEY = "serve-owner";
    private static final String FILE = "staging-id";
    private static final int EXISTS = 412;
    private static final int NOT_FOUND = 404;

    private final Path file;
    private final S3Client s3;
    private final String bucket;
    private final String place;

    /// @param state the folder's own state
    /// @param place of the server, for messages
    StagingClaim(Path state, S3Client s3, String bucket, String place) {
        this.file = state.resolve(FILE);
        this.s3 = s3;
        this.bucket = bucket;
        this.place = place;
    }

    /// @throws UsageException when streams of this folder are kept on an S3 server outside
    static void requireEmbedded(Path state) {
        if (Files.exists(state.resolve(FILE))) {
            throw new UsageException("The streams of " + state + " are kept on another S3 server; name it with --s3");
        }
    }

    /// @param id for a folder that has none
    /// @throws UsageException when the bucket is another folder's, the folder's streams are kept elsewhere, or the
    ///     server does not do what is needed
    void take(UUID id, boolean hasStreams) throws IOException {
        String mine = Files.exists(file) ? Files.readString(file) : id.toString();
        try {
            String owner = owner();
            if (owner.isEmpty()) {
                if (hasStreams) {
                    throw new UsageException("The streams of " + file.getParent() + " are kept elsewhere than in the"
                            + " bucket " + bucket + " of " + place
                            + "; start with the same --s3 and --staging-bucket as"
                            + " before");
                }
                // On this disk before it is known there: after a crash in between it is taken again.
                DurableFiles.replace(file, mine.getBytes(StandardCharsets.UTF_8));
                claim(mine);
            } else if (!owner.equals(mine)) {
                throw new UsageException("The bucket " + bucket + " of " + place + " belongs to another folder of"
                        + " ./sluice serve; name another one with --staging-bucket, or delete its object " + KEY
                        + " when that folder is gone for good");
            }
            requireRefusal(mine);
        } catch (SdkException e) {
            throw new UsageException("The S3 server at " + place + " can't be used: " + e.getMessage());
        }
    }

    private String owner() {
        try {
            return s3.getObjectAsBytes(get -> get.bucket(bucket).key(KEY)).asUtf8String();
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
                return "";
            }
            throw e;
        }
    }

    private void claim(String mine) {
        s3.putObject(put -> put.bucket(bucket).key(KEY).ifNoneMatch("*"),
                RequestBody.fromBytes(mine.getBytes(StandardCharsets.UTF_8)));
    }

    /// An object that is there must not be replaced: on that rests that nothing is delivered twice.
    private void requireRefusal(String mine) {
        try {
            claim(mine);
        } catch (S3Exception e) {
            if (e.statusCode() == EXISTS) {
                return;
            }
            throw e;
        }
        throw new UsageException(
                "The S3 server at " + place + " does not honour If-None-Match, without which nothing can"
                        + " be delivered exactly once; use another one");
    }
}
