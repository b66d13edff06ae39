package io.sluice.config;

import io.sluice.deaggregate.RecordsPlace;
import io.sluice.input.RecordsPath;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `Sluice.RecordsAt`.
final class RecordsAtReader {
    private static final int PATH_CHARS_MAX = 512;
    private static final Pattern ANY = Pattern.compile("\\P{Cntrl}*");

    private RecordsAtReader() {}

    static Optional<RecordsPlace> read(Fields sluice, DeliveryMode deliveryMode) {
        return sluice.object("RecordsAt").flatMap(section -> {
            if (deliveryMode == DeliveryMode.FIREHOSE) {
                sluice.problems().error(sluice.place("RecordsAt"), "in firehose delivery a record can't become several:"
                        + " Firehose takes one answer for each; use delivery buffer");
            }
            Checks.required(section, "Path");
            Optional<RecordsPath> path = Checks.text(section, "Path", 1, PATH_CHARS_MAX, ANY)
                    .flatMap(text -> path(text, section));
            List<String> parent = section.elements("Parent", JsonValue.Text.class, "a string").orElse(List.of())
                    .stream().map(JsonValue.Text::value).distinct().toList();
            section.rejectOthers();
            return path.flatMap(at -> recordsAt(at, parent, section));
        });
    }

    private static Optional<RecordsPath> path(String text, Fields section) {
        try {
            return Optional.of(RecordsPath.parse(text));
        } catch (IllegalArgumentException e) {
            section.problems().error(section.place("Path"), "it " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<RecordsPlace> recordsAt(RecordsPath path, List<String> parent, Fields section) {
        if (!parent.isEmpty() && (path.names().isEmpty() || parent.contains(path.names().getFirst()))) {
            section.problems().error(section.place("Parent"), path.names().isEmpty()
                    ? "a document that is the array has no members to give to its elements; leave this out"
                    : path.names().getFirst() + " leads to the records themselves; leave it out");
            return Optional.empty();
        }
        return Optional.of(new RecordsPlace(path, parent));
    }
}
