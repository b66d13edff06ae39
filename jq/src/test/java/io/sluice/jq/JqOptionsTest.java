package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command's options, a call a line of `options.ndjson`: `[[word…], input, status, output]` as the jq 1.6 binary
/// has it. Files `ab`, `values` and `program` lie in the folder that `@` stands for.
class JqOptionsTest {
    private static final int CALLS_MIN = 90;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private record Call(List<String> words, String input, int status, String out) {}

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("ab"), "a\nbé");
        Files.writeString(folder.resolve("values"), "1 {\"b\":2,\"a\":[]}\n");
        Files.writeString(folder.resolve("program"), "# what it does\n.+1\n");
    }

    private List<Call> calls() throws IOException {
        List<Call> calls = new ArrayList<>();
        try (InputStream table = Objects.requireNonNull(JqOptionsTest.class.getResourceAsStream("options.ndjson"))) {
            for (String line : new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                JqArray call = (JqArray) JsonText.parseOne(line);
                JqArray words = (JqArray) call.at(0);
                List<String> all = new ArrayList<>();
                for (int i = 0; i < words.size(); i++) {
                    all.add(text(words.at(i)).replace("@", folder.toString()));
                }
                calls.add(new Call(all, text(call.at(1)),
                        call.at(2) instanceof JqNumber(double status) ? (int) status : -1, text(call.at(3))));
            }
        }
        return calls;
    }

    private static String text(JqValue value) {
        return value instanceof JqString(String text) ? text : "";
    }

    @Test
    void outputsAndStatusesAreThoseOfTheBinary() throws IOException {
        List<Call> calls = calls();
        assertTrue(calls.size() >= CALLS_MIN, () -> calls.size() + " calls");
        for (Call call : calls) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int status = new JqTool(new ByteArrayInputStream(call.input().getBytes(StandardCharsets.UTF_8)),
                    new PrintWriter(out), new PrintWriter(err), name -> Files.readAllBytes(Path.of(name)),
                    InstantSource.system())
                    .run(call.words());
            assertEquals(call, new Call(call.words(), call.input(), status, out.toString()), err.toString());
            boolean silent = status == 0 || status == JqTool.NO_RESULT || status == JqTool.NO_OUTPUT;
            assertTrue(silent || err.toString().startsWith("jq: "), call.toString());
        }
    }

    @Tag("long")
    @Test
    void theTableIsWhatTheBinarySays() throws IOException {
        assumeTrue(Jq16Binary.isThere(), "there is no jq 1.6 on the PATH; its recorded answers are tested");
        for (Call call : calls()) {
            List<String> command = new ArrayList<>(List.of("jq"));
            command.addAll(call.words());
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(call.input().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It ended without reading: its words are no call, or ask for no input (-n). Its answer is judged
                // below.
            }
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(call,
                    new Call(call.words(), call.input(), process.onExit().join().exitValue(), out));
        }
    }
}
