package io.sluice.jq;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// A program and an input with what the jq 1.6 binary answered.
///
/// @param error the first line of jq's message, without its place
/// @param stage empty: jq ended well; `compile`, `run`, `rc4` (the input is malformed), `rc-6` (jq aborted), `timeout`
record RecordedCase(String program, String input, List<String> outputs, String error, String stage) {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    boolean endsWell() {
        return stage.isEmpty();
    }

    boolean endsWithMessage() {
        return stage.equals("run") || stage.equals("rc4");
    }

    JqRun run() {
        try {
            return JqProgram.compile(program).run(input.getBytes(StandardCharsets.UTF_8), JqLimits.defaults(), CLOCK);
        } catch (JqException e) {
            return new JqRun(List.of(), Optional.of(e));
        }
    }

    /// The cases of a resource `jq16/<name>.jsonl.gz`.
    static List<RecordedCase> all(String name) throws IOException {
        List<RecordedCase> cases = new ArrayList<>();
        try (InputStream in = RecordedCase.class.getResourceAsStream("/jq16/" + name + ".jsonl.gz");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                cases.add(parse((JqObject) JsonText.parseOne(line)));
            }
        }
        return cases;
    }

    private static RecordedCase parse(JqObject line) {
        Map<String, String> texts = new HashMap<>();
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            if (line.value(i) instanceof JqString(String text)) {
                texts.put(line.key(i), text);
            } else if (line.value(i) instanceof JqArray array) {
                for (int j = 0; j < array.size(); j++) {
                    outputs.add(((JqString) array.at(j)).value());
                }
            }
        }
        return new RecordedCase(texts.getOrDefault("program", ""), texts.getOrDefault("input", ""), outputs,
                texts.getOrDefault("error", ""), texts.getOrDefault("stage", ""));
    }
}
