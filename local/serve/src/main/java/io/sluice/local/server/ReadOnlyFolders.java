package io.sluice.local.server;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The objects of a bucket as files, for a process that reads them while another one writes: it takes no lock and makes
/// nothing. The bucket may lie in several folders, of which the first that has an object counts; any of them may be
/// absent, and may go while it is read. Safe for concurrent use.
///
/// A listing is of objects right under a prefix that ends with a slash. Whatever writes is refused.
public final class ReadOnlyFolders implements ObjectStore {
    private static final int KEYS_MAX = 1_000;

    private final List<BucketFiles> folders;

    /// @param folders of the bucket, in their order; what is moved goes from an earlier one to a later one, and is in
    ///        both meanwhile
    public ReadOnlyFolders(List<Path> folders) {
        this.folders = folders.stream().map(BucketFiles::new).toList();
    }

    @Override
    public byte[] get(ObjectKey key) {
        for (BucketFiles folder : folders) {
            try {
                return Files.readAllBytes(folder.file(key.value()));
            } catch (NoSuchFileException _) {
                // Another one may have it.
            } catch (IOException e) {
                throw failed(key.value(), e);
            }
        }
        throw new StoreException(StoreException.Kind.MISSING, key + " is not there");
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        byte[] all = get(key);
        if (range.offset() + range.length() > all.length) {
            throw new StoreException(StoreException.Kind.MISSING, key + " ends before " + range);
        }
        return Arrays.copyOfRange(all, (int) range.offset(), (int) (range.offset() + range.length()));
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        for (BucketFiles folder : folders) {
            Optional<ObjectInfo> found = info(folder, key.value());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<ObjectInfo> info(BucketFiles folder, String key) {
        try {
            var attributes = Files.readAttributes(folder.file(key), BasicFileAttributes.class);
            return attributes.isRegularFile()
                    ? Optional.of(new ObjectInfo(new ObjectKey(key), attributes.size(),
                            attributes.lastModifiedTime().toInstant(), ""))
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed(key, e);
        }
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        if (!prefix.endsWith("/")) {
            throw new IllegalArgumentException("not a folder's prefix: " + prefix);
        }
        TreeMap<String, ObjectInfo> found = new TreeMap<>();
        for (BucketFiles folder : folders) {
            keys(folder, prefix).stream().filter(key -> key.startsWith(prefix) && key.compareTo(after) > 0)
                    .forEach(key -> info(folder, key).ifPresent(info -> found.putIfAbsent(key, info)));
        }
        List<ObjectInfo> page = found.values().stream().limit(KEYS_MAX).toList();
        return new ObjectPage(page, page.size() < found.size());
    }

    private static List<String> keys(BucketFiles folder, String prefix) {
        try {
            List<String> keys = new ArrayList<>();
            for (Path file : BucketFiles.children(folder.folder(prefix.substring(0, prefix.length() - 1)))) {
                FileNames.key(folder.folder(), file).ifPresent(keys::add);
            }
            return keys;
        } catch (IOException e) {
            throw failed(prefix, e);
        }
    }

    private static StoreException failed(String what, IOException e) {
        return new StoreException(StoreException.Kind.UNAVAILABLE, what + " can't be read: " + e, e);
    }

    @Override
    public void put(ObjectKey key, Body body) {
        throw refused();
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        throw refused();
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        throw refused();
    }

    private static StoreException refused() {
        return new StoreException(StoreException.Kind.REFUSED, "these folders are another process's to write");
    }
}
