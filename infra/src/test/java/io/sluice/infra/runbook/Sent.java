package io.sluice.infra.runbook;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.TreeSet;

/// A record that a producer sent.
///
/// @param text what was sent
/// @param shop what partitions it; empty where it is to be rejected
/// @param days on which it came in
record Sent(String text, String shop, Set<LocalDate> days) {
    /// @param number distinguishes it from all others
    static Sent of(int number, Instant at) {
        String shop = number % 10 == 9 ? "" : "" + "abcd".charAt(number % 4);
        String text = shop.isEmpty() ? "{broken " + number : "{\"shop\":\"" + shop + "\",\"n\":" + number + "}";
        return new Sent(text, shop, new TreeSet<>(Set.of(day(at))));
    }

    void cameIn(Instant at) {
        days.add(day(at));
    }

    private static LocalDate day(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
