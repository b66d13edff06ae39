package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import java.io.IOException;

/// The treatment of an object's members that a row has no place for.
interface Surplus {
    /// As Firehose has it: they are left out, and of a member that is there twice the last counts.
    Surplus LEFT_OUT = new Surplus() {
        @Override
        public void unplaced(ColumnType type, JsonParser json) throws IOException {
            json.skipChildren();
        }

        @Override
        public void repeated(ColumnType type, String name) {}
    };

    /// Nothing may be left out but what is null: where what is read is removed afterwards.
    Surplus REFUSED = new Surplus() {
        @Override
        public void unplaced(ColumnType type, JsonParser json) throws IOException {
            if (json.currentToken() != JsonToken.VALUE_NULL) {
                throw MismatchException.of(type, "the member '" + json.currentName() + "', for which it has no place");
            }
        }

        @Override
        public void repeated(ColumnType type, String name) {
            throw MismatchException.of(type, "the member '" + name + "' twice");
        }
    };

    /// Takes a member that no field is for, whose value is the current token, to its value's end.
    ///
    /// @param type of the object
    void unplaced(ColumnType type, JsonParser json) throws IOException;

    /// Hears of a member that has a value already.
    ///
    /// @param type of the object
    void repeated(ColumnType type, String name);
}
