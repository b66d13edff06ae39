package io.sluice.jq;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Records what the jq 1.6 program on the PATH answers, as the tables of cases have it: `JqRecorder ASKED RECORDED`
/// reads lines `{"program":…,"input":…}` with an input of one value and writes them with their answers, gzipped. What
/// crashes jq is left out and named.
final class JqRecorder {
    private JqRecorder() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2 || !Jq16Binary.isThere()) {
            throw new IllegalArgumentException("two files and jq 1.6 on the PATH are needed; there is jq: "
                    + Jq16Binary.version());
        }
        try (BufferedReader asked = Files.newBufferedReader(Path.of(arguments[0]));
                BufferedWriter recorded = new BufferedWriter(new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[1]))), StandardCharsets.UTF_8))) {
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                JqObject question = (JqObject) JsonText.parseOne(line);
                String program = text(question, "program");
                switch (Jq16Binary.askAlone(program, List.of(text(question, "input")))) {
                    case Jq16Binary.Verdict.Refused(String message) ->
                        write(recorded, question, List.of(), message, "compile");
                    case Jq16Binary.Verdict.Answers(List<Jq16Binary.Answer> answers) when answers.isEmpty() ->
                        System.err.println("jq crashes: " + program);
                    case Jq16Binary.Verdict.Answers(List<Jq16Binary.Answer> answers) -> {
                        Jq16Binary.Answer answer = answers.getFirst();
                        write(recorded, question, answer.outputs(), answer.error().orElse(""),
                                answer.error().isPresent() ? "run" : "");
                    }
                }
            }
        }
    }

    private static String text(JqObject question, String name) {
        if (question.find(name) instanceof JqString(String text)) {
            return text;
        }
        throw new IllegalArgumentException("a line has no text \"" + name + "\"");
    }

    private static void write(BufferedWriter recorded, JqObject question, List<String> outputs, String error,
            String stage)
            throws IOException {
        JqValue[] texts = outputs.stream().map(JqString::new).toArray(JqValue[]::new);
        JqObject line = question.with("outputs", JqArray.of(texts));
        if (!stage.isEmpty()) {
            line = line.with("error", new JqString(error.lines().findFirst().orElse("")))
                    .with("stage", new JqString(stage));
        }
        recorded.write(JsonWriter.text(line));
        recorded.write('\n');
    }
}
