package io.sluice.local.init;

import java.util.Optional;

/// A key of the prefix.
///
/// @param name in the query and the prefix
/// @param jq   the expression that gives it
/// @param time form of the time whose date it is; empty: the value itself
record Key(String name, String jq, SampleField field, Optional<TimeForm> time) {
    static Key of(SampleField field, String name) {
        return new Key(name, field.time().map(form -> form.jq(field.jq())).orElse(field.jq()), field, field.time());
    }

    /// Values that it has in the sample.
    long values() {
        return time.isPresent() ? field.days().size() : field.distinct();
    }
}
