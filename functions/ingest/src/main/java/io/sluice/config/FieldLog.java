package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.util.Collection;
import java.util.regex.Pattern;

/// Hears what the readers ask of a configuration, whether it is there or not: which members an object may have, and
/// what each may hold. Where somebody only wants the configuration, nobody listens.
interface FieldLog {
    FieldLog NONE = new FieldLog() {
    };

    /// The kind of value that a member may hold.
    enum Kind {
        TEXT, FLAG, WHOLE, NUMBER, OBJECT, ARRAY, TEXT_MAP
    }

    /// `object` may have a member `name`.
    default void asked(Place object, String name) {}

    /// Its value may be of `kind`; told of several, it may be of each.
    default void kind(Place object, String name, Kind kind) {}

    /// Its value is an array of such values.
    default void elements(Place object, String name, Kind kind) {}

    /// It has from `min` to `max` elements.
    default void count(Place object, String name, int min, int max) {}

    /// Its value is one of these texts.
    default void oneOf(Place object, String name, Collection<String> values) {}

    /// Its value is a number from `min` to `max`.
    default void range(Place object, String name, int min, int max) {}

    /// Its value is a text of `min` to `max` UTF-16 code units that matches `pattern` as a whole.
    default void chars(Place object, String name, int min, int max, Pattern pattern) {}

    /// It must be there.
    default void required(Place object, String name) {}

    /// Every member of `object`, whatever its name, is an object.
    default void members(Place object) {}

    /// `object` may have no other member than those that were asked for.
    default void closed(Place object) {}
}
