package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;

/// The place that a path expression has come to.
///
/// @param path  the keys and indices from the root
/// @param value the value there: the only one that the expression may access next, or end with
record Trail(JqArray path, JqValue value) {

    static Trail root(JqValue value) {
        return new Trail(JqArray.EMPTY, value);
    }

    Trail to(JqValue key, JqValue value) {
        return new Trail(path.append(key), value);
    }

    boolean leadsTo(JqValue candidate) {
        return JqValue.identical(candidate, value);
    }

    /// Refuses to access `key` of a value that the path does not lead to.
    void requireAccess(JqValue target, JqValue key) {
        if (!leadsTo(target)) {
            throw new JqError("Invalid path expression near attempt to access element "
                    + JsonWriter.shortened(key, 15) + " of " + JsonWriter.shortened(target, 30));
        }
    }

    void requireIteration(JqValue target) {
        if (!leadsTo(target)) {
            throw new JqError("Invalid path expression near attempt to iterate through "
                    + JsonWriter.shortened(target, 30));
        }
    }

    void requireResult(JqValue result) {
        if (!leadsTo(result)) {
            throw new JqError("Invalid path expression with result " + JsonWriter.shortened(result, 30));
        }
    }
}
