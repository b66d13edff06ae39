package io.sluice.input;

/// Text in an encoding with one byte a character, which is no UTF-8 beyond ASCII.
public final class NarrowText {
    private NarrowText() {}

    /// The command that makes UTF-8 of such text. Bytes from 0x80 to 0x9F are characters of Windows, and in ISO 8859-1
    /// none that anybody writes.
    public static String conversion(byte[] text) {
        for (byte b : text) {
            if (b < (byte) 0xA0) { // from 0x80 on, as bytes have signs
                return "iconv -f WINDOWS-1252 -t UTF-8";
            }
        }
        return "iconv -f ISO-8859-1 -t UTF-8";
    }
}
