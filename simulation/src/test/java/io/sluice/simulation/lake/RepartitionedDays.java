package io.sluice.simulation.lake;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.source.SourceObject;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.view.StagingKeys;
import io.sluice.view.WatermarkLog;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A lake of which days that others wrote are repartitioned into what the stream delivers.
final class RepartitionedDays implements LakeRules {
    private final World world;
    private final Terms terms;
    private final Sources sources;
    private final Targets targets;
    private final ViewCheck view;

    RepartitionedDays(World world) {
        this.world = world;
        this.terms = Terms.draw(world.choices());
        this.sources = new Sources(world);
        this.targets = new Targets(world, _ -> true);
        this.view = new ViewCheck(world, new ViewCheck.Side(ViewCheck.STREAMED, Sources::isSource,
                (_, bytes) -> ViewReader.lines(bytes)),
                new ViewCheck.Side(ViewCheck.DELIVERED, Targets::isStreams, targets::rows));
    }

    Terms terms() {
        return terms;
    }

    Sources sources() {
        return sources;
    }

    @Override
    public Targets targets() {
        return targets;
    }

    @Override
    public MemorySourceStore source() {
        return sources.store();
    }

    @Override
    public Optional<Integer> days() {
        return terms.days();
    }

    @Override
    public Optional<PrefixExpression> compacted() {
        return Optional.empty();
    }

    @Override
    public void removed(SourceObject object, byte[] bytes) {
        if (!sources.mayGo(object)) {
            throw new Violation("DELETE of source " + object.key() + ", which is not delivered");
        }
        view.requireUnread(object.key(), RepartitionRequest.GRACE);
        world.toldLake().requireTold(object.key(), object.length(), true);
    }

    @Override
    public void withdraws(ObjectKey key) {
        throw new Violation("DELETE of " + key + " by who repartitions or flushes");
    }

    @Override
    public void checkView() {
        Map<String, Integer> visible = view.visibleOnce();
        for (Sources.Version version : sources.current()) {
            for (SimulatedRecord record : version.records()) {
                if (!visible.containsKey(record.text()) && mustBeVisible(version, record)) {
                    throw new Violation(record.text() + " of " + version.key() + " is not visible");
                }
            }
        }
    }

    /// What was put last is visible: until it was removed by its age or its key, unless it replaced what was moved or
    /// is rejected, and from the next repartition on where it came too late.
    private boolean mustBeVisible(Sources.Version version, SimulatedRecord record) {
        return !targets.isGone(record.text()) && !(version.late() && terms.settlesEarly())
                && !(terms.acceptsRejects() && !world.configurations().getFirst().takes(record))
                && !sources.isReplaced(version);
    }

    /// What the stream delivers, and of moved days what these were delivered as.
    @Override
    public boolean isRead(String key) {
        return world.buffers().entrySet().stream().filter(each -> each.getKey().contains("!repartition!"))
                .filter(each -> each.getValue().ledger().landings().objects().stream()
                        .anyMatch(object -> object.key().value().equals(key)))
                .allMatch(each -> isMoved(each.getKey()));
    }

    private boolean isMoved(String buffer) {
        LocalDate day = LocalDate.parse(buffer.substring(buffer.lastIndexOf('!') + 1));
        return WatermarkLog.latest(new StagingKeys(World.STREAM), world.stagingBucket())
                .filter(moved -> moved.readsTarget(day)).isPresent();
    }

    @Override
    public void change() {
        sources.change();
        checkView();
    }

    @Override
    public Set<String> staged(String key) {
        return sources.versions().filter(sources::isStaged).flatMap(version -> version.records().stream())
                .filter(record -> record.key().equals(key)).map(SimulatedRecord::text).collect(Collectors.toSet());
    }

    @Override
    public List<SimulatedRecord> records() {
        return sources.versions().flatMap(version -> version.records().stream()).toList();
    }
}
