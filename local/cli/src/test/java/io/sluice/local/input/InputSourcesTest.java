package io.sluice.local.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputSourcesTest {
    @TempDir
    private Path folder = Path.of("");

    private static List<String> ids(List<String> arguments) {
        return InputSources.find(arguments, InputStream.nullInputStream(), _ -> {}).stream().map(InputSource::id)
                .toList();
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

    @Test
    void whatIsLeftOutOfAFolderIsTold() throws IOException {
        file("a.json");
        file(".hidden");
        file(".git/x");
        file("elsewhere/b.json");
        Path in = Files.createDirectory(folder.resolve("in"));
        Files.move(folder.resolve("a.json"), in.resolve("a.json"));
        Files.move(folder.resolve(".hidden"), in.resolve(".hidden"));
        Files.move(folder.resolve(".git"), in.resolve(".git"));
        Files.createSymbolicLink(in.resolve("other"), folder.resolve("elsewhere"));
        List<String> notices = new ArrayList<>();
        InputSources.find(List.of(in.toString()), InputStream.nullInputStream(), notices::add);
        assertEquals(
                List.of("Of the input folder " + in + ", .git/x, .hidden, other are left out: names that begin with"
                        + " a dot, and links to folders, are read where they are named themselves"),
                notices);
        assertEquals(List.of("0:.hidden", "1:b.json"),
                ids(List.of(in.resolve(".hidden").toString(), in.resolve("other").toString())));
    }

    @Test
    void aLinkThatLeadsNowhereIsNamedAsSuch() throws IOException {
        Path gone = folder.resolve("gone.json");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), gone);
        String message = "The input " + link + " is a link to " + gone
                + ", which is not there; mend or remove the link";
        assertEquals(message,
                assertThrows(InputException.class, () -> ids(List.of(link.toString()))).getMessage());
        assertEquals(message,
                assertThrows(InputException.class, () -> ids(List.of(folder.toString()))).getMessage());
    }

    @Test
    void aPipeInAFolderIsRefusedAndOneThatIsNamedIsRead() throws Exception {
        Path pipe = folder.resolve("pipe");
        Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
                "needs mkfifo; a folder's pipe is then not tried");
        String refusal = assertThrows(InputException.class, () -> ids(List.of(folder.toString()))).getMessage();
        assertEquals(
                "The input folder " + folder + " holds pipe, which is no file but a pipe, a socket or a device, and"
                        + " reading it might never end; move it away, or name the files to read",
                refusal);
        assertTrue(InputSources.find(List.of(pipe.toString()), InputStream.nullInputStream(), _ -> {}).getFirst()
                .isLive());
    }

    @Test
    void aByteOrderMarkLooksLikeNothing() throws IOException {
        file("a.json");
        Files.writeString(folder.resolve("a.json"), "\uFEFF{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n");
        List<String> hints = new ArrayList<>();
        InputCheck.require(InputSources.find(List.of(folder.toString()), InputStream.nullInputStream(), _ -> {}),
                Reading.RECORDS, hints::add);
        assertEquals(List.of(), hints);
    }
}
