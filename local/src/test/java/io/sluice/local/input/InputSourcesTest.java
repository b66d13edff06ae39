package io.sluice.local.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputSourcesTest {
    @TempDir
    private Path folder = Path.of("");

    private static List<String> ids(List<String> arguments) {
        return InputSources.find(arguments, InputStream.nullInputStream()).stream().map(InputSource::id).toList();
    }

    private void file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{}");
    }

    @Test
    void aFolderIsAllItsFilesByNameHiddenOnesLeftOut() throws IOException {
        for (String name : List.of("b.json", "a/2.json", "a/1.json", ".hidden", ".git/x", "a.json")) {
            file(name);
        }
        assertEquals(List.of("0:a.json", "0:a/1.json", "0:a/2.json", "0:b.json"), ids(List.of(folder.toString())));
    }

    @Test
    void idsDoNotDependOnWhereTheFilesLie() throws IOException {
        file("x/in.json");
        file("y/in.json");
        assertEquals(List.of("0:-", "1:in.json", "2:in.json"),
                ids(List.of("-", folder.resolve("x/in.json").toString(), folder.resolve("y/in.json").toString())));
    }

    @Test
    void whatIsMissingOrEmptyIsNamed() throws IOException {
        Path missing = folder.resolve("missing.json");
        assertEquals("The input " + missing + " does not exist",
                assertThrows(InputException.class, () -> ids(List.of(missing.toString()))).getMessage());
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals("The input folder " + empty + " has no files",
                assertThrows(InputException.class, () -> ids(List.of(empty.toString()))).getMessage());
    }
}
