package io.sluice.view;

import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import java.time.LocalDate;
import java.util.List;

/// The keys of a repartition's state in the staging bucket. Every object there is created once and never changes.
///
/// | key | holds |
/// |---|---|
/// | `repartition/<stream>/watermark/<version>` | which days are moved; the highest version counts |
/// | `repartition/<stream>/days/<day>/plan` | the objects of the day that are to be moved |
/// | `repartition/<stream>/days/<day>/objects/<hash>` | the receipt of one of them |
/// | `compaction/<stream>/days/<day>/<round>` | which objects of the day a round of a compaction joins, and to what |
public record StagingKeys(String stream) {
    String watermarks() {
        return "repartition/" + stream + "/watermark/";
    }

    ObjectKey watermark(long version) {
        return new ObjectKey(watermarks() + "%010d".formatted(version));
    }

    public ObjectKey plan(LocalDate day) {
        return new ObjectKey(day(day) + "plan");
    }

    public ObjectKey receipt(LocalDate day, ObjectKey source) {
        return new ObjectKey(day(day) + "objects/" + BatchId.of(List.of(source.value())));
    }

    /// The start of all rounds' keys.
    String rounds() {
        return "compaction/" + stream + "/days/";
    }

    public ObjectKey round(LocalDate day, int round) {
        return new ObjectKey(rounds() + day + "/" + "%06d".formatted(round));
    }

    /// The start of all days' keys.
    String days() {
        return "repartition/" + stream + "/days/";
    }

    /// The day of a key below [#days].
    LocalDate dayOf(ObjectKey key) {
        int start = days().length();
        return LocalDate.parse(key.value().substring(start, key.value().indexOf('/', start)));
    }

    /// Sorts after every key of a day.
    String behind(LocalDate day) {
        return days() + day + "0";
    }

    private String day(LocalDate day) {
        return days() + day + "/";
    }
}
