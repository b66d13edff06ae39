package io.sluice.parquet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/// Makes a JSON object of each row, value by value as the library hands them over: no row is held but as its text. Not
/// safe for concurrent use.
final class JsonRow extends RecordMaterializer<byte[]> {
    private static final JsonFactory JSON = new JsonFactory()
            .enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
    private static final SerializedString NOTHING = new SerializedString("");

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final JsonGenerator json;
    private final GroupConverter root;

    /// @throws UnreadableColumnException naming the column whose values have no JSON
    JsonRow(MessageType schema) {
        try {
            json = JSON.createGenerator(text).setRootValueSeparator(NOTHING);
        } catch (IOException e) {
            throw new UncheckedIOException("memory is always written to", e);
        }
        this.root = new JsonGroups(new JsonOutput(json)).row(schema);
    }

    @Override
    public byte[] getCurrentRecord() {
        try {
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("memory is always written to", e);
        }
        byte[] row = text.toByteArray();
        text.reset();
        return row;
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }
}
