package io.sluice.reject;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// One line of an error object of type `format-conversion-failed`: its envelope is not that of the other types.
///
/// Sequence numbers are null: Firehose has them where records come from Kinesis, and hands them to nobody.
///
/// Source: Amazon Data Firehose Developer Guide, "Handling errors for data format conversion".
///
/// @param rawData the record as it was to be converted, after any transformation
/// @param arrival when the source received it, epoch milliseconds; also the end of the only attempt, so that a repeated
///        attempt writes the same line
public record ConversionErrorRecord(byte[] rawData, Reject reject, long arrival, Optional<CatalogTable> table) {
    private static final JsonFactory JSON = new JsonFactory();

    /// The line with its line feed, UTF-8.
    public byte[] toLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream(rawData.length / 3 * 4 + 512);
        try (JsonGenerator json = JSON.createGenerator(line, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeNumberField("attemptsMade", 1);
            json.writeNumberField("arrivalTimestamp", arrival);
            json.writeStringField("lastErrorCode", reject.code());
            json.writeStringField("lastErrorMessage", reject.message());
            json.writeNumberField("attemptEndingTimestamp", arrival);
            json.writeBinaryField("rawData", rawData);
            json.writeNullField("sequenceNumber");
            json.writeNullField("subSequenceNumber");
            json.writeFieldName("dataCatalogTable");
            if (table.isPresent()) {
                write(table.get(), json);
            } else {
                json.writeNull();
            }
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
        return line.toByteArray();
    }

    private static void write(CatalogTable table, JsonGenerator json) throws IOException {
        json.writeStartObject();
        write("catalogId", table.catalogId(), json);
        write("databaseName", table.databaseName(), json);
        write("tableName", table.tableName(), json);
        write("region", table.region(), json);
        write("versionId", table.versionId(), json);
        json.writeNullField("catalogArn");
        json.writeEndObject();
    }

    private static void write(String name, Optional<String> value, JsonGenerator json) throws IOException {
        if (value.isPresent()) {
            json.writeStringField(name, value.get());
        } else {
            json.writeNullField(name);
        }
    }
}
