package io.sluice.local.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.input.InputRecord;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.InputSources;
import io.sluice.local.input.Reading;
import io.sluice.local.input.RowsOnDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The run and the judge make the same records of the rows of Parquet files, of every type and every form of lists.
final class RowCutsTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message all {
              optional boolean b; optional int32 i; optional int64 l; optional float f; optional double d;
              optional int96 t12; optional binary bytes; optional binary s (STRING); optional binary e (ENUM);
              optional binary j (JSON); optional binary bson (BSON); optional int32 u (INTEGER(32,false));
              optional int64 ul (INTEGER(64,false)); optional int32 i8 (INTEGER(8,true)); optional int32 day (DATE);
              optional int32 tm (TIME(MILLIS,true)); optional int64 tu (TIME(MICROS,true));
              optional int64 tn (TIME(NANOS,false)); optional int32 d5 (DECIMAL(5,2));
              optional int64 d18 (DECIMAL(18,3));
              optional binary db (DECIMAL(30,7)); optional fixed_len_byte_array(16) dec (DECIMAL(38,10));
              optional int64 ms (TIMESTAMP(MILLIS,true)); optional int64 us (TIMESTAMP(MICROS,true));
              optional int64 ns (TIMESTAMP(NANOS,true)); optional int64 lms (TIMESTAMP(MILLIS,false));
              optional int64 lus (TIMESTAMP(MICROS,false)); optional int64 lns (TIMESTAMP(NANOS,false));
              optional fixed_len_byte_array(16) uuid (UUID); optional fixed_len_byte_array(2) half (FLOAT16);
              repeated int32 r; repeated group rg { optional int32 n; }
              optional group list (LIST) { repeated group list { optional int32 element; } }
              optional group bare (LIST) { repeated int32 element; }
              optional group old (LIST) { repeated group array { optional int32 n; } }
              optional group tup (LIST) { repeated group tup_tuple { optional int32 n; } }
              optional group bag (LIST) { repeated group bag { optional binary n (STRING); } }
              optional group two (LIST) { repeated group list { optional int32 a; optional int32 b; } }
              optional group map (MAP) {
                repeated group key_value { required binary key (STRING); optional int64 value; } }
              optional group imap (MAP_KEY_VALUE) {
                repeated group map { required int32 key; optional int32 value; } }
              optional group set (MAP) { repeated group key_value { required binary key (STRING); } }
              optional group deep { optional group deeper { repeated group list { optional group m (MAP) {
                repeated group key_value { required binary key (STRING); optional group value (LIST) {
                  repeated group list { optional int64 element (TIMESTAMP(MICROS,true)); } } } } } } }
            }""");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void bothMakeTheSameRecordsOfAnyRows() throws IOException {
        Random random = new Random(23);
        Path file = RowsOnDisk.write(folder.resolve("rows.parquet"), SCHEMA, 3_000, (row, _) -> fill(row, random));
        List<String> ofTheRun = new ArrayList<>();
        try (InputReader reader = new InputReader(
                InputSources.find(List.of(file.toString()), InputStream.nullInputStream(), _ -> {}), Reading.RECORDS,
                warning -> {})) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                ofTheRun.add(record.offset() + " " + new String(record.data(), UTF_8));
            }
        }
        List<String> ofTheJudge = new ArrayList<>();
        try (RowCuts cuts = new RowCuts(file)) {
            for (CutRecord cut = cuts.next(); cut != null; cut = cuts.next()) {
                ofTheJudge.add(cut.offset() + " " + new String(cut.data(), UTF_8));
            }
        }
        assertEquals(3_000, ofTheRun.size());
        assertEquals(ofTheRun, ofTheJudge);
    }

    private static void fill(Group group, Random random) {
        GroupType type = group.getType();
        for (Type field : type.getFields()) {
            int times = switch (field.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
                case REPEATED -> random.nextInt(4);
            };
            for (int i = 0; i < times; i++) {
                if (field.isPrimitive()) {
                    add(group, field, random);
                } else {
                    fill(group.addGroup(field.getName()), random);
                }
            }
        }
    }

    private static void add(Group group, Type field, Random random) {
        String name = field.getName();
        switch (field.asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(name, random.nextBoolean());
            case INT32 -> group.add(name, name.equals("tm")
                    ? random.nextInt(86_400_000)
                    : name.equals("day") ? random.nextInt(80_000) - 40_000 : random.nextInt() >> random.nextInt(31));
            case INT64 -> group.add(name, name.equals("tu") || name.equals("tn")
                    ? random.nextLong(86_400_000_000L) / (random.nextBoolean() ? 1 : 1_000) * 1_000 % 86_400_000_000L
                    : random.nextLong() >> (12 + random.nextInt(50)));
            case INT96 -> group.add(name, Binary.fromConstantByteArray(ByteBuffer.allocate(12)
                    .order(ByteOrder.LITTLE_ENDIAN).putLong(random.nextLong(86_400_000_000_000L))
                    .putInt(2_440_588 + random.nextInt(20_000)).array()));
            case FLOAT -> group.add(name, random.nextInt(9) == 0 ? Float.NaN : random.nextFloat() * 1e20f);
            case DOUBLE -> group.add(name, random.nextInt(9) == 0
                    ? Double.NEGATIVE_INFINITY
                    : Double.longBitsToDouble(random.nextLong()));
            case BINARY -> group.add(name, Binary.fromConstantByteArray(bytes(random, 1 + random.nextInt(12))));
            case FIXED_LEN_BYTE_ARRAY -> group.add(name,
                    Binary.fromConstantByteArray(bytes(random, field.asPrimitiveType().getTypeLength())));
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) "a\"\\\n\u0001/\u007F e0".charAt(bytes[i] & 7);
            }
        }
        return bytes;
    }
}
