package io.sluice.jq.builtin;

import io.sluice.jq.eval.Env;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Node;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `strftime` with a constant format. Records that follow one another fall into few days and hours, so the texts of the
/// last ones are kept, by the day, hour, minute or second that the format tells apart (ADR 0010: with four keys from a
/// time stamp, formatting was a quarter of a record's evaluation). Safe for concurrent use: entries are immutable, and
/// a lost one is made again.
public final class TimeFormatNode extends Node.Single {
    private static final int KEPT = 64;
    private static final int DAY = 86_400;
    private static final String BY_DAY = "%aAbBCdDeFgGhjmntuUVwWxyYzZ";
    private static final String BY_HOUR = "HIklpP";
    private static final String BY_MINUTE = "MR";

    private final JqString format;
    private final String function;
    private final int period;
    private final @Nullable Formatted[] kept = new Formatted[KEPT];

    /// @param period number of the day, hour, minute or second
    private record Formatted(long period, JqValue text) {}

    /// @param function the signature, for messages
    public TimeFormatNode(JqString format, String function) {
        this.format = format;
        this.function = function;
        this.period = period(format.value());
    }

    /// The longest time in seconds through which `format` gives the same text.
    static int period(String format) {
        int period = DAY;
        for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', at + 1)) {
            at++;
            while (at < format.length() && "_-0^#123456789EO".indexOf(format.charAt(at)) >= 0) {
                at++;
            }
            period = Math.min(period, at < format.length() ? periodOf(format.charAt(at)) : 1);
        }
        return period;
    }

    private static int periodOf(char conversion) {
        if (BY_DAY.indexOf(conversion) >= 0) {
            return DAY;
        }
        return BY_HOUR.indexOf(conversion) >= 0 ? 3_600 : BY_MINUTE.indexOf(conversion) >= 0 ? 60 : 1;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        if (!(in instanceof JqNumber(double seconds)) || DateFunctions.secondsWithFraction(0, seconds) >= 1) {
            return DateFunctions.strftime(in, format, function);
        }
        long number = Math.floorDiv(JqNumber.toLong(seconds), period);
        int place = (int) number & (KEPT - 1);
        Formatted known = kept[place];
        if (known != null && known.period == number) {
            return known.text;
        }
        JqValue text = DateFunctions.strftime(in, format, function);
        kept[place] = new Formatted(number, text);
        return text;
    }
}
