package io.sluice.local.server;

import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectStorageClass;
import software.amazon.awssdk.services.s3.model.S3Object;

/// A page of a bucket's keys, in the order of S3: by their bytes in UTF-8. Not for use by several threads.
final class BucketListing {
    private static final int PAGE_KEYS_MAX = 1_000;
    private static final String SLASH = "/";

    private final BucketFiles files;
    private final String prefix;
    private final boolean byFolder;
    private final NavigableMap<String, Path> objects = new TreeMap<>(ObjectKey.LISTED);
    private final NavigableSet<String> folders = new TreeSet<>(ObjectKey.LISTED);

    private BucketListing(BucketFiles files, String prefix, boolean byFolder) {
        this.files = files;
        this.prefix = prefix;
        this.byFolder = byFolder;
    }

    /// @throws IllegalArgumentException for a delimiter other than a slash
    static ListObjectsV2Response page(BucketFiles files, ListObjectsV2Request request) throws IOException {
        String delimiter = request.delimiter() == null ? "" : request.delimiter();
        if (!delimiter.isEmpty() && !delimiter.equals(SLASH)) {
            throw new IllegalArgumentException("keys can be listed up to the next '/', and not '" + delimiter + "'");
        }
        String prefix = request.prefix() == null ? "" : request.prefix();
        var listing = new BucketListing(files, prefix, !delimiter.isEmpty());
        int slash = prefix.lastIndexOf('/');
        Path start = slash < 0 ? files.folder() : files.folder(prefix.substring(0, slash));
        listing.walk(start, prefix.substring(slash + 1), true);
        return listing.page(request);
    }

    /// @param begun how names in the folder begin that are of interest, encoded ones apart
    /// @param isTop whether keys may end in the next slash
    private void walk(Path folder, String begun, boolean isTop) throws IOException {
        for (Path child : BucketFiles.children(folder)) {
            String name = child.getFileName().toString();
            boolean isEncoded = name.startsWith(FileNames.MARK);
            if (!isEncoded && !name.startsWith(begun)) {
                continue;
            }
            if (!Files.isDirectory(child)) {
                object(child);
                continue;
            }
            Optional<String> key = byFolder && isTop ? FileNames.key(files.folder(), child) : Optional.empty();
            key.filter(text -> text.startsWith(prefix)).ifPresent(text -> folders.add(text + SLASH));
            if (key.isEmpty()) {
                walk(child, "", isTop);
            }
        }
    }

    private void object(Path file) throws IOException {
        Optional<String> key = FileNames.key(files.folder(), file).filter(text -> text.startsWith(prefix));
        if (key.isEmpty() || (file.toString().contains(FileNames.MARK) && !files.isObject(file, key.get()))) {
            return;
        }
        int slash = byFolder ? key.get().indexOf('/', prefix.length()) : -1;
        if (slash < 0) {
            objects.put(key.get(), file);
        } else {
            folders.add(key.get().substring(0, slash + 1));
        }
    }

    private ListObjectsV2Response page(ListObjectsV2Request request) throws IOException {
        String after = request.continuationToken() == null ? request.startAfter() : request.continuationToken();
        NavigableSet<String> names = new TreeSet<>(ObjectKey.LISTED);
        names.addAll(after == null ? objects.navigableKeySet() : objects.tailMap(after, false).navigableKeySet());
        names.addAll(after == null ? folders : folders.tailSet(after, false));
        int keysMax = request.maxKeys() == null ? PAGE_KEYS_MAX : Math.min(request.maxKeys(), PAGE_KEYS_MAX);
        List<S3Object> contents = new ArrayList<>();
        List<CommonPrefix> prefixes = new ArrayList<>();
        String last = "";
        int taken = 0;
        for (String name : names) {
            if (taken == keysMax) {
                break;
            }
            taken++;
            last = name;
            Path file = objects.get(name);
            if (file == null) {
                prefixes.add(CommonPrefix.builder().prefix(name).build());
            } else {
                described(name, file).ifPresent(contents::add);
            }
        }
        boolean isCut = keysMax > 0 && taken < names.size();
        return ListObjectsV2Response.builder().name(request.bucket()).prefix(prefix).delimiter(request.delimiter())
                .maxKeys(keysMax).keyCount(contents.size() + prefixes.size()).contents(contents)
                .commonPrefixes(prefixes).isTruncated(isCut).nextContinuationToken(isCut ? last : null).build();
    }

    /// Empty when it was deleted in between.
    private static Optional<S3Object> described(String key, Path file) throws IOException {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(S3Object.builder().key(key).size(attributes.size())
                    .eTag(AdoptedFiles.etag(file).orElse(null)).storageClass(ObjectStorageClass.STANDARD)
                    .lastModified(Instant.ofEpochMilli(attributes.lastModifiedTime().toMillis())).build());
        } catch (NoSuchFileException e) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
