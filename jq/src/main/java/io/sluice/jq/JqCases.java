package io.sluice.jq;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs cases, one JSON object a line: `{"program": …, "input": …}`, the input being JSON text of any number of values.
/// Answers each with a line `{"outputs": […]}` or `{"outputs": […], "error": …, "stage": "compile" or "run"}`.
public final class JqCases {
    private final JqLimits limits;
    private final InstantSource clock;
    private String compiledText = "";
    private @Nullable JqProgram compiled;

    public JqCases(JqLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /// Answers all cases, in order.
    ///
    /// @throws IllegalArgumentException a line is no case; says which
    public void run(Reader cases, Writer answers) throws IOException {
        BufferedReader lines = new BufferedReader(cases);
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (!line.isBlank()) {
                answers.write(JsonWriter.text(answer(line, number)));
                answers.write('\n');
            }
        }
        answers.flush();
    }

    private JqValue answer(String line, int number) {
        JqValue parsed;
        try {
            parsed = JsonText.parseOne(line);
        } catch (JqError e) {
            throw new IllegalArgumentException("line " + number + " is not JSON: " + e.getMessage(), e);
        }
        String program = member(parsed, "program", number);
        String input = member(parsed, "input", number);
        try {
            JqRun run = program(program).run(input.getBytes(StandardCharsets.UTF_8), limits, clock);
            return answer(run.outputs(), run.failure().orElse(null));
        } catch (JqException e) {
            return answer(List.of(), e);
        }
    }

    private static String member(JqValue line, String name, int number) {
        if (line instanceof JqObject object && object.find(name) instanceof JqString(String text)) {
            return text;
        }
        throw new IllegalArgumentException("line " + number + " has no text \"" + name + "\"");
    }

    /// Cases often come with the same program many times over.
    private JqProgram program(String text) {
        JqProgram known = compiled;
        if (known != null && compiledText.equals(text)) {
            return known;
        }
        JqProgram program = JqProgram.compile(text);
        compiled = program;
        compiledText = text;
        return program;
    }

    private static JqValue answer(List<String> outputs, @Nullable JqException failure) {
        List<JqValue> texts = new ArrayList<>();
        outputs.forEach(output -> texts.add(new JqString(output)));
        JqObject.Builder answer = JqObject.builder().put("outputs", JqArray.of(texts));
        if (failure != null) {
            String stage = failure.stage() == JqException.Stage.COMPILE ? "compile" : "run";
            answer.put("error", new JqString(failure.getMessage()));
            answer.put("stage", new JqString(stage));
        }
        return answer.build();
    }
}
