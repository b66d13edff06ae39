package io.sluice.local.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.encoding.Digests;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.StateFile;
import io.sluice.local.server.FolderS3Client;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The place in a bucket of the user's where one run delivers: an object's key there is the stream's, after what the
/// address has. While the run is under way an object beside them, its claim, keeps others out; what the run has staged
/// is in a folder of this machine.
///
/// See `docs/decisions/0094-a-run-into-a-bucket.md`.
public final class S3Out {
    /// The key of the claim. Readers of the lake leave out names that begin with a dot.
    static final String CLAIM = ".sluice-run";
    private static final String RUN = "run";
    private static final String FOLDERS = "out-s3";
    private static final int NAME_CHARS_MAX = 200;

    private final S3Access access;
    private final S3Address place;

    /// @param address as the user writes it; a slash at its end or none means the same
    public S3Out(S3Address address, S3Access access) {
        this.access = access;
        this.place = address.of(address.key().isEmpty() || address.key().endsWith("/")
                ? address.key()
                : address.key() + "/");
    }

    /// The folder of `--out`: itself, or where the state of a run into an address is, which is the same from the same
    /// working directory.
    ///
    /// @throws UsageException when it is no folder, or names no bucket
    public static OutFolder folder(String out) {
        if (!S3Address.isOne(out)) {
            return OutFolder.of(out);
        }
        S3Address address = S3Address.parse(out);
        String name = URLEncoder.encode((address.bucket() + "/" + address.key()).replaceFirst("/$", ""), UTF_8);
        String bounded = name.length() <= NAME_CHARS_MAX
                ? name
                : name.substring(0, NAME_CHARS_MAX / 2)
                        + HexFormat.of().formatHex(Digests.sha256().digest(name.getBytes(UTF_8)));
        return OutFolder.ofState(out, Path.of(FOLDERS, bounded));
    }

    /// @throws UsageException when one of `inputs` lies where the run delivers, or the other way round
    public void requireApart(List<String> inputs) {
        for (String input : inputs) {
            if (S3Address.isOne(input)) {
                S3Address read = S3Address.parse(input);
                String key = read.key().replaceFirst("\\*$", "");
                if (read.bucket().equals(place.bucket())
                        && (key.startsWith(place.key()) || place.key().startsWith(key))) {
                    throw new UsageException(
                            "--out " + place + " and the input " + input + " lie in each other, so a run"
                                    + " would read what it writes; name another place with --out");
                }
            }
        }
    }

    /// Takes the place for a new run whose state is in `folder`.
    ///
    /// @throws UsageException when objects are there, another run has it, or the server can't keep two writers apart
    public void begin(OutFolder folder) throws IOException {
        String owner = owner(folder);
        asked(() -> {
            for (S3Object each : access.client().listObjectsV2(list -> list.bucket(place.bucket()).prefix(place.key())
                    .maxKeys(2)).contents()) {
                if (!each.key().equals(place.key() + CLAIM)) {
                    throw new UsageException(
                            "There are objects at " + place + " already, " + each.key() + " among them,"
                                    + " and a second run would add to them; name another place with --out");
                }
            }
            claim(owner);
            if (claimed(owner)) {
                finish();
                throw new UsageException("The server of " + place + " does not honour If-None-Match, without which"
                        + " nothing can be delivered exactly once; use another one");
            }
            return owner;
        });
    }

    /// Takes the place up for the run whose state is in `folder`.
    ///
    /// @throws UsageException when another run has it
    public void resume(OutFolder folder) throws IOException {
        String owner = owner(folder);
        asked(() -> {
            claim(owner);
            return owner;
        });
    }

    /// Lets go of the place.
    ///
    /// @throws JobFailedException when the claim can't be deleted
    public void finish() {
        try {
            access.client().deleteObject(delete -> delete.bucket(place.bucket()).key(place.key() + CLAIM));
        } catch (SdkException e) {
            throw new JobFailedException("Everything is delivered to " + place + ", and the run's own object " + CLAIM
                    + " can't be deleted there: " + S3Failure.of(e, place) + ". Then finish the run with --resume", e);
        }
    }

    /// The run's own name, which is in `folder` from before the claim to its end.
    private String owner(OutFolder folder) throws IOException {
        var file = new StateFile(folder.resolve(OutFolder.DESTINATION));
        Optional<JsonNode> written = file.read();
        if (written.isPresent()) {
            return written.get().path(RUN).asText();
        }
        String owner = UUID.randomUUID().toString();
        file.write(new ObjectMapper().createObjectNode().put(OutFolder.PLACE, toString()).put(RUN, owner));
        return owner;
    }

    private void claim(String owner) {
        if (!claimed(owner) && !Optional.of(owner).equals(holder())) {
            throw new UsageException("Another run delivers to " + place
                    + ", or was cut short there: finish it where it was"
                    + " begun, with --resume; if it is given up, delete the objects there, " + CLAIM + " among them,"
                    + " with aws s3 rm --recursive");
        }
    }

    /// Tests whether the claim could be put: none was there.
    private boolean claimed(String owner) {
        try {
            access.client().putObject(put -> put.bucket(place.bucket()).key(place.key() + CLAIM).ifNoneMatch("*"),
                    RequestBody.fromString(owner));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == S3Failure.REPLACED) {
                return false;
            }
            throw e;
        }
    }

    private Optional<String> holder() {
        try {
            return Optional.of(access.client()
                    .getObjectAsBytes(get -> get.bucket(place.bucket()).key(place.key() + CLAIM)).asUtf8String());
        } catch (S3Exception e) {
            if (e.statusCode() == S3Failure.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// A client whose requests for objects of `bucket` come here; all others go to `local`.
    public S3Client before(S3Client local, String bucket) {
        return new RoutedS3Client(local, bucket, access.client(), place);
    }

    /// Sizes of the objects that are here, by the stream's keys.
    public Map<String, Long> sizes() {
        return asked(() -> {
            Map<String, Long> sizes = new TreeMap<>();
            objects().forEach(each -> sizes.put(each.key().substring(place.key().length()), each.size()));
            return sizes;
        });
    }

    /// Fetches objects as the files that a run would have left in `folder`.
    ///
    /// @param bucket the stream's
    /// @param wanted of the stream's keys
    public void fetch(Path folder, String bucket, Predicate<String> wanted) {
        asked(() -> {
            try (S3Client files = FolderS3Client.over(Map.of(bucket, folder))) {
                files.createBucket(create -> create.bucket(bucket));
                for (S3Object each : objects()) {
                    String key = each.key().substring(place.key().length());
                    if (wanted.test(key)) {
                        access.client().getObject(
                                get -> get.bucket(place.bucket()).key(each.key()).ifMatch(each.eTag()),
                                (answer, in) -> files.putObject(put -> put.bucket(bucket).key(key),
                                        RequestBody.fromInputStream(in, answer.contentLength())));
                    }
                }
            }
            return bucket;
        });
    }

    private List<S3Object> objects() {
        var request = ListObjectsV2Request.builder().bucket(place.bucket()).prefix(place.key()).build();
        return access.client().listObjectsV2Paginator(request).contents().stream()
                .filter(each -> !each.key().equals(place.key() + CLAIM)).toList();
    }

    private <T> T asked(Supplier<T> requests) {
        try {
            return requests.get();
        } catch (S3Exception e) {
            String said = "At " + place + ": " + S3Failure.of(e, place);
            if (e.statusCode() >= S3Failure.SERVER_ERROR) {
                throw new JobFailedException(said, e);
            }
            throw new UsageException(said);
        } catch (SdkException e) {
            throw new UsageException("At " + place + ": " + S3Failure.of(e, place));
        }
    }

    /// As the user writes it, with a slash at its end.
    @Override
    public String toString() {
        return place.toString();
    }
}
