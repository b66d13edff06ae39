package io.sluice.infra.runbook;

import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// `aws s3`: `cp`, `mv`, `sync` to a folder, `rb --force`.
final class S3Commands implements Service {
    private static final String SCHEME = "s3://";

    private final S3Client s3;

    S3Commands(S3Client s3) {
        this.s3 = s3;
    }

    /// @param key empty for a whole bucket
    private record Place(String bucket, String key) {
        static Place of(String uri) {
            if (!uri.startsWith(SCHEME)) {
                throw new Unknown("no place in S3: " + uri);
            }
            String[] parts = uri.substring(SCHEME.length()).split("/", 2);
            return new Place(parts[0], parts.length == 1 ? "" : parts[1]);
        }
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        try {
            return switch (operation) {
                case "cp" -> copy(arguments, folder);
                case "mv" -> move(arguments);
                case "sync" -> fetch(arguments, folder);
                case "rb" -> removeBucket(arguments);
                default -> throw new Unknown("aws s3 " + operation);
            };
        } catch (NoSuchBucketException e) {
            throw new Refused("An error occurred (NoSuchBucket): " + e.getMessage());
        } catch (S3Exception e) {
            throw new Refused("fatal error: An error occurred (" + e.statusCode() + ")");
        }
    }

    private String copy(Arguments arguments, Path folder) throws IOException {
        String from = arguments.next();
        String to = arguments.next();
        arguments.end();
        if (from.startsWith(SCHEME)) {
            Place place = Place.of(from);
            Files.write(folder.resolve(to), bytes(place));
        } else {
            put(Place.of(to), Files.readAllBytes(folder.resolve(from)));
        }
        return "copy: " + from + " to " + to + "\n";
    }

    private byte[] bytes(Place place) {
        return s3.getObjectAsBytes(get -> get.bucket(place.bucket()).key(place.key())).asByteArray();
    }

    private void put(Place place, byte[] bytes) {
        s3.putObject(put -> put.bucket(place.bucket()).key(place.key()), RequestBody.fromBytes(bytes));
    }

    private String move(Arguments arguments) {
        boolean recursive = arguments.flag("--recursive");
        Place from = Place.of(arguments.next());
        Place to = Place.of(arguments.next());
        arguments.end();
        for (String key : recursive ? keys(from) : List.of(from.key())) {
            put(new Place(to.bucket(), to.key() + (recursive ? key.substring(from.key().length()) : "")),
                    bytes(new Place(from.bucket(), key)));
            s3.deleteObject(delete -> delete.bucket(from.bucket()).key(key));
        }
        return "";
    }

    private List<String> keys(Place below) {
        return s3.listObjectsV2Paginator(list -> list.bucket(below.bucket()).prefix(below.key())).contents().stream()
                .map(S3Object::key).toList();
    }

    private String fetch(Arguments arguments, Path folder) throws IOException {
        Place from = Place.of(arguments.next());
        Path to = folder.resolve(arguments.next());
        arguments.end();
        String prefix = from.key().isEmpty() || from.key().endsWith("/") ? from.key() : from.key() + "/";
        for (String key : keys(new Place(from.bucket(), prefix))) {
            Path file = to.resolve(key.substring(prefix.length()));
            Files.createDirectories(file.getParent());
            Files.write(file, bytes(new Place(from.bucket(), key)));
        }
        return "";
    }

    private String removeBucket(Arguments arguments) {
        boolean force = arguments.flag("--force");
        Place bucket = Place.of(arguments.next());
        arguments.end();
        if (!force) {
            throw new Unknown("rb without --force");
        }
        keys(bucket).forEach(key -> s3.deleteObject(delete -> delete.bucket(bucket.bucket()).key(key)));
        s3.deleteBucket(delete -> delete.bucket(bucket.bucket()));
        return "remove_bucket: " + bucket.bucket() + "\n";
    }
}
