package io.sluice.jq.syntax;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A token of a jq program.
///
/// @param text     the token as written; a field's name without its dot, a format's without its `@`
/// @param value    the value of a literal or of a piece of a string, else null
/// @param position the offset of its first character in the program
record Token(Kind kind, String text, @Nullable JqValue value, int position) {

    enum Kind {
        IDENTIFIER("IDENT"), KEYWORD(""), FIELD("FIELD"), LITERAL("LITERAL"), FORMAT("FORMAT"), OPERATOR(
                ""), STRING_START("QQSTRING_START"), STRING_TEXT("QQSTRING_TEXT"), INTERPOLATION_START(
                        "QQSTRING_INTERP_START"), INTERPOLATION_END("QQSTRING_INTERP_END"), STRING_END(
                                "QQSTRING_END"), INVALID("INVALID_CHARACTER"), END("$end");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    boolean is(String operatorOrKeyword) {
        return (kind == Kind.OPERATOR || kind == Kind.KEYWORD) && text.equals(operatorOrKeyword);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /// The token as jq's syntax errors name it.
    String label() {
        if (kind == Kind.OPERATOR) {
            return text.length() == 1 ? "'" + text + "'" : text;
        }
        return kind == Kind.KEYWORD ? text : kind.label;
    }
}
