package io.sluice.convert;

import io.sluice.reject.CatalogTable;
import io.sluice.objects.ObjectKey;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/// Makes files of rows out of JSON records.
final class RowConverter implements ObjectConverter {
    private final FormatConversion conversion;
    private final RowFormat format;
    private final JsonRows rows;

    RowConverter(FormatConversion conversion, RowFormat format) {
        this.conversion = conversion;
        this.format = format;
        this.rows = new JsonRows(conversion);
    }

    @Override
    public Draft begin(ObjectKey key, OutputStream out) throws IOException {
        return new RowDraft(format.begin(conversion, key, out));
    }

    @Override
    public Optional<CatalogTable> table() {
        return conversion.table();
    }

    private final class RowDraft implements Draft {
        private final RowWriter writer;

        RowDraft(RowWriter writer) {
            this.writer = writer;
        }

        @Override
        public Optional<Reject> add(byte[] record) throws IOException {
            return switch (rows.read(record)) {
                case JsonRows.Read.Rejected(Reject reject) -> Optional.of(reject);
                case JsonRows.Read.Rows(List<Row> read) -> {
                    for (Row row : read) {
                        writer.write(row);
                    }
                    yield Optional.empty();
                }
            };
        }

        @Override
        public void finish() throws IOException {
            writer.finish();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
