package io.sluice.local.input;

import io.sluice.input.ForeignFormat;
import io.sluice.input.InputException;
import io.sluice.local.input.ArchiveEntry.Packing;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/// A ZIP archive as what it is to `--input`: a folder of texts. Its entries are inputs, in the order of its directory.
/// What can't be taken as one makes the whole archive refused. Not for use by several threads.
final class ZipEntries {
    private static final int NAMED_MAX = 3;
    private static final String WORKBOOK = "[Content_Types].xml";
    private static final String OPEN_DOCUMENT = "mimetype";

    private final InputSource source;
    private final Path file;
    private final List<InputSource> entries = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int folders;

    private ZipEntries(InputSource source, Path file) {
        this.source = source;
        this.file = file;
    }

    /// @param source  an archive, in `file`
    /// @param notices takes a sentence about what is left out
    /// @throws InputException when it is damaged, split or encrypted, or holds what is no text
    static List<InputSource> entries(InputSource source, Path file, Consumer<String> notices) {
        var archive = new ZipEntries(source, file);
        try {
            archive.requireWhole();
            archive.read();
        } catch (IOException e) {
            throw archive.unreadable("its directory can't be read (" + e.getMessage() + "); get it whole: "
                    + archive.command("unzip -t") + " tests it");
        }
        archive.tell(notices);
        return archive.entries;
    }

    private void requireWhole() throws IOException {
        ZipEnd end = ZipEnd.of(file).orElseThrow(() -> unreadable(
                "its directory is not at its end, so that it was cut, or something was put after it; get it whole: "
                        + command("unzip -t") + " tests it"));
        if (end.disk() > 0) {
            throw split();
        }
    }

    private void read() throws IOException {
        int found;
        try (ZipFile zip = ZipFile.builder().setPath(file).setCharset(StandardCharsets.UTF_8).get()) {
            List<ZipArchiveEntry> all = Collections.list(zip.getEntries());
            if (zip.getFirstLocalFileHeaderOffset() != 0) {
                throw unreadable("other bytes stand before its first entry, as where two archives were joined; give"
                        + " them one by one");
            }
            requireTexts(all);
            requireApart(all);
            for (int number = 0; number < all.size(); number++) {
                add(number, all.get(number));
            }
            found = all.size();
        }
        if (!refused.isEmpty()) {
            int more = refused.size() - NAMED_MAX;
            throw new InputException(String.join(". ", refused.subList(0, Math.min(NAMED_MAX, refused.size())))
                    + (more > 0 ? ". And " + more + " more are not read" : "") + ". "
                    + command("unzip") + " -d unpacked unpacks the archive: name the files in it that are texts");
        }
        requireAll(found);
    }

    /// The library stops at an entry of the directory that is damaged, as if it were the end; the platform's reader
    /// does not.
    private void requireAll(int entries) throws IOException {
        try (var again = new java.util.zip.ZipFile(file.toFile(), StandardCharsets.ISO_8859_1)) {
            if (again.size() != entries) {
                throw new ZipException("it has " + again.size() + " entries, and " + entries + " are found");
            }
        } catch (ZipException e) {
            throw unreadable("its directory is damaged, or not as the format has it (" + e.getMessage()
                    + "); unpack it: " + command("unzip") + " -d unpacked, and name the folder");
        }
    }

    /// A workbook is an archive of XML, of which nobody wants the lines.
    private void requireTexts(List<ZipArchiveEntry> all) {
        if (all.stream().anyMatch(entry -> entry.getName().equals(WORKBOOK))
                || (!all.isEmpty() && all.getFirst().getName().equals(OPEN_DOCUMENT))) {
            throw new InputException(source.displayName() + " is a workbook or document of an office program, which is"
                    + " not read; save each sheet as CSV");
        }
    }

    /// Entries that share bytes are how little archives hold much, and none that an archiver writes.
    private void requireApart(List<ZipArchiveEntry> all) {
        long end = 0;
        for (ZipArchiveEntry entry : all.stream().sorted(Comparator.comparingLong(ZipArchiveEntry::getDataOffset))
                .toList()) {
            if (entry.getDataOffset() < end) {
                throw unreadable("its entry " + entry.getName() + " shares bytes with another; create it again");
            }
            end = entry.getDataOffset() + entry.getCompressedSize();
        }
    }

    private void add(int number, ZipArchiveEntry entry) throws IOException {
        String name = entry.getName();
        if (entry.isDirectory() && entry.getSize() == 0) {
            folders++;
            return;
        }
        if (isHidden(name) || entry.isUnixSymlink()) {
            hidden.add(name);
            return;
        }
        if (!names.add(name)) {
            throw unreadable("two of its entries are called " + name + ", and which is which could not be told; rename"
                    + " one");
        }
        var placed = new ArchiveEntry(file, source.displayName(), name, number,
                entry.getMethod() == ZipEntry.STORED ? Packing.STORED : Packing.DEFLATED, entry.getDataOffset(),
                entry.getCompressedSize(), entry.getSize(), entry.getCrc());
        Optional<String> objection = objection(entry).or(() -> objection(placed));
        objection.ifPresent(what -> refused.add(placed.name() + " is " + what));
        entries.add(new InputSource(source.id() + "!/" + name, placed.name(), placed.bytes(), placed));
    }

    private Optional<String> objection(ZipArchiveEntry entry) {
        if (entry.getDiskNumberStart() > 0) {
            throw split();
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            return Optional.of("encrypted, and unzip asks for its password");
        }
        return entry.getMethod() == ZipEntry.STORED || entry.getMethod() == ZipEntry.DEFLATED
                ? Optional.empty()
                : Optional.of("packed by method " + entry.getMethod() + ", and stored and deflated ones are read");
    }

    private static Optional<String> objection(ArchiveEntry entry) {
        byte[] head;
        try (InputStream in = entry.open()) {
            head = in.readNBytes(ForeignFormat.HEAD_BYTES);
        } catch (IOException e) {
            throw new InputException(entry.name() + " can't be read: " + e.getMessage(), e);
        }
        if (Contents.isParquet(head)) {
            return Optional.of("Parquet, which is read from a file of its own");
        }
        return ForeignContent.of(head).map(foreign -> foreign.format().isEmpty()
                ? "compressed once more, which is not read in an archive"
                : foreign.title() + ", which is not read in an archive");
    }

    private static boolean isHidden(String name) {
        return name.startsWith(".") || name.contains("/.");
    }

    private void tell(Consumer<String> notices) {
        String left = hidden.isEmpty()
                ? ""
                : String.join(", ", hidden.subList(0, Math.min(NAMED_MAX, hidden.size())))
                        + (hidden.size() > NAMED_MAX ? " and " + (hidden.size() - NAMED_MAX) + " more" : "")
                        + (hidden.size() == 1 ? " is" : " are") + " left out, as names that begin with a dot and links"
                        + " are";
        String passed = switch (folders) {
            case 0 -> "";
            case 1 -> "1 entry is a folder and holds nothing itself";
            default -> folders + " entries are folders and hold nothing themselves";
        };
        if (entries.isEmpty()) {
            throw new InputException("The archive " + source.displayName() + " has no files"
                    + (left.isEmpty() ? "" : " but " + left));
        }
        if (!left.isEmpty() || !passed.isEmpty()) {
            notices.accept("Of the archive " + source.displayName() + ", " + left
                    + (left.isEmpty() || passed.isEmpty() ? "" : "; ") + passed);
        }
    }

    private InputException split() {
        return unreadable("it is a part of a split one; join the parts: "
                + command("zip -s 0") + " --out whole.zip, where the last part is named");
    }

    private InputException unreadable(String why) {
        return new InputException("The archive " + source.displayName() + " can't be read: " + why);
    }

    private String command(String tool) {
        return ConversionHint.command(tool, source.displayName());
    }
}
