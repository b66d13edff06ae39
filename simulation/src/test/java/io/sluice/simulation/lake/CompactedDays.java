package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.Delivery;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Choices;
import io.sluice.simulation.RareState;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.DayState;
import io.sluice.view.OpenDays;
import io.sluice.view.StagingKeys;
import io.sluice.view.WatermarkLog;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A lake of which the stream's own days are compacted. Now and then an operator rewrites an object that no flush run
/// may write any more, with a row more than it had.
final class CompactedDays implements LakeRules {
    static final String FOLDER = "large/";
    private static final int REWRITTEN_MAX = 2;
    private static final Duration OUTLIVED = Duration.ofMinutes(40);

    private final World world;
    private final Terms terms;
    private final Targets targets;
    private final MemorySourceStore source;
    private final ViewCheck view;
    private final Map<String, SimulatedRecord> added = new LinkedHashMap<>();
    private final Set<String> rewrittenKeys = new HashSet<>();
    private int rewritten;

    /// What is agreed on in one world.
    ///
    /// @param after       how long after its end a day is left as it is
    /// @param grace       how long joined objects stay
    /// @param objectBytes stored bytes from which on no further object is joined
    /// @param days        the stream's retention by default
    record Terms(Duration after, Duration grace, long objectBytes, Optional<Integer> days) {
        static Terms draw(Choices choices) {
            return new Terms(choices.pick(List.of(Duration.ZERO, Duration.ZERO, Duration.ofDays(1))),
                    choices.pick(List.of(Duration.ofMinutes(40), Duration.ofMinutes(60))),
                    choices.pick(List.of(1L, 60L, 1L << 20)),
                    choices.pick(List.of(Optional.empty(), Optional.of(2))));
        }
    }

    CompactedDays(World world) {
        this.world = world;
        this.terms = Terms.draw(world.choices());
        this.targets = new Targets(world, key -> !key.startsWith(FOLDER));
        this.source = new MemorySourceStore(world.dataBucket());
        this.view = new ViewCheck(world,
                new ViewCheck.Side(ViewCheck.DELIVERED, Targets::isStreams, targets::rows),
                new ViewCheck.Side(ViewCheck.COMPACTED, key -> key.startsWith(FOLDER + "k="), targets::rows));
    }

    Terms terms() {
        return terms;
    }

    CompactedPrefix prefix() {
        return new CompactedPrefix(expression().literalHead(), FOLDER);
    }

    private PrefixExpression expression() {
        return world.configurations().getFirst().expression();
    }

    @Override
    public Targets targets() {
        return targets;
    }

    @Override
    public MemorySourceStore source() {
        return source;
    }

    @Override
    public Optional<Integer> days() {
        return terms.days();
    }

    @Override
    public Optional<PrefixExpression> compacted() {
        return Optional.of(prefix().of(expression()));
    }

    /// Joined objects alone go, and only when no flush run may write them again.
    @Override
    public void removed(SourceObject object, byte[] bytes) {
        if (!Targets.isStreams(object.key().value()) || !targets.wasWritten(object.key().value())) {
            throw new Violation("a compaction removes " + object.key() + ", which the stream did not write");
        }
        if (world.isOpen(object.key())) {
            throw new Violation("a compaction removes " + object.key() + ", whose delivery is open");
        }
        view.requireUnread(object.key(), terms.grace());
        world.toldLake().requireTold(object.key(), object.length(), true);
        targets.replaced(object.key(), bytes);
    }

    @Override
    public void withdraws(ObjectKey key) {
        if (!key.value().startsWith(FOLDER) || !targets.wasWritten(key.value())) {
            throw new Violation("DELETE of " + key + ", which no compaction made");
        }
    }

    /// Each row that was ever delivered is visible, and a row that an operator added is there, until it was removed by
    /// its age or its key.
    @Override
    public void checkView() {
        Map<String, Integer> visible = view.visibleOnce();
        targets.everDelivered().filter(Targets::isStreams).flatMap(key -> targets.rowsAsWritten(key).stream())
                .filter(row -> !visible.containsKey(row) && !targets.isGone(row)).findFirst().ifPresent(row -> {
                    throw new Violation(row + " is not visible");
                });
        if (!added.isEmpty()) {
            Set<String> present = present();
            added.keySet().stream().filter(row -> !present.contains(row) && !targets.isGone(row)).findFirst()
                    .ifPresent(row -> {
                        throw new Violation(row + " of an operator is gone");
                    });
        }
    }

    private Set<String> present() {
        Set<String> present = new HashSet<>();
        world.dataBucket().contents().forEach((key, bytes) -> {
            if (Targets.isStreams(key) || key.startsWith(FOLDER + "k=")) {
                present.addAll(targets.rows(key, bytes));
            }
        });
        return present;
    }

    /// Error objects are in no view.
    @Override
    public boolean isRead(String key) {
        return (!Targets.isStreams(key) && !key.startsWith(FOLDER)) || view.isRead(key);
    }

    @Override
    public void change() {
        List<ObjectKey> closed = targets.everDelivered().filter(Targets::isStreams).map(ObjectKey::new)
                .filter(key -> world.dataBucket().head(key).isPresent()).filter(this::isOutlived).toList();
        if (rewritten < (world.hurries() ? 2 * REWRITTEN_MAX : REWRITTEN_MAX) && !closed.isEmpty()) {
            rewritten++;
            rewrite(world.choices().pick(closed));
            checkView();
        }
    }

    private boolean isOutlived(ObjectKey key) {
        return world.closedAt(key)
                .filter(closed -> closed + OUTLIVED.toMillis() < world.clock().millis()).isPresent();
    }

    private void rewrite(ObjectKey key) {
        List<String> rows = new ArrayList<>(targets.rows(key.value(), world.dataBucket().get(key)));
        String day = key.value().substring(key.value().indexOf("/dt=") + 4, key.value().lastIndexOf('/'));
        world.reached().note(RareState.OBJECT_REWRITTEN_IN_OPEN_ROUND,
                new OpenDays(World.STREAM, world.stagingBucket()).read().contains(LocalDate.parse(day)));
        world.reached().note(RareState.OBJECT_REWRITTEN_AFTER_JOINED, !isRead(key.value()));
        String folder = key.value().substring("c0/k=".length());
        SimulatedRecord record = new SimulatedRecord("x" + rewritten, folder.substring(0, folder.indexOf('/')), "y", 1,
                Long.MAX_VALUE);
        added.put(record.text(), record);
        rewrittenKeys.add(key.value());
        rows.add(record.text());
        world.trace().add("operator", () -> "rewrites " + key + ": " + rows);
        world.rewrite(key, Body.of(compressed(key.value(), String.join("\n", rows) + "\n")));
    }

    private static byte[] compressed(String key, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        if (key.endsWith(".gz")) {
            return Gzip.of(bytes);
        }
        return key.endsWith(".zst") ? Zstd.compress(bytes) : bytes;
    }

    /// Whether an operator rewrote an object of a day, which stays as it is when that was joined before.
    boolean hasRewritten(String day) {
        return rewrittenKeys.stream().anyMatch(key -> key.contains("/dt=" + day + "/"));
    }

    /// Whether a round of some day is over that was never shown.
    boolean hasGivenUpARound() {
        return WatermarkLog.latest(new StagingKeys(World.STREAM), world.stagingBucket()).stream()
                .flatMap(moved -> moved.days().values().stream())
                .anyMatch(day -> day.target() instanceof DayState.Target.Rounds(var shown, int next)
                        && shown.size() < next - 1);
    }

    @Override
    public Set<String> staged(String key) {
        return Set.of();
    }

    @Override
    public List<SimulatedRecord> records() {
        return List.copyOf(added.values());
    }
}
