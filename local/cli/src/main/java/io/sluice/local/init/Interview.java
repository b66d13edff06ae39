package io.sluice.local.init;

import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.local.UsageException;
import io.sluice.local.init.Questions.Default;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Asks what of a proposal is to be taken. Whoever answers nothing but empty lines gets what is proposed.
public final class Interview {
    private final Questions questions;
    private final Proposal proposal;
    private final Function<Proposal, Optional<String>> problem;

    /// @param problem what `check` would refuse in a proposal
    public Interview(Questions questions, Proposal proposal, Function<Proposal, Optional<String>> problem) {
        this.questions = questions;
        this.proposal = proposal;
        this.problem = problem;
    }

    /// Asks which of the proposals is to be gone on with.
    public static Proposal choose(Questions questions, ProposalComparison comparison) {
        List<Proposal> proposals = comparison.proposals();
        String answer = questions.text("which of them", "1", text -> number(text, proposals.size()) == 0
                ? Optional.of("a number from 1 to " + proposals.size())
                : Optional.empty());
        return proposals.get(number(answer, proposals.size()) - 1);
    }

    /// The number that `text` is; 0 for any other text.
    private static int number(String text, int max) {
        return IntStream.rangeClosed(1, max).filter(each -> Integer.toString(each).equals(text)).findFirst().orElse(0);
    }

    /// Asks for each key whether it stays, for others, and for the prefix.
    public void layOut(SampleFields sample) {
        List<Key> kept = new ArrayList<>();
        for (Key key : proposal.keys()) {
            if (questions.agreed("divide by " + key.name() + ", " + KeyChoice.told(key), Default.YES)) {
                kept.add(key);
            }
        }
        String others = questions.text("other fields to divide by, separated by commas, or none", "",
                names -> refused(sample, names, kept));
        KeyChoice choice = new KeyChoice(sample);
        kept.addAll(choice.more(split(others), kept));
        proposal.divideBy(kept);
        String proposed = proposal.prefix();
        proposal.prefix(questions.text("prefix", proposed, this::refusedPrefix));
    }

    /// Asks for the compression of lines.
    public void compress() {
        String proposed = proposal.compression();
        proposal.compress(questions.text("compression of the objects", proposed, this::refusedCompression));
    }

    /// Asks whether objects are to be Parquet.
    public boolean wantsParquet(boolean asked) {
        return questions.agreed("Parquet instead of lines", asked ? Default.YES : Default.NO);
    }

    private static List<String> split(String names) {
        return names.isEmpty() ? List.of() : Arrays.stream(names.split(",", -1)).map(String::strip).toList();
    }

    private static Optional<String> refused(SampleFields sample, String names, List<Key> kept) {
        try {
            new KeyChoice(sample).more(split(names), kept);
            return Optional.empty();
        } catch (UsageException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Optional<String> refusedPrefix(String prefix) {
        return unknownKey(prefix).or(() -> tried(() -> proposal.prefix(prefix)));
    }

    private Optional<String> unknownKey(String prefix) {
        List<String> known = proposal.keys().stream().map(Key::name).toList();
        try {
            return PrefixExpression.parse(prefix).keys().stream().filter(name -> !known.contains(name)).findFirst()
                    .map(name -> "there is no key " + name + "; there are " + known);
        } catch (PrefixException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> refusedCompression(String compression) {
        return tried(() -> proposal.compress(compression));
    }

    private Optional<String> tried(Runnable change) {
        change.run();
        return problem.apply(proposal);
    }
}
