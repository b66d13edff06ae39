package io.sluice.local.init;

import java.util.Locale;
import java.util.Optional;

/// A key of the prefix.
///
/// @param name in the query and the prefix
/// @param jq   the expression that gives it
/// @param span the time that its values are of; empty: the field's own value
record Key(String name, String jq, SampleField field, Optional<Span> span) {
    static Key of(SampleField field, String name, Span span) {
        return field.time().map(form -> new Key(name, form.jq(field.jq(), span), field, Optional.of(span)))
                .orElseGet(() -> new Key(name, field.jq(), field, Optional.empty()));
    }

    /// Its field, as `--keys` takes it; of a time, the month or year where it is not the day.
    String title() {
        return field.name() + span.filter(each -> each != Span.DAY)
                .map(each -> " by " + each.name().toLowerCase(Locale.ROOT)).orElse("");
    }

    /// Values that it has in the sample.
    long values() {
        return span.map(field::count).orElse((long) field.distinct());
    }
}
