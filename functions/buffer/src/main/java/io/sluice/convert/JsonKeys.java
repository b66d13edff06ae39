package io.sluice.convert;

import java.util.Locale;

/// The rules by which a record's keys are compared with the names of columns and fields, which are in lower case.
///
/// @param caseInsensitive keys count in lower case
/// @param convertDots     a `.` counts as a `_`
record JsonKeys(boolean caseInsensitive, boolean convertDots) {
    static JsonKeys of(Deserializer deserializer) {
        return switch (deserializer) {
            case Deserializer.OpenX openX -> new JsonKeys(openX.caseInsensitive(), openX.convertDots());
            case Deserializer.Hive _ -> new JsonKeys(true, false);
        };
    }

    String normal(String key) {
        String cased = caseInsensitive ? key.toLowerCase(Locale.ROOT) : key;
        return convertDots ? cased.replace('.', '_') : cased;
    }
}
