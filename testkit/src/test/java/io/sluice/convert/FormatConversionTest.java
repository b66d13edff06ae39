package io.sluice.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import io.sluice.objects.Body;
import io.sluice.reject.CatalogTable;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FormatConversionTest {
    private static final List<Column> COLUMNS = List.of(Column.of("id", ColumnType.parse("string")),
            Column.of("n", ColumnType.parse("struct<a:int,b:array<map<string,decimal(12,3)>>>")));
    private static final CatalogTable TABLE = new CatalogTable(Optional.of("123456789012"), Optional.of("db"),
            Optional.of("t"), Optional.empty(), Optional.of("LATEST"));

    private final MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));

    private static FormatConversion with(Deserializer deserializer, ParquetSettings parquet,
            Optional<CatalogTable> table) {
        return new FormatConversion(FormatConversion.RULES, COLUMNS, deserializer, parquet, table);
    }

    private static List<FormatConversion> different() {
        ParquetSettings gzip = new ParquetSettings(PageCompression.GZIP, 64 << 20, 64 << 10, true, 8, WriterVersion.V2);
        Deserializer openX = new Deserializer.OpenX(false, Map.of("id", "Id", "n", "N"), true);
        return List.of(with(Deserializer.OpenX.DEFAULT, ParquetSettings.DEFAULT, Optional.empty()),
                with(openX, ParquetSettings.DEFAULT, Optional.empty()),
                with(new Deserializer.Hive(List.of()), ParquetSettings.DEFAULT, Optional.empty()),
                with(new Deserializer.Hive(List.of("millis", "yyyy")), ParquetSettings.DEFAULT, Optional.empty()),
                with(Deserializer.OpenX.DEFAULT, gzip, Optional.empty()),
                with(Deserializer.OpenX.DEFAULT, ParquetSettings.DEFAULT, Optional.of(TABLE)),
                new FormatConversion(FormatConversion.RULES, COLUMNS.reversed(), Deserializer.OpenX.DEFAULT,
                        ParquetSettings.DEFAULT, Optional.empty()));
    }

    @Test
    void aConversionIsReadBackAsItWasWritten() {
        for (FormatConversion conversion : different()) {
            assertEquals(conversion, ConversionText.read(ConversionText.write(conversion)));
        }
    }

    @Test
    void conversionsThatDifferHaveDifferentNames() {
        Set<String> names = new HashSet<>();
        different().forEach(conversion -> assertTrue(names.add(conversion.id()), conversion.toString()));
    }

    /// Staged records and open deliveries refer to it: another name would be another conversion.
    @Test
    void aConversionsNameDoesNotChangeFromReleaseToRelease() {
        assertEquals("80750f8d9b8b8dba86da654bcacdefff", different().getFirst().id());
        ParquetSettings usual = ParquetSettings.DEFAULT;
        assertEquals("4c6821f216fb1de50b23f6ac59beb03c",
                with(Deserializer.OpenX.DEFAULT, new ParquetSettings(usual.compression(), usual.blockBytes(),
                        usual.pageBytes(), false, usual.maxPaddingBytes(), usual.writerVersion()), Optional.empty())
                        .id(),
                "of what was staged before there were dictionaries");
        assertEquals(32, different().getFirst().id().length());
    }

    @Test
    void commentsOnColumnsDoNotMatter() {
        Column plain = COLUMNS.getFirst();
        Column commented = new Column(plain.name(), plain.type(), Optional.of("who it is"));
        assertEquals(one(plain).id(), one(commented).id());
    }

    private static FormatConversion one(Column column) {
        return new FormatConversion(FormatConversion.RULES, List.of(column), Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty());
    }

    @Test
    void rulesOfAnotherVersionAreNotGuessedAt() {
        String text = new String(ConversionText.write(different().getFirst()), UTF_8).replace("\"rules\" : 1",
                "\"rules\" : 2");
        var e = assertThrows(UnusableConversionException.class, () -> ConversionText.read(text.getBytes(UTF_8)));
        assertTrue(e.getMessage().contains("rules 2"), e.getMessage());
        assertThrows(UnusableConversionException.class, () -> ConversionText.read("{}".getBytes(UTF_8)));
    }

    @Test
    void aConversionIsFoundByItsNameWhateverIsConfiguredNow() {
        FormatConversion conversion = different().get(1);
        StagedConversions.keep("quakes", conversion, staging);
        Converters converters = new StagedConversions("quakes", staging, new LineFormat());
        assertEquals(Optional.empty(), converters.of(conversion.id()).table());
    }

    @Test
    void aConversionThatIsGoneOrChangedConvertsNothing() {
        FormatConversion conversion = different().getFirst();
        Converters converters = new StagedConversions("quakes", staging, new LineFormat());
        var gone = assertThrows(UnusableConversionException.class, () -> converters.of(conversion.id()));
        assertTrue(gone.getMessage().contains("conversions/quakes/" + conversion.id()), gone.getMessage());
        staging.put(StagedConversions.key("quakes", conversion.id()),
                Body.of(ConversionText.write(different().get(1))));
        var changed = assertThrows(UnusableConversionException.class, () -> converters.of(conversion.id()));
        assertTrue(changed.getMessage().contains("not what Sluice wrote"), changed.getMessage());
        assertNotEquals(gone.getMessage(), changed.getMessage());
    }
}
