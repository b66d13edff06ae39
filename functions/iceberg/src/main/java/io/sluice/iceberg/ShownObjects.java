package io.sluice.iceberg;

import io.sluice.config.StreamConfiguration;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.view.DayState;
import io.sluice.view.DayState.Target;
import io.sluice.view.StagingKeys;
import io.sluice.view.ViewTables;
import io.sluice.view.Watermark;
import io.sluice.view.WatermarkLog;
import java.time.LocalDate;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A stream's objects that are there now, as the view over its days shows them: of a day that was compacted those of
/// its shown rounds, and none that these were made of. A day that moves while they are listed is shown as it was
/// before, and its move is told by the lake's log afterwards. Safe for concurrent use.
///
/// @param data    where the objects are
/// @param staging where the view's watermark is
record ShownObjects(StreamConfiguration stream, TableFiles files, ObjectStore data, ObjectStore staging)
        implements
            Inventory {
    /// The stream's own, by their names: another stream's may be below its prefix.
    @Override
    public Stream<DataObject> objects() {
        Predicate<String> names = FirehoseObjectName.namesOf(stream.stream(), stream.prefix().text().endsWith("/"));
        return objects("").filter(object -> names.test(object.key().value()));
    }

    /// Those whose keys begin with a prefix: a LIST for each thousand that is there, and two requests for the
    /// watermark.
    ///
    /// @throws io.sluice.objects.StoreException when they cannot be listed
    Stream<DataObject> objects(String prefix) {
        Predicate<ObjectKey> shown = shown();
        return Stream.concat(Stream.of(stream.prefix()), stream.compactedPrefix().stream())
                .map(PrefixExpression::literalHead).distinct()
                .filter(head -> head.startsWith(prefix) || prefix.startsWith(head))
                .map(head -> head.startsWith(prefix) ? head : prefix).distinct().flatMap(data::all)
                .filter(object -> shown.test(object.key()))
                .flatMap(object -> files.find(object.key(), object.length()).stream());
    }

    @Override
    public Predicate<ObjectKey> shown() {
        return new Shown(compaction(), WatermarkLog.latest(new StagingKeys(stream.stream()), staging)
                .filter(watermark -> watermark.from().startsWith(WatermarkLog.COMPACTION)))::shows;
    }

    private Optional<Compacted> compaction() {
        return stream.sluice().compaction().map(section -> new Compacted(
                new CompactedPrefix(stream.prefix().literalHead(), section.prefix()), ViewTables.pathDay(stream)));
    }

    private record Compacted(CompactedPrefix prefix, PathDay days) {}

    private record Shown(Optional<Compacted> compaction, Optional<Watermark> watermark) {
        boolean shows(ObjectKey key) {
            return compaction.map(compacted -> shows(compacted, key.value())).orElse(true);
        }

        private boolean shows(Compacted compacted, String key) {
            String folder = compacted.prefix.prefix();
            if (!key.startsWith(folder)) {
                return day(compacted.days.of(key)).map(day -> day.reads(key)).orElse(true);
            }
            return day(compacted.days.of(compacted.prefix.origin(key))).map(DayState::target)
                    .filter(Target.Rounds.class::isInstance).map(Target.Rounds.class::cast)
                    .filter(rounds -> isOf(rounds.shown(), key)).isPresent();
        }

        private Optional<DayState> day(Optional<LocalDate> day) {
            return watermark.flatMap(each -> day.flatMap(each::of));
        }

        private static boolean isOf(NavigableSet<Integer> rounds, String key) {
            return !rounds.isEmpty() && Pattern.compile(FirehoseObjectName.ofRounds(rounds)).matcher(key).find();
        }
    }
}
