package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The ZIP archives among inputs, each of which stands for the files in it.
public final class Archives {
    private static final int HEAD_BYTES = 4;
    /// Of an entry, of the end of an empty archive, and of a split one.
    private static final String NAME_END = ".zip";
    private static final Pattern ARCHIVE = Pattern.compile("504b0304|504b0506|504b0708|504b3030");

    private Archives() {}

    /// The same inputs with entries in the places of their archives.
    ///
    /// @param asFile  gives an input that is none a file of its own
    /// @param notices takes sentences about what is left out of an archive
    /// @throws InputException when an archive can't be read, or holds what is no text
    public static List<InputSource> unpacked(List<InputSource> sources, UnaryOperator<InputSource> asFile,
            Consumer<String> notices) {
        List<InputSource> unpacked = new ArrayList<>();
        for (InputSource source : sources) {
            Optional<Path> archive = file(source, asFile).filter(Archives::isArchive);
            if (archive.isPresent()) {
                unpacked.addAll(ZipEntries.entries(source, archive.get(), notices));
            } else {
                unpacked.add(source);
            }
        }
        requireDistinct(unpacked);
        return List.copyOf(unpacked);
    }

    /// Reads every entry to its end, so that of one that its checksum does not prove nothing goes out.
    ///
    /// @throws InputException naming the first that is damaged
    public static void requireSound(List<InputSource> sources) {
        for (InputSource source : sources) {
            if (source.opener() instanceof ArchiveEntry entry) {
                try (InputStream content = entry.open()) {
                    content.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new InputException(entry.name() + " can't be read: " + e.getMessage(), e);
                }
            }
        }
    }

    /// The file in which `source` may be an archive. Objects in S3 are fetched only where they are called as archives
    /// are: looking into each would be a request more for each.
    private static Optional<Path> file(InputSource source, UnaryOperator<InputSource> asFile) {
        if (source.isLive()) {
            return Optional.empty();
        }
        return source.file().isEmpty() && source.displayName().toLowerCase(Locale.ROOT).endsWith(NAME_END)
                ? asFile.apply(source).file()
                : source.file();
    }

    private static boolean isArchive(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return ARCHIVE.matcher(HexFormat.of().formatHex(in.readNBytes(HEAD_BYTES))).matches()
                    || ZipEnd.of(file).filter(end -> end.disk() > 0).isPresent();
        } catch (IOException e) {
            throw new InputException("The input " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    /// A file may be called as an entry is.
    private static void requireDistinct(List<InputSource> sources) {
        Set<String> ids = new HashSet<>();
        for (InputSource source : sources) {
            if (!ids.add(source.id())) {
                throw new InputException("Two inputs are called " + source.displayName() + ", an entry of an archive"
                        + " and a file; rename one");
            }
        }
    }
}
