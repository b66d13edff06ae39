package io.sluice.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// An archive with one deflated entry, whose checksum and lengths come after it, in a data descriptor and in the
/// central directory. Entries of 4 GiB and more have them in 64 bits.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
///
/// @param entry the entry's name, ASCII
record ZipArchive(String entry) implements ObjectFrame {
    private static final int LOCAL_HEADER = 0x04034b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int CENTRAL_HEADER = 0x02014b50;
    private static final int END_64 = 0x06064b50;
    private static final int END_64_LOCATOR = 0x07064b50;
    private static final int END = 0x06054b50;
    private static final int LOCAL_BYTES = 30;
    private static final int CENTRAL_BYTES = 46;
    private static final int END_BYTES = 22;
    private static final int END_64_BYTES = 56;
    private static final int END_64_LOCATOR_BYTES = 20;
    /// Kind and length of the extra field that holds two lengths in 64 bits.
    private static final int EXTRA_64_BYTES = 20;
    private static final short EXTRA_64 = 1;
    private static final short VERSION = 20;
    private static final short VERSION_64 = 45;
    private static final short LENGTHS_FOLLOW = 8;
    private static final short DEFLATED = 8;
    /// The earliest day that an entry can have; it stands for none, so that the clock is not in the object.
    private static final short NO_DAY = 0x21;
    private static final long MAX_32 = 0xffff_ffffL;

    /// A reader takes the descriptor's lengths for 64 bits wide where the entry turned out to be that long.
    @Override
    public byte[] head() {
        byte[] name = name();
        return ByteBuffer.allocate(LOCAL_BYTES + name.length).order(ByteOrder.LITTLE_ENDIAN).putInt(LOCAL_HEADER)
                .putShort(VERSION).putShort(LENGTHS_FOLLOW)
                .putShort(DEFLATED).putShort((short) 0).putShort(NO_DAY).putInt(0).putInt(0).putInt(0)
                .putShort((short) name.length).putShort((short) 0).put(name).array();
    }

    @Override
    public byte[] tail(Content content) {
        byte[] name = name();
        boolean wide = content.rawBytes() >= MAX_32 || content.bytes() >= MAX_32;
        int extra = wide ? EXTRA_64_BYTES : 0;
        int descriptor = 2 * Integer.BYTES + 2 * (wide ? Long.BYTES : Integer.BYTES);
        int central = CENTRAL_BYTES + name.length + extra;
        long centralAt = LOCAL_BYTES + name.length + content.bytes() + descriptor;
        boolean wideEnd = wide || centralAt >= MAX_32;
        ByteBuffer out = ByteBuffer.allocate(descriptor + central + END_BYTES
                + (wideEnd ? END_64_BYTES + END_64_LOCATOR_BYTES : 0)).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(DESCRIPTOR).putInt(content.crc());
        lengths(content, wide, out);
        short version = wide ? VERSION_64 : VERSION;
        out.putInt(CENTRAL_HEADER).putShort(version).putShort(version).putShort(LENGTHS_FOLLOW).putShort(DEFLATED)
                .putShort((short) 0).putShort(NO_DAY).putInt(content.crc())
                .putInt(wide ? -1 : (int) content.bytes()).putInt(wide ? -1 : (int) content.rawBytes())
                .putShort((short) name.length).putShort((short) extra).putShort((short) 0).putShort((short) 0)
                .putShort((short) 0).putInt(0).putInt(0).put(name);
        if (wide) {
            out.putShort(EXTRA_64).putShort((short) (2 * Long.BYTES)).putLong(content.rawBytes())
                    .putLong(content.bytes());
        }
        if (wideEnd) {
            end64(central, centralAt, out);
        }
        out.putInt(END).putShort((short) 0).putShort((short) 0).putShort((short) 1).putShort((short) 1)
                .putInt(central).putInt(wideEnd ? -1 : (int) centralAt).putShort((short) 0);
        return out.array();
    }

    private static void lengths(Content content, boolean wide, ByteBuffer out) {
        if (wide) {
            out.putLong(content.bytes()).putLong(content.rawBytes());
        } else {
            out.putInt((int) content.bytes()).putInt((int) content.rawBytes());
        }
    }

    private static void end64(int central, long centralAt, ByteBuffer out) {
        out.putInt(END_64).putLong(END_64_BYTES - 12).putShort(VERSION_64).putShort(VERSION_64).putInt(0).putInt(0)
                .putLong(1).putLong(1).putLong(central).putLong(centralAt);
        out.putInt(END_64_LOCATOR).putInt(0).putLong(centralAt + central).putInt(1);
    }

    private byte[] name() {
        return entry.getBytes(StandardCharsets.US_ASCII);
    }
}
