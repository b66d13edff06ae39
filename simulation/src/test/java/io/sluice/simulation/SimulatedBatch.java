package io.sluice.simulation;

import io.sluice.codec.ObjectFormat;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A batch as its source sees it: the same records in every attempt, and whether an attempt was answered.
public final class SimulatedBatch {
    private final int number;
    private final List<SimulatedRecord> records;
    private final long firstAttempt;
    private final Copies copies;
    private final Set<Configuration> attemptedUnder = new LinkedHashSet<>();
    private int attempts;
    private boolean accepted;
    private boolean forgotten;

    /// How often it lands as a whole.
    interface Copies {
        /// Of a batch that is known again: once, when it was accepted.
        Copies ONE = new Copies() {
            @Override
            public int least() {
                return 0;
            }

            @Override
            public int most() {
                return 1;
            }
        };

        /// At least, besides once when it was accepted.
        int least();

        /// At most.
        int most();
    }

    /// Nobody waits for it any more.
    void forget() {
        forgotten = true;
        accepted = false;
    }

    public SimulatedBatch(int number, List<SimulatedRecord> records, long firstAttempt) {
        this(number, records, firstAttempt, Copies.ONE);
    }

    SimulatedBatch(int number, List<SimulatedRecord> records, long firstAttempt, Copies copies) {
        this.copies = copies;
        this.number = number;
        this.records = List.copyOf(records);
        this.firstAttempt = firstAttempt;
    }

    public int number() {
        return number;
    }

    public List<SimulatedRecord> records() {
        return records;
    }

    /// The event of one attempt; its invocation id is new each time.
    public SourceBatch attempt(Configuration configuration) {
        attemptedUnder.add(configuration);
        attempts++;
        return new SourceBatch(SourceType.FIREHOSE, "arn:simulated", "invocation " + attempts,
                records.stream().map(SimulatedRecord::source).toList());
    }

    public void accept() {
        accepted = !forgotten;
    }

    public boolean isAccepted() {
        return accepted;
    }

    public int attempts() {
        return attempts;
    }

    public long firstAttempt() {
        return firstAttempt;
    }

    /// Whether an output is one of its records.
    boolean sent(String output) {
        return records.stream().anyMatch(record -> output.startsWith(record.text()));
    }

    /// The configuration under which exactly `found` is what becomes of the batch; empty when there is none.
    ///
    /// @param absent what of it would have landed besides, had an operator not given it up
    public Optional<Configuration> explains(List<Landed> found, List<String> absent) {
        List<String> outputs = Stream.concat(found.stream().map(Landed::output), absent.stream()).sorted().toList();
        return attemptedUnder.stream()
                .filter(configuration -> outputs.equals(expected(configuration)) && allUnder(configuration, found))
                .findFirst();
    }

    /// Whether `found` is what becomes of as many copies of the batch as there may be, each under one configuration.
    ///
    /// @param absent what of it would have landed besides, had an operator not given it up
    public boolean explainsCopies(List<Landed> found, List<String> absent) {
        if (copies.most() == 1) {
            return explains(found, absent).isPresent();
        }
        int outputs = records.stream().mapToInt(SimulatedRecord::copies).sum();
        int landed = found.size() + absent.size();
        if (outputs == 0 || landed % outputs != 0) {
            return outputs == 0 && landed == 0;
        }
        int there = landed / outputs;
        List<String> all = Stream.concat(found.stream().map(Landed::output), absent.stream()).sorted().toList();
        return there >= Math.max(1, copies.least()) && there <= copies.most()
                && explainsCopies(List.copyOf(attemptedUnder), there, found, all, List.of());
    }

    /// Draws the copies that are left over the configurations that are left.
    private boolean explainsCopies(List<Configuration> under, int left, List<Landed> found, List<String> outputs,
            List<Configuration> drawn) {
        if (left == 0) {
            return outputs.equals(drawn.stream().flatMap(each -> expected(each).stream()).sorted().toList())
                    && found.stream().allMatch(landed -> drawn.stream().anyMatch(each -> isUnder(each, landed)));
        }
        return IntStream.range(0, under.size()).anyMatch(
                i -> explainsCopies(under.subList(i, under.size()), left - 1, found, outputs, Stream.concat(
                        drawn.stream(), Stream.of(under.get(i))).toList()));
    }

    /// Notes of a call that it landed more than once.
    void noteCopies(int landed, Reached reached) {
        int outputs = records.stream().mapToInt(SimulatedRecord::copies).sum();
        if (copies instanceof SimulatedCall call && landed > outputs) {
            boolean isKnown = call.isNamed() && !call.wasEverUnknown();
            reached.note(RareState.CALL_LANDED_AGAIN_AFTER_A_DAY, isKnown);
            reached.note(RareState.NAMELESS_CALL_LANDED_TWICE, !call.isNamed());
        }
    }

    private List<String> expected(Configuration configuration) {
        List<String> expected = new ArrayList<>();
        records.forEach(record -> expected.addAll(record.outputs(configuration.takes(record))));
        return expected.stream().sorted().toList();
    }

    private static boolean allUnder(Configuration configuration, List<Landed> found) {
        return found.stream().allMatch(landed -> isUnder(configuration, landed));
    }

    private static boolean isUnder(Configuration configuration, Landed landed) {
        SimulatedRecord record = landed.record();
        boolean taken = configuration.takes(record);
        boolean refused = configuration.converts() && taken && PickyConverter.refuses(record);
        boolean inErrors = landed.prefix().startsWith(Configuration.ERRORS);
        ObjectFormat format = configuration.format();
        return landed.extension().equals(inErrors ? format.errors().extension() : format.extension())
                && switch (landed.cause()) {
                    case OVER_THE_LIMIT -> taken && inErrors;
                    case OBJECT_REFUSED -> taken && !refused && inErrors;
                    case NOT_CONVERTED -> refused && inErrors && landed.prefix().endsWith("/format-conversion-failed/");
                    case NONE_OR_EARLIER ->
                        !refused && landed.prefix().equals(configuration.prefix(record, landed.oldestArrival()));
                };
    }

    @Override
    public String toString() {
        return "batch " + number + (accepted ? " (accepted)" : " (not accepted)") + " attempted under "
                + attemptedUnder;
    }
}
