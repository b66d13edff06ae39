package io.sluice.simulation.lake;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.Filing;
import io.sluice.repartition.DayDelivery.Progress;
import io.sluice.repartition.DayPlan;
import io.sluice.repartition.Parts;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.LateAside;
import io.sluice.simulation.PickyConverter;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.World;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayRun;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Makes invocations that repartition: whole runs, as the command makes them, and single steps that a run hands on, as
/// the state machine does, which start at any time later, twice, or never.
final class Repartitions implements Mover {
    private static final String NAME = "repartition ";

    private static final int UNDER_WAY_MAX = 2;

    private final Lake lake;
    private final RepartitionedDays days;
    private final World world;
    private final Configuration configuration;
    private final Deque<LocalDate> moves = new ArrayDeque<>();
    private int runs;

    /// How a run goes about it.
    ///
    /// @param handsOn it leaves moving a delivered day to another invocation
    record Manner(Trouble trouble, boolean removes, boolean handsOn, Duration time) {
        static final Manner LAST = new Manner(Trouble.LEAVE_OUT, true, false, Duration.ofDays(1));

        static Manner draw(Choices choices) {
            return new Manner(choices.oneIn(3) ? Trouble.LEAVE_OUT : Trouble.STOP, choices.oneIn(2), choices.oneIn(4),
                    choices.oneIn(4) ? Duration.ofSeconds(choices.between(10, 90)) : World.INVOCATION_MAX);
        }
    }

    Repartitions(Lake lake, RepartitionedDays days) {
        this.lake = lake;
        this.days = days;
        this.world = lake.world();
        this.configuration = world.configurations().getFirst();
    }

    @Override
    public Optional<Actor> run(List<Actor> actors) {
        return actors.stream().filter(actor -> actor.toString().startsWith(NAME)).count() < UNDER_WAY_MAX
                ? Optional.of(run(Manner.draw(world.choices())))
                : Optional.empty();
    }

    @Override
    public Actor last() {
        return run(Manner.LAST);
    }

    @Override
    public void judge() {
        new LakeOracle(world, days).judge();
    }

    /// A run over all days that are due.
    private Actor run(Manner manner) {
        return actor(manner, (repartition, deadline) -> {
            SourceListing listing = repartition.list();
            repartition.refresh(listing, Mover::tolerate);
            for (LocalDate day : repartition.due(listing)) {
                if (isDelivered(repartition, listing, day, deadline)) {
                    if (manner.handsOn) {
                        moves.add(day);
                    } else {
                        repartition.move(day);
                    }
                }
            }
            if (manner.removes) {
                new DayRun<>(repartition, Workers.sequential()).removeAll();
            }
        });
    }

    /// An invocation that moves a day which another one saw delivered; empty when there is none to move.
    @Override
    public Optional<Actor> step() {
        LocalDate day = moves.poll();
        if (day == null) {
            return Optional.empty();
        }
        if (world.choices().oneIn(4)) {
            moves.add(day);
        }
        return Optional.of(actor(Manner.LAST, (repartition, _) -> repartition.move(day)));
    }

    private static boolean isDelivered(Repartition repartition, SourceListing listing, LocalDate day,
            Deadline deadline) {
        boolean blocked = false;
        for (SourceObject object : repartition.plan(day, listing).map(DayPlan::objects).orElse(List.of())) {
            blocked |= repartition.ingest(day, object, deadline) instanceof Joined.Blocked;
        }
        return !blocked && repartition.deliver(day, deadline) instanceof Progress.Delivered;
    }

    /// What an invocation does.
    private interface Work {
        void with(Repartition repartition, Deadline deadline);
    }

    private Actor actor(Manner manner, Work work) {
        int run = ++runs;
        long ends = world.clock().millis() + manner.time.toMillis();
        return lake.actor(NAME + run, object -> {
            throw new IllegalStateException("a repartition removes sources alone, not " + object.key());
        }, (self, ports) -> {
            try {
                work.with(repartition(run, manner, ports), () -> Duration.ofMillis(ends - world.clock().millis()));
                world.trace().add(self, () -> "ends");
            } catch (DayMoveException | OutOfTimeException e) {
                world.trace().add(self, () -> "ends: " + e.getMessage());
            }
        });
    }

    private Repartition repartition(int run, Manner manner, LakePorts ports) {
        Terms terms = days.terms();
        RepartitionSettings settings = new RepartitionSettings(World.STREAM, ViewCheck.BUCKET, Sources.FOLDER,
                configuration.expression().literalHead(), Configuration.ERRORS, Optional.empty(), ZoneOffset.UTC,
                configuration.shardCount(), manner.trouble, terms.rejects(), terms.settledAfter(),
                RepartitionRequest.GRACE, terms.batchBytes());
        int[] flushes = new int[1];
        Parts parts = new Parts(ports.source(), ports.data(), ports.staging(),
                name -> new Buffer(name, ports.staging(), ports.indexes().apply(name)), this::ingest,
                _ -> PickyConverter::of,
                world.flushSettings(configuration), run % 2 == 0 ? Workers.sequential() : new LateAside(),
                world.clock(),
                () -> NAME.strip() + run + "-" + flushes[0]++, lake.announcements(ports, world.clock()),
                Optional.empty());
        return new Repartition(settings, parts, ViewCheck.definition(ViewCheck.STREAMED, ViewCheck.DELIVERED));
    }

    private Ingest ingest(Buffer buffer) {
        return new Ingest(
                new Ingest.IngestSettings(configuration.shardCount(), new Filing(ZoneOffset.UTC, Duration.ZERO)),
                new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(), Optional.empty(),
                        Optional.of(new SimulatedRecord.Keys())),
                configuration::binder, configuration.delimiting(), buffer);
    }
}
