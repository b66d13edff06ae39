package io.sluice.simulation.lake;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.compaction.CompactedPaths;
import io.sluice.compaction.Compaction;
import io.sluice.compaction.CompactionPorts;
import io.sluice.compaction.CompactionSettings;
import io.sluice.compaction.FlushWriters;
import io.sluice.compaction.JoinedFormat;
import io.sluice.compaction.Round;
import io.sluice.flush.OpenDeliveries;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.LateAside;
import io.sluice.simulation.RareState;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayRun;
import io.sluice.view.OpenDays;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes invocations that compact: whole runs, as the command makes them, and single steps that a run hands on, as a
/// state machine does, which start at any time later, twice, or never.
final class Compactions implements Mover {
    private static final String NAME = "compaction ";
    private static final int UNDER_WAY_MAX = 3;
    private static final Pattern DAY = Pattern.compile("c0/k=[^/]*/dt=(\\d{4}-\\d{2}-\\d{2})/[^/]+");

    private final Lake lake;
    private final CompactedDays days;
    private final World world;
    private final Configuration configuration;
    private final Deque<Consumer<Compaction>> steps = new ArrayDeque<>();
    private int runs;

    Compactions(Lake lake, CompactedDays days) {
        this.lake = lake;
        this.days = days;
        this.world = lake.world();
        this.configuration = world.configurations().getFirst();
    }

    @Override
    public Optional<Actor> run(List<Actor> actors) {
        if (actors.stream().filter(actor -> actor.toString().startsWith(NAME)).count() >= UNDER_WAY_MAX) {
            return Optional.empty();
        }
        Choices choices = world.choices();
        boolean handsOn = choices.oneIn(4);
        InstantSource clock = world.clock().skewed(Duration.ofSeconds(choices.between(-120, 120)));
        return Optional.of(actor(clock, handsOn ? this::plan : Compactions::compact));
    }

    @Override
    public Actor last() {
        return actor(world.clock(), Compactions::compact);
    }

    /// As the command goes about it.
    private static void compact(Compaction compaction) {
        compaction.refresh(compaction.list(), Mover::tolerate);
        var run = new DayRun<>(compaction, Workers.sequential());
        run.removeAll();
        SourceListing listing = compaction.list();
        for (LocalDate day : compaction.due(listing)) {
            run.run(day, listing);
        }
        run.removeAll();
    }

    /// Leaves every step after the plan to invocations of their own.
    private void plan(Compaction compaction) {
        SourceListing listing = compaction.list();
        for (LocalDate day : compaction.due(listing)) {
            compaction.plan(day, listing).ifPresent(this::handOn);
        }
        for (LocalDate day : compaction.days().current().unremoved()) {
            steps.add(other -> new DayRun<>(other, Workers.sequential()).remove(day));
        }
    }

    private void handOn(Round round) {
        for (int i = 0; i < round.joins().size(); i++) {
            int unit = i;
            steps.add(compaction -> joined(compaction, round, unit));
        }
        steps.add(compaction -> compaction.settle(round, Deadline.NONE));
        steps.add(compaction -> new DayRun<>(compaction, Workers.sequential()).run(round.day(), compaction.list()));
    }

    private static void joined(Compaction compaction, Round round, int unit) {
        if (compaction.join(round, unit, Deadline.NONE) instanceof Joined.Changed) {
            compaction.abandon(round);
        }
    }

    @Override
    public Optional<Actor> step() {
        Consumer<Compaction> step = steps.poll();
        if (step == null) {
            return Optional.empty();
        }
        if (world.choices().oneIn(4)) {
            steps.add(step);
        }
        return Optional.of(actor(world.clock(), step));
    }

    private Actor actor(InstantSource clock, Consumer<Compaction> work) {
        int run = ++runs;
        return lake.compaction(NAME + run, (self, ports) -> {
            try {
                work.accept(compaction(run, clock, ports));
                world.trace().add(self, () -> "ends");
            } catch (DayMoveException e) {
                world.trace().add(self, () -> "ends: " + e.getMessage());
            }
        });
    }

    private Compaction compaction(int run, InstantSource clock, LakePorts ports) {
        Layout layout = Layout.of(World.STREAM, configuration.expression(), KeyEncoding.VERBATIM, Map.of(),
                ZoneOffset.UTC);
        CompactionSettings settings = new CompactionSettings(World.STREAM, ViewCheck.BUCKET,
                new CompactedPaths(layout, days.prefix(), new PathDay(List.of("dt"))), ZoneOffset.UTC,
                days.terms().after(), days.terms().grace(), days.terms().objectBytes(),
                new JoinedFormat.Text(compression()),
                FirehoseObjectName.create(World.STREAM, 1, ZoneOffset.UTC, configuration.format(), Optional.empty()));
        Workers workers = run % 2 == 0 ? Workers.sequential() : new LateAside();
        return new Compaction(settings, new CompactionPorts(ports.source(), ports.data(), ports.staging(),
                new FlushWriters(new OpenDeliveries(ports.buffers())), workers, Workers.sequential(), clock,
                lake.announcements(ports, clock), Optional.empty()),
                ViewCheck.definition(ViewCheck.DELIVERED, ViewCheck.COMPACTED));
    }

    private Compression compression() {
        return switch (configuration.format()) {
            case ObjectFormat.Joined(Compression compression) -> compression;
            case ObjectFormat.Parquet _ -> throw new IllegalStateException("what is compacted is not converted");
        };
    }

    /// No day that is over long enough has an object left that can be joined, and an erasure waits for none.
    @Override
    public void judge() {
        List<LocalDate> open = new OpenDays(World.STREAM, world.stagingBucket()).read();
        if (!open.isEmpty()) {
            throw new Violation("rounds of " + open + " are open when all is calm");
        }
        world.reached().note(RareState.COMPACTION_ROUND_GIVEN_UP, days.hasGivenUpARound());
        Map<LocalDate, List<String>> left = world.dataBucket().contents().keySet().stream()
                .filter(days.targets()::wasWritten).filter(key -> DAY.matcher(key).matches())
                .collect(Collectors.groupingBy(Compactions::day));
        left.forEach((day, keys) -> {
            if (isOver(day) && !isHeldUp(day, keys)) {
                throw new Violation(keys.getFirst() + " is not joined");
            }
        });
        days.checkView();
    }

    private static LocalDate day(String key) {
        Matcher day = DAY.matcher(key);
        if (!day.matches()) {
            throw new IllegalArgumentException(key);
        }
        return LocalDate.parse(day.group(1));
    }

    private boolean isOver(LocalDate day) {
        Instant end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        return end.plus(days.terms().after()).plus(Duration.ofHours(8)).isBefore(world.clock().instant());
    }

    /// A day stays as it is where one of its objects changed after it was joined, and where retention or an erasure
    /// ended between an object and what it was joined to, until they are repeated.
    private boolean isHeldUp(LocalDate day, List<String> keys) {
        return days.hasRewritten(day.toString()) || keys.stream()
                .anyMatch(key -> days.targets().rowsAsWritten(key).stream().allMatch(days.targets()::isGone));
    }
}
