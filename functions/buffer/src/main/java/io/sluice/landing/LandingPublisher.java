package io.sluice.landing;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.landing.LandingLog.Step;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Tells what landed by events: at least once, under the same id each time, those of a chain in their order. A cursor
/// is moved after what it passes was accepted, and never back; so a publisher may be killed at any request, and two at
/// once send some events twice. Safe for concurrent use.
///
/// One chain does not wait for another: what is wrong with one, the others go on beside. Changes to the lake alone are
/// told after all that had landed before them.
public final class LandingPublisher {
    /// Landings of a chain before the others have a turn, and the most that are sent again after a crash.
    private static final int TURN = 100;
    /// Landings of a run.
    private static final int LANDINGS_MAX = 10_000;
    /// Time that a landing may take, of many events.
    private static final Duration STEP_TIME = Duration.ofSeconds(15);
    private static final long HOUR_MILLIS = 3_600_000;

    private final LandingEvents events;
    private final LandingCursors cursors;
    private final EventSender sender;
    private final InstantSource clock;

    public LandingPublisher(LandingEvents events, LandingCursors cursors, EventSink sink, InstantSource clock) {
        this.events = events;
        this.cursors = cursors;
        this.sender = new EventSender(sink);
        this.clock = clock;
    }

    /// The events that a run sent.
    ///
    /// @param landings those that were told
    /// @param missing  times that landings had been removed before
    /// @param waiting  when the oldest landing that is known to wait came; empty: none does
    /// @param until    until when the stream was complete as the run began, epoch milliseconds; empty: it is not known
    /// @param failures why a chain stands still, a failure for each; the next run tries again
    public record Summary(int landings, int missing, Optional<Instant> waiting, Optional<Long> until,
            List<RuntimeException> failures) {
        public Summary {
            failures = List.copyOf(failures);
        }

        /// Tests whether all was told that had landed when the run began.
        boolean isWhole() {
            return waiting.isEmpty() && failures.isEmpty();
        }

        /// The same, with why the dates of the layout could not be told.
        public Summary failed(RuntimeException failure) {
            return new Summary(landings, missing, waiting, until,
                    Stream.concat(failures.stream(), Stream.of(failure)).toList());
        }

        /// Tests whether there was nothing to do.
        public boolean idle() {
            return landings == 0 && missing == 0 && waiting.isEmpty() && failures.isEmpty();
        }
    }

    /// Sends what came since the last run, as far as there is time: a request for the cursors, a LIST for each chain
    /// and a hundred landings, and a GET and a request to the service for each landing.
    ///
    /// @param buffers  all of the stream's
    /// @param complete reads until when the stream is complete: asked for before its landings are read, so that all
    ///     which tell so are sent before it is
    /// @param balance  makes the sum of all records, which is asked for once a day
    /// @throws StoreException when the cursors cannot be read; nothing was sent
    public Summary publish(List<Buffer> buffers, Supplier<Completeness> complete,
            Supplier<List<Reconciliation>> balance, Deadline deadline) {
        Map<String, Long> from = cursors.read();
        Run run = new Run(deadline, noted(from));
        run.completeAgain(from);
        Optional<Long> until = run.until(complete);
        List<Chain> chains = new ArrayList<>(buffers.stream()
                .map(each -> new Chain(run, each.name(), new LandingLog(each), from.getOrDefault(each.name(), 0L),
                        _ -> true))
                .toList());
        Map<String, Chain> all = new HashMap<>();
        chains.forEach(chain -> all.put(chain.buffer, chain));
        while (!chains.isEmpty()) {
            chains.removeIf(chain -> !chain.turn());
        }
        String lake = LakeLog.chain(events.stream());
        Chain jobs = new Chain(run, lake, new LandingLog(lake, buffers.getFirst().staging()),
                from.getOrDefault(lake, 0L), change -> change.heads().entrySet().stream().allMatch(
                        head -> Optional.ofNullable(all.get(head.getKey())).filter(chain -> chain.has(head.getValue()))
                                .isPresent()));
        boolean more = true;
        while (more) {
            more = jobs.turn();
        }
        until.map(time -> time / HOUR_MILLIS * HOUR_MILLIS).filter(hour -> hour > run.completed)
                .ifPresent(run::complete);
        run.reconcile(from, balance);
        return new Summary(run.landings, run.missing, run.waiting, until, run.failures);
    }

    /// Until when the stream was told to be complete, or was to be; 0: it was not.
    private long noted(Map<String, Long> at) {
        return Math.max(at.getOrDefault(events.completedChain(), 0L), at.getOrDefault(notedCursor(), 0L));
    }

    private String notedCursor() {
        return events.completedChain() + "!noted";
    }

    /// The progress of a run.
    private final class Run {
        private final Deadline deadline;
        /// Until when the stream was told to be complete when the run began; 0: it was not.
        private final long completed;
        private int landings;
        private int missing;
        private Optional<Instant> waiting = Optional.empty();
        private final List<RuntimeException> failures = new ArrayList<>();

        Run(Deadline deadline, long completed) {
            this.deadline = deadline;
            this.completed = completed;
        }

        /// Until when the stream is complete; empty where it is not known. Alarms of their own tell why not.
        Optional<Long> until(Supplier<Completeness> complete) {
            try {
                return complete.get() instanceof Completeness.Until(long time, _)
                        ? Optional.of(time)
                        : Optional.empty();
            } catch (RuntimeException e) {
                failures.add(e);
                return Optional.empty();
            }
        }

        /// Tells a time again that was noted, and of which it is not known that it was told.
        void completeAgain(Map<String, Long> from) {
            if (from.getOrDefault(events.completedChain(), 0L) < completed) {
                tell(completed);
            }
        }

        /// Nothing is complete of which a landing waits. A time is noted before it is told: what lands then is known
        /// to be late, whatever becomes of whoever tells it.
        ///
        /// @param until a full hour
        void complete(long until) {
            if (!failures.isEmpty() || waiting.isPresent() || deadline.leavesLessThan(STEP_TIME)) {
                return;
            }
            try {
                cursors.advance(notedCursor(), until);
            } catch (StoreException e) {
                failures.add(e);
                return;
            }
            tell(until);
        }

        private void tell(long until) {
            try {
                sender.send(List.of(events.completed(until)));
                cursors.advance(events.completedChain(), until);
            } catch (StoreException e) {
                failures.add(e);
            }
        }

        boolean isOver() {
            return landings >= LANDINGS_MAX || deadline.leavesLessThan(STEP_TIME);
        }

        void waits(Instant since) {
            waiting = Optional.of(waiting.filter(since::isAfter).orElse(since));
        }

        void reconcile(Map<String, Long> from, Supplier<List<Reconciliation>> balance) {
            String chain = events.reconciledChain();
            Instant now = clock.instant();
            LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
            if (from.getOrDefault(chain, 0L) >= day.toEpochDay() || deadline.leavesLessThan(STEP_TIME)) {
                return;
            }
            // Whatever is wrong with the sum, the landings before it were told.
            try {
                List<Reconciliation> sums = balance.get();
                if (!sums.isEmpty()) {
                    sender.send(List.of(events.reconciled(day, now, sums)));
                    cursors.advance(chain, day.toEpochDay());
                }
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
    }

    /// A chain on its way to its end.
    private final class Chain {
        private final Run run;
        private final String buffer;
        private final LandingLog log;
        /// Whether a change to the lake may be told: when all that landed before it was.
        private final Predicate<LakeChange> isDue;
        private long cursor;
        /// Versions of the landings of a turn that were told, and not to be late.
        private final List<Long> inTime = new ArrayList<>();
        private int turns;
        private boolean held;
        private boolean cut;
        private Optional<Step.Missing> missing = Optional.empty();

        Chain(Run run, String buffer, LandingLog log, long cursor, Predicate<LakeChange> isDue) {
            this.isDue = isDue;
            this.run = run;
            this.buffer = buffer;
            this.log = log;
            this.cursor = cursor;
        }

        /// Tests whether all up to a version was told; a request where its landing may be an empty one.
        boolean has(long version) {
            return log.isReached(cursor, version);
        }

        /// Sends up to a hundred landings.
        ///
        /// @return false when there is nothing more to do in this run
        boolean turn() {
            long before = cursor;
            turns = 0;
            inTime.clear();
            boolean more = false;
            try {
                more = !log.steps(cursor).allMatch(this::take) && !cut && !held;
            } catch (StoreException | MalformedEncodingException e) {
                run.failures.add(e);
            }
            return advance(before) && more;
        }

        /// What was accepted before a failure is passed, too.
        private boolean advance(long before) {
            if (cursor == before) {
                return true;
            }
            try {
                reopen();
                cursors.advance(buffer, cursor);
                return true;
            } catch (StoreException | MalformedEncodingException e) {
                run.failures.add(e);
                return false;
            }
        }

        /// Another publisher may have told a later time to be complete meanwhile, which had not come to these landings.
        private void reopen() {
            if (inTime.isEmpty()) {
                return;
            }
            Map<String, Long> now = cursors.read();
            long completed = noted(now);
            if (completed > run.completed) {
                long done = now.getOrDefault(buffer, 0L);
                inTime.stream().filter(version -> version > done).flatMap(version -> log.find(version).stream())
                        .flatMap(landing -> events.reopened(buffer, landing, completed).stream())
                        .forEach(event -> sender.send(List.of(event)));
            }
        }

        /// @return false when it has to wait
        private boolean take(Step step) {
            return switch (step) {
                case Step.Missing gone -> {
                    missing = Optional.of(gone);
                    yield true;
                }
                case Step.Came(Landing landing) -> take(landing);
            };
        }

        private boolean take(Landing landing) {
            Instant at = Instant.ofEpochMilli(landing.landed().at());
            // Asked once: whoever goes no further has told that a landing waits.
            cut = run.isOver();
            if (turns == TURN || cut) {
                missing = Optional.empty();
                if (cut) {
                    run.waits(at);
                }
                return false;
            }
            held = !landing.change().map(isDue::test).orElse(true);
            if (held) {
                missing = Optional.empty();
                return false;
            }
            try {
                missing.ifPresent(gone -> sender.send(List.of(events.missing(buffer, gone, landing))));
                sender.send(events.of(buffer, landing));
                Optional<LandingEvent> late = events.reopened(buffer, landing, run.completed);
                late.ifPresent(event -> sender.send(List.of(event)));
                if (late.isEmpty() && landing.change().isEmpty()) {
                    inTime.add(landing.version());
                }
            } catch (StoreException e) {
                run.waits(at);
                throw e;
            }
            run.missing += missing.isPresent() ? 1 : 0;
            missing = Optional.empty();
            cursor = landing.version();
            turns++;
            run.landings++;
            return true;
        }
    }
}
