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
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectStorageClass;
import software.amazon.awssdk.services.s3.model.S3Object;

/// A page of a bucket's keys, in the order of S3: by their bytes in UTF-8. What is before it and behind it is passed
/// over folder by folder, and held no longer than it may be of the page. Not for use by several threads.
final class BucketListing {
    private static final int PAGE_KEYS_MAX = 1_000;
    private static final String SLASH = "/";

    private final BucketFiles files;
    private final String prefix;
    private final boolean byFolder;
    /// The last name of the page before; empty: there is none.
    private final String after;
    private final int keysMax;
    /// One more than the page has. A name without a file is that of keys up to their next slash.
    private final NavigableMap<String, Optional<Path>> names = new TreeMap<>(ObjectKey.LISTED);

    private BucketListing(BucketFiles files, ListObjectsV2Request request) {
        this.files = files;
        this.prefix = request.prefix() == null ? "" : request.prefix();
        this.byFolder = request.delimiter() != null && !request.delimiter().isEmpty();
        String token = request.continuationToken() == null ? request.startAfter() : request.continuationToken();
        this.after = token == null ? "" : token;
        this.keysMax = request.maxKeys() == null ? PAGE_KEYS_MAX : Math.min(request.maxKeys(), PAGE_KEYS_MAX);
    }

    /// @throws IllegalArgumentException for a delimiter other than a slash
    static ListObjectsV2Response page(BucketFiles files, ListObjectsV2Request request) throws IOException {
        var listing = new BucketListing(files, request);
        if (listing.byFolder && !request.delimiter().equals(SLASH)) {
            throw new IllegalArgumentException(
                    "keys can be listed up to the next '/', and not '" + request.delimiter() + "'");
        }
        int slash = listing.prefix.lastIndexOf('/');
        Path start = slash < 0 ? files.folder() : files.folder(listing.prefix.substring(0, slash));
        listing.walk(start, listing.prefix.substring(slash + 1), true);
        return listing.page(request);
    }

    /// @param begun how names in the folder begin that are of interest, encoded ones apart
    /// @param isTop whether keys may end in the next slash
    private void walk(Path folder, String begun, boolean isTop) throws IOException {
        for (Path child : BucketFiles.children(folder).stream().sorted().toList()) {
            String name = child.getFileName().toString();
            boolean isEncoded = name.startsWith(FileNames.MARK);
            if (!isEncoded && !name.startsWith(begun)) {
                continue;
            }
            Optional<String> key = FileNames.key(files.folder(), child);
            if (key.isPresent() && isElsewhere(key.get())) {
                continue;
            }
            if (!Files.isDirectory(child)) {
                if (key.isPresent()) {
                    object(key.get(), child);
                }
                continue;
            }
            boolean isName = byFolder && isTop && key.isPresent();
            key.filter(text -> isName && text.startsWith(prefix))
                    .ifPresent(text -> add(text + SLASH, Optional.empty()));
            if (!isName) {
                walk(child, "", isTop);
            }
        }
    }

    /// Tests whether neither this key nor any that it is a folder of can be of the page.
    private boolean isElsewhere(String key) {
        boolean before = ObjectKey.LISTED.compare(key + SLASH, after) <= 0 && !after.startsWith(key + SLASH)
                && ObjectKey.LISTED.compare(key, after) <= 0;
        return before || (names.size() > keysMax && ObjectKey.LISTED.compare(key, names.lastKey()) > 0);
    }

    private void object(String key, Path file) throws IOException {
        if (!key.startsWith(prefix) || (file.toString().contains(FileNames.MARK) && !files.isObject(file, key))) {
            return;
        }
        int slash = byFolder ? key.indexOf('/', prefix.length()) : -1;
        if (slash < 0) {
            add(key, Optional.of(file));
        } else {
            add(key.substring(0, slash + 1), Optional.empty());
        }
    }

    private void add(String name, Optional<Path> file) {
        if (after.isEmpty() || ObjectKey.LISTED.compare(name, after) > 0) {
            names.put(name, file);
        }
        if (names.size() > keysMax + 1) {
            names.pollLastEntry();
        }
    }

    private ListObjectsV2Response page(ListObjectsV2Request request) throws IOException {
        boolean isCut = keysMax > 0 && names.size() > keysMax;
        while (names.size() > keysMax) {
            names.pollLastEntry();
        }
        List<S3Object> contents = new ArrayList<>();
        List<CommonPrefix> prefixes = new ArrayList<>();
        for (Map.Entry<String, Optional<Path>> each : names.entrySet()) {
            if (each.getValue().isEmpty()) {
                prefixes.add(CommonPrefix.builder().prefix(each.getKey()).build());
            } else {
                described(each.getKey(), each.getValue().get()).ifPresent(contents::add);
            }
        }
        return ListObjectsV2Response.builder().name(request.bucket()).prefix(prefix).delimiter(request.delimiter())
                .maxKeys(keysMax).keyCount(contents.size() + prefixes.size()).contents(contents)
                .commonPrefixes(prefixes).isTruncated(isCut).nextContinuationToken(isCut ? names.lastKey() : null)
                .build();
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
