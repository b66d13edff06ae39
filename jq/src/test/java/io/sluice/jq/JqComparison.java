package io.sluice.jq;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// One program on some inputs, by this evaluator and by the jq binary.
///
/// @param pairs       inputs with an answer of both
/// @param refusals    of these, the messages with which this evaluator refuses them: no answer, which is allowed
/// @param differences what is neither the same nor refused
record JqComparison(int pairs, List<String> refusals, List<String> differences) {

    static JqComparison of(String program, List<String> inputs) throws IOException {
        return switch (Jq16Binary.ask(program, inputs)) {
            case Jq16Binary.Verdict.Refused(String message) ->
                new JqComparison(0, List.of(), accepted(program, message));
            case Jq16Binary.Verdict.Answers(List<Jq16Binary.Answer> answers) -> compared(program, inputs, answers);
        };
    }

    private static List<String> accepted(String program, String message) {
        try {
            JqProgram.compile(program);
            return List.of(program + "\n  jq refuses it: " + message.lines().findFirst().orElse(""));
        } catch (JqException e) {
            return List.of();
        }
    }

    private static JqComparison compared(String program, List<String> inputs, List<Jq16Binary.Answer> answers) {
        List<JqRun> runs;
        try {
            runs = runs(program, inputs.subList(0, answers.size()));
        } catch (JqException e) {
            boolean named = e.getMessage().contains("not supported");
            return new JqComparison(answers.size(), Collections.nCopies(answers.size(), e.getMessage()),
                    named || answers.isEmpty() ? List.of() : List.of(program + "\n  refused: " + e.getMessage()));
        }
        List<String> refusals = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            JqRun run = i < runs.size() ? runs.get(i) : new JqRun(List.of(), Optional.empty());
            if (isRefused(run)) {
                refusals.add(run.failure().orElseThrow().getMessage());
            } else if (!isSame(run, answers.get(i))) {
                differences.add(program + "  on  " + inputs.get(i) + "\n  jq  " + answers.get(i).outputs() + " "
                        + answers.get(i).error() + "\n  own " + run.outputs() + " "
                        + run.failure().map(JqException::getMessage));
            }
        }
        return new JqComparison(answers.size(), refusals, differences);
    }

    private static boolean isRefused(JqRun run) {
        return run.failure().filter(f -> f.stage() == JqException.Stage.BOUND
                || f.stage() == JqException.Stage.UNSUPPORTED).isPresent();
    }

    private static boolean isSame(JqRun run, Jq16Binary.Answer answer) {
        return run.outputs().equals(answer.outputs())
                && run.failure().map(JqException::getMessage).equals(answer.error());
    }

    /// One run for each input, in one text as the binary gets them, so that labels and lines are counted as there.
    private static List<JqRun> runs(String program, List<String> inputs) {
        List<JqRun> runs = new ArrayList<>();
        if (Jq16Binary.runsAlone(program)) {
            JqProgram own = JqProgram.compile(program);
            inputs.forEach(in -> runs.add(own.run(in.getBytes(StandardCharsets.UTF_8), JqLimits.defaults(),
                    InstantSource.system())));
            return runs;
        }
        JqProgram.compile(program);
        JqProgram marked = JqProgram.compile(Jq16Binary.marked(program));
        List<JqRun> all = new ArrayList<>();
        marked.runEach(Jq16Binary.marked(inputs).getBytes(StandardCharsets.UTF_8), JqLimits.defaults(),
                InstantSource.system(), all::add);
        for (int i = 0; i < all.size(); i += 2) {
            runs.add(all.get(i));
        }
        return runs;
    }
}
