package io.sluice.lean;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes the jar that is deployed: the shaded one without what no function can come to need
/// (docs/decisions/0030-a-lean-jar.md). The build starts it from its source.
public final class Lean {
    /// The same for every entry, so that the jar's bytes move with its content alone.
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final int ARGUMENTS = 3;

    private Lean() {}

    /// @param arguments the shaded jar, the jar to write, and the architecture that it is for, `arm64` or `x86_64`
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("Lean takes WHOLE.jar LEAN.jar ARCHITECTURE");
        }
        write(Selection.of(WholeJar.read(Path.of(arguments[0])), arguments[2]), Path.of(arguments[1]));
    }

    /// Writes what is kept, in the order of the names.
    static void write(Selection selection, Path lean) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(lean))) {
            out.setLevel(Deflater.BEST_COMPRESSION);
            for (Map.Entry<String, byte[]> each : selection.kept().entrySet()) {
                var entry = new ZipEntry(each.getKey());
                entry.setTimeLocal(TIME);
                out.putNextEntry(entry);
                out.write(each.getValue());
            }
        }
    }
}
