package io.sluice.parquet;

import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;

/// A group of a schema, by what is to be done at its start and its end, and for its fields in between.
final class Group extends GroupConverter {
    private final Runnable start;
    private final List<Converter> fields;
    private final Runnable end;

    Group(Runnable start, List<Converter> fields, Runnable end) {
        this.start = start;
        this.fields = List.copyOf(fields);
        this.end = end;
    }

    @Override
    public Converter getConverter(int field) {
        return fields.get(field);
    }

    @Override
    public void start() {
        start.run();
    }

    @Override
    public void end() {
        end.run();
    }
}
