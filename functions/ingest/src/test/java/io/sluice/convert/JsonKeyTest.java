package io.sluice.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigurationParser;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which key of a record a column is read from, from the configuration's text to the row.
final class JsonKeyTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"us_gross | US Gross | {} | {\"US Gross\":1} | 1",
            "us_gross | US Gross | {} | {\"us gROSS\":1} | 1",
            "us_gross | US Gross | {} | {\"us_gross\":1} | null",
            "us_gross | US Gross | {\"CaseInsensitive\":false} | {\"us gross\":1} | null",
            "us_gross | US Gross | {\"CaseInsensitive\":false} | {\"US Gross\":1} | 1",
            "net | Net | {\"CaseInsensitive\":false} | {\"Net\":1,\"net\":2} | 1",
            "net | NET | {} | {\"nET\":1} | 1",
            "us_gross | US Gross | {\"ColumnToJsonKeyMappings\":{\"us_gross\":\"US Gross\"}} | {\"US Gross\":1} | 1",
            "us_gross | us.gross | {\"ConvertDotsInJsonKeysToUnderscores\":true} | {\"us.gross\":1} | 1",
            "us_gross | us.gross | {\"ConvertDotsInJsonKeysToUnderscores\":true} | {\"us_gross\":1} | 1",
            "us_gross | us.gross | {} | {\"us.gross\":1} | 1", "us_gross | us.gross | {} | {\"us_gross\":1} | null",
            "k | a\\b \u00E9 | {} | {\"a\\\\b \u00C9\":1} | 1"})
    void aColumnIsReadFromItsKey(String column, String key, String openX, String record, String value)
            throws IOException {
        JsonRows.Read read = new JsonRows(conversion(column, key, openX)).read(record.getBytes(UTF_8));
        assertEquals("[[" + value + "]]", read instanceof JsonRows.Read.Rows(var rows) ? rows.toString() : read + "");
    }

    private static FormatConversion conversion(String column, String key, String openX) throws IOException {
        ObjectNode destination = JSON.createObjectNode().put("RoleARN", "arn:aws:iam::123456789012:role/delivery")
                .put("BucketARN", "arn:aws:s3:::data").put("Prefix", "all/")
                .put("ErrorOutputPrefix", "errors/!{firehose:error-output-type}/");
        ObjectNode conversion = destination.putObject("DataFormatConversionConfiguration").put("Enabled", true);
        conversion.putObject("SchemaConfiguration").put("DatabaseName", "d").put("TableName", "t").put("RoleARN", "r");
        conversion.putObject("InputFormatConfiguration").putObject("Deserializer").set("OpenXJsonSerDe",
                JSON.readTree(openX));
        conversion.putObject("OutputFormatConfiguration").putObject("Serializer").putObject("ParquetSerDe");
        ObjectNode stream = JSON.createObjectNode().put("DeliveryStreamName", "s");
        stream.set("ExtendedS3DestinationConfiguration", destination);
        stream.putObject("Sluice").putObject("Table").putArray("Columns").addObject().put("Name", column)
                .put("Type", "int").put("JsonKey", key);
        return ConfigurationParser.parse(JSON.writeValueAsBytes(stream)).configuration().orElseThrow().conversion()
                .orElseThrow();
    }
}
