package io.sluice.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.view.DayState.Streamed;
import io.sluice.view.DayState.Target.Rounds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ViewTablesTest {
    private static final LocalDate DAY = LocalDate.parse("2026-11-01");

    private static StreamConfiguration stream(String prefix, String query, String columns) {
        String json = """
                {"DeliveryStreamName": "my-quakes",
                 "ExtendedS3DestinationConfiguration": {
                   "RoleARN": "arn:aws:iam::123456789012:role/delivery", "BucketARN": "arn:aws:s3:::lake",
                   "Prefix": "PREFIX", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                     "Parameters": [{"ParameterName": "MetadataExtractionQuery", "ParameterValue": "QUERY"},
                                    {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}},
                 "Sluice": {"Delivery": "buffer"COLUMNS}}
                """.replace("PREFIX", prefix).replace("QUERY", query).replace("COLUMNS", columns);
        var parsed = ConfigurationParser.parse(json.getBytes(UTF_8));
        return parsed.configuration().orElseThrow(() -> new AssertionError(parsed.problems().toString()));
    }

    private static ViewDefinition view(String prefix, String query, String columns) {
        return ViewTables.of(stream(prefix, query, columns), "raw/", Optional.of("raw/dt=2026-11-01/a"),
                Optional.empty());
    }

    @Test
    void tablesAreNamedAfterTheStreamAndTheSourcesFirstFolder() {
        ViewDefinition view = view("net=!{partitionKeyFromQuery:net}/dt=!{timestamp:yyyy-MM-dd}/", "{net:.net}", "");
        assertEquals("my_quakes_all", view.name());
        assertEquals(new ViewDefinition.Table("raw", "\"dt\""), view.source());
        assertEquals(new ViewDefinition.Table("my_quakes", "\"dt\""), view.target());
    }

    /// Engines make a stage of each branch, and take so many.
    @Test
    void daysOfAnyRoundsAreReadByOneBranch() {
        var days = new TreeMap<LocalDate, DayState>();
        for (int i = 0; i < 100; i++) {
            Rounds rounds = Rounds.NONE;
            for (int round = 0; round <= i; round++) {
                rounds = rounds.show();
            }
            LocalDate day = DAY.plusDays(i);
            days.put(day, new DayState(day, Instant.EPOCH, new Streamed.All(), rounds));
        }
        String sql = view("net=!{partitionKeyFromQuery:net}/dt=!{timestamp:yyyy-MM-dd}/", "{net:.net}", "")
                .sql(new Watermark(1, "raw/", days));
        assertEquals(2, sql.split("\nFROM ").length - 1, sql);
        assertEquals(100, sql.split("regexp_like").length - 1, sql);
    }

    @Test
    void theDayIsATimestampOrTheKeyThatIsNamedLikeTheSourcesOrSeveralFields() {
        assertEquals("\"d\"", view("net=!{partitionKeyFromQuery:net}/d=!{timestamp:yyyy-MM-dd}/", "{net:.net}", "")
                .target().day());
        assertEquals("\"dt\"", view("x=!{partitionKeyFromQuery:x}/dt=!{partitionKeyFromQuery:y}/", "{x:.x,y:.y}", "")
                .target().day());
        assertEquals("\"year\" || '-' || \"month\" || '-' || \"day\"",
                view("year=!{partitionKeyFromQuery:year}/month=!{partitionKeyFromQuery:month}/"
                        + "day=!{partitionKeyFromQuery:day}/", "{year:.y,month:.m,day:.d}", "").target().day());
    }

    @Test
    void aPrefixWithoutADateIsRefused() {
        DayMoveException refused = assertThrows(DayMoveException.class,
                () -> view("a=!{partitionKeyFromQuery:a}/b=!{partitionKeyFromQuery:b}/", "{a:.a,b:.b}", ""));
        assertTrue(refused.getMessage().contains("has no date"), refused.getMessage());
    }

    @Test
    void runsOfMovedDaysAreRangesAndExceptionsAreNamed() {
        ViewDefinition view = view("net=!{partitionKeyFromQuery:net}/dt=!{timestamp:yyyy-MM-dd}/", "{net:.net}", "");
        var days = new TreeMap<LocalDate, DayState>();
        for (int i = 0; i < 3; i++) {
            days.put(DAY.plusDays(i), new DayState(DAY.plusDays(i), Instant.EPOCH, new Streamed.All()));
        }
        days.put(DAY.plusDays(5),
                new DayState(DAY.plusDays(5), Instant.EPOCH, new Streamed.Except(Set.of("raw/it's"))));
        assertEquals("""
                CREATE OR REPLACE VIEW "my_quakes"."my_quakes_all" AS
                SELECT "dt" AS "day"
                FROM "my_quakes"."raw" WHERE NOT ("dt" = '2026-11-06')
                UNION ALL
                SELECT "dt" AS "day"
                FROM "my_quakes"."raw" WHERE ("dt" = '2026-11-06') AND "$path" NOT IN ('s3://lake/raw/it''s')
                UNION ALL
                SELECT "dt" AS "day"
                FROM "my_quakes"."my_quakes" WHERE "dt" BETWEEN '2026-11-01' AND '2026-11-03' OR "dt" = '2026-11-06'
                """, view.sql(new Watermark(1, "raw/", days)));
    }

    @Test
    void athenaGetsOneInsertForEveryHundredPartitions() {
        ViewDefinition view = view("net=!{partitionKeyFromQuery:net}/dt=!{timestamp:yyyy-MM-dd}/",
                "{net:.properties.net}", """
                        , "Table": {"Columns": [{"Name": "properties", "Type": "struct<net:string>"}]}""");
        String sql = new AthenaSql(view, 250).statements("raw/", List.of(DAY));
        assertEquals(3, sql.split("INSERT INTO", -1).length - 1, sql);
        assertTrue(sql.contains("CAST(\"properties\".\"net\" AS varchar) AS \"net\""), sql);
        assertTrue(sql.contains("partition_number BETWEEN 201 AND 300"), sql);
    }

    @Test
    void athenaNeedsTheRecordsColumns() {
        ViewDefinition view = view("net=!{partitionKeyFromQuery:net}/dt=!{timestamp:yyyy-MM-dd}/", "{net:.net}", "");
        assertThrows(DayMoveException.class, () -> new AthenaSql(view, 100));
    }
}
