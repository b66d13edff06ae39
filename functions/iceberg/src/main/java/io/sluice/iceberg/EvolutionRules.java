package io.sluice.iceberg;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;

/// The types that files of before are still read as, and what is said of columns that are not.
final class EvolutionRules {
    private EvolutionRules() {}

    static boolean reads(Type before, Type now) {
        if (!before.isPrimitiveType() || !now.isPrimitiveType()) {
            return before.typeId() == now.typeId();
        }
        return before.equals(now) || TypeUtil.isPromotionAllowed(before, now.asPrimitiveType());
    }

    static String moved(String before, String now) {
        return now.isEmpty()
                ? "column " + before + " is in the table and no longer declared; objects of before have it, so"
                        + " leave it where it is"
                : "column " + now + " stands where " + before + " stood; columns, and fields of a column, are added"
                        + " behind all others and keep their names";
    }

    static String retyped(String name, Type before, Type now) {
        return "column " + name + " is " + before + " and cannot become " + now
                + "; int becomes bigint, float becomes double and a decimal gets more digits, and for anything else"
                + " add a column";
    }
}
