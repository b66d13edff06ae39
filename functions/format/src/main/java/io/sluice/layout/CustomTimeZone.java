package io.sluice.layout;

import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// The values of `CustomTimeZone`: UTC and the IANA zones whose names are not abbreviations of three letters.
///
/// Firehose's zone data has the old spellings only: `Asia/Calcutta` is accepted and `Asia/Kolkata` is not.
public final class CustomTimeZone {
    /// The zone of a stream that names none.
    public static final ZoneId UTC = ZoneId.of("UTC");

    /// IANA's later names of zones that Firehose knows under the earlier one.
    private static final Map<String, String> EARLIER_NAMES = Map.ofEntries(Map.entry("Africa/Asmara", "Africa/Asmera"),
            Map.entry("America/Atikokan", "America/Coral_Harbour"), Map.entry("America/Nuuk", "America/Godthab"),
            Map.entry("Asia/Ho_Chi_Minh", "Asia/Saigon"), Map.entry("Asia/Kathmandu", "Asia/Katmandu"),
            Map.entry("Asia/Kolkata", "Asia/Calcutta"), Map.entry("Asia/Yangon", "Asia/Rangoon"),
            Map.entry("Atlantic/Faroe", "Atlantic/Faeroe"), Map.entry("Europe/Kyiv", "Europe/Kiev"),
            Map.entry("Pacific/Chuuk", "Pacific/Truk"), Map.entry("Pacific/Kanton", "Pacific/Enderbury"),
            Map.entry("Pacific/Pohnpei", "Pacific/Ponape"));

    private CustomTimeZone() {}

    /// The zone of this name; empty text is UTC.
    ///
    /// @throws PrefixException with Firehose's own message
    public static ZoneId parse(String name) {
        if (name.isEmpty() || name.equals("UTC")) {
            return UTC;
        }
        boolean named = ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith("SystemV/");
        if (!named || name.length() <= 3) {
            throw new PrefixException(PrefixMessages.TIME_ZONE);
        }
        return ZoneId.of(name);
    }

    /// Firehose's name of the zone of this name.
    public static String ofFirehose(String name) {
        return EARLIER_NAMES.getOrDefault(name, name);
    }

    /// Returns Firehose's objection to a name that [#parse] accepts, as a message; empty when Firehose accepts it too.
    public static Optional<String> refusedByFirehose(String name) {
        return Optional.ofNullable(EARLIER_NAMES.get(name))
                .map(earlier -> PrefixMessages.TIME_ZONE + " Firehose knows this zone as " + earlier + ".");
    }
}
