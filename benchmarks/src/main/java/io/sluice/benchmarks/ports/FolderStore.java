package io.sluice.benchmarks.ports;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A staging bucket as files in a folder, for more segments than fit on the heap. Nothing is created
/// in it conditionally: neither ingest nor a flush run does that.
public final class FolderStore implements ObjectStore {
    /// The character that a file's name has for a slash of its key; no key here has it.
    private static final char SLASH = '%';

    private final Path folder;

    public FolderStore(Path folder) {
        this.folder = folder;
    }

    private Path file(ObjectKey key) {
        return folder.resolve(key.value().replace('/', SLASH));
    }

    @Override
    public byte[] get(ObjectKey key) {
        try {
            return Files.readAllBytes(file(key));
        } catch (IOException e) {
            throw failed("GET", key, e);
        }
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        try (RandomAccessFile file = new RandomAccessFile(file(key).toFile(), "r")) {
            byte[] bytes = new byte[range.length()];
            file.seek(range.offset());
            file.readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw failed("GET " + range, key, e);
        }
    }

    @Override
    public void put(ObjectKey key, Body body) {
        try (InputStream in = body.open()) {
            Files.copy(in, file(key), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw failed("PUT", key, e);
        }
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        throw new UnsupportedOperationException("nothing is created in a staging bucket");
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        try {
            Path file = file(key);
            return Optional.of(new ObjectInfo(key, Files.size(file), Files.getLastModifiedTime(file).toInstant(), ""));
        } catch (NoSuchFileException notThere) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("HEAD", key, e);
        }
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        for (ObjectKey key : keys) {
            try {
                Files.deleteIfExists(file(key));
            } catch (IOException e) {
                throw failed("DELETE", key, e);
            }
        }
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        try (Stream<Path> files = Files.list(folder)) {
            List<ObjectInfo> found = files
                    .map(file -> new ObjectKey(file.getFileName().toString().replace(SLASH, '/')))
                    .filter(key -> key.value().startsWith(prefix) && key.value().compareTo(after) > 0).sorted()
                    .map(this::head).flatMap(Optional::stream).toList();
            return new ObjectPage(found, false);
        } catch (IOException e) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "LIST " + prefix + ": " + e, e);
        }
    }

    private static StoreException failed(String request, ObjectKey key, IOException e) {
        return e instanceof NoSuchFileException || e instanceof FileNotFoundException
                ? new StoreException(StoreException.Kind.MISSING, request + " " + key + ": not there", e)
                : new StoreException(StoreException.Kind.UNAVAILABLE, request + " " + key + ": " + e, e);
    }

    /// The number of objects.
    public long count() {
        try (var files = Files.list(folder)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
