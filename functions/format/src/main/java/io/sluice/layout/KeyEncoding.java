package io.sluice.layout;

import java.util.Optional;

/// The encoding of key values as path text.
public enum KeyEncoding {
    /// As they are: Firehose's way; a `/` makes sub-folders.
    VERBATIM {
        @Override
        public String encode(String value) {
            return value;
        }

        @Override
        public String decode(String text) {
            return text;
        }
    },
    /// Percent-encoded UTF-8, RFC 3986's unreserved characters as they are: injective and reversible, and a value never
    /// leaves its path segment. A value of one or two dots has them encoded too. A lone surrogate, which has no UTF-8,
    /// is encoded as the three bytes that its number would take, so that no two values share a text.
    PERCENT {
        @Override
        public String encode(String value) {
            return PercentCoding.encode(value);
        }

        @Override
        public String decode(String text) {
            return PercentCoding.decode(text);
        }
    };

    /// The path text of `value`. Bounded by 9 characters for each of the value's.
    public abstract String encode(String value);

    /// The value that [#encode] made `text` of.
    ///
    /// @throws IllegalArgumentException when it made `text` of no value
    public abstract String decode(String text);

    /// Returns what keeps `value` from being a part of any object's key with this encoding, as a message; empty when
    /// nothing does. An object of another writer, or of an earlier version, may have what is not delivered: see
    /// [PrefixExpression#bind].
    public Optional<String> fault(String value) {
        try {
            ObjectKeyRules.requirePossible(encode(value));
            return Optional.empty();
        } catch (UnusablePrefixException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
