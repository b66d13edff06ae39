package io.sluice.simulation.own;

import java.nio.charset.StandardCharsets;

/// Key values as they stand in paths, and which paths no object may have, as the documentation says it.
public final class OwnEncoding {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    private static final String HEX = "0123456789ABCDEF";
    private static final int PREFIX_CHARS_MAX = 512;

    private OwnEncoding() {}

    /// `KeyEncoding` `percent`: the bytes of UTF-8, but for those that RFC 3986 does not reserve.
    public static String percent(String value) {
        boolean dots = value.equals(".") || value.equals("..");
        StringBuilder text = new StringBuilder();
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            int octet = each & 0xFF;
            if (octet < 0x80 && PLAIN.indexOf(octet) >= 0 && !dots) {
                text.append((char) octet);
            } else {
                text.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
            }
        }
        return text.toString();
    }

    /// Tests whether records of a prefix are delivered under it, and not rejected: it is no longer than Firehose
    /// allows, no folder is called `.` or `..`, and no character is one for controls.
    static boolean isUsable(String prefix) {
        if (prefix.length() > PREFIX_CHARS_MAX || prefix.chars().anyMatch(c -> c < 0x20 || (c >= 0x7F && c < 0xA0))) {
            return false;
        }
        String[] folders = prefix.split("/", -1);
        for (int i = 0; i + 1 < folders.length; i++) {
            if (folders[i].equals(".") || folders[i].equals("..")) {
                return false;
            }
        }
        return true;
    }
}
