package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Native;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Builtins on dates and times. The local time zone is UTC, as it is in a Lambda function.
final class DateFunctions {
    private DateFunctions() {}

    /// The function of a signature like `length/0`, or null. Each is linked when it is first asked for.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "now/0" -> (machine, in, v) -> now(machine);
            case "gmtime/0" ->
                (machine, in, v) -> broken(in, "gmtime", "errror converting number of seconds since epoch to datetime");
            case "localtime/0" -> (machine, in, v) -> broken(in, "localtime",
                    "error converting number of seconds since epoch to datetime");
            case "mktime/0" -> (machine, in, v) -> mktime(in);
            case "strftime/1" -> (machine, in, v) -> strftime(in, v[0], "strftime/1");
            case "strflocaltime/1" -> (machine, in, v) -> strftime(in, v[0], "strflocaltime/1");
            case "strptime/1" -> (machine, in, v) -> strptime(in, v[0]);
            default -> null;
        };
    }

    private static JqValue now(Machine machine) {
        Instant now = machine.clock().instant();
        return JqNumber.of(now.getEpochSecond() + Math.floorDiv(now.getNano(), 1000) / 1_000_000.0);
    }

    private static JqArray broken(JqValue in, String function, String failure) {
        if (!(in instanceof JqNumber(double seconds))) {
            throw new JqError(function + "() requires numeric inputs");
        }
        BrokenTime time = BrokenTime.ofEpochSecond(JqNumber.toLong(seconds));
        if (time == null) {
            throw new JqError(failure);
        }
        return time.toArray(secondsWithFraction(time.second(), seconds));
    }

    /// The second of the minute as jq has it. For what lies just before a second, the fraction is rounded up to one
    /// whole second.
    static double secondsWithFraction(int second, double secondsOfEpoch) {
        return second + (secondsOfEpoch - Math.floor(secondsOfEpoch));
    }

    private static JqValue mktime(JqValue in) {
        if (!(in instanceof JqArray array)) {
            throw new JqError("mktime requires array inputs");
        }
        BrokenTime time = array.size() < 6 ? null : BrokenTime.of(array);
        if (time == null) {
            throw new JqError("mktime requires parsed datetime inputs");
        }
        long seconds = time.epochSecond();
        if (seconds == -1) {
            throw new JqError("invalid gmtime representation");
        }
        return JqNumber.of((double) seconds);
    }

    static JqValue strftime(JqValue in, JqValue format, String function) {
        BrokenTime time = time(in, format, function);
        if (!(format instanceof JqString(String pattern))) {
            throw JqStop.unsupported(function + " requires a string format; jq 1.6 aborts here");
        }
        String cut = JqString.upToNul(pattern);
        String text = Strftime.format(cut, time);
        if (text.isEmpty() || JqString.utf8Length(text) >= cut.getBytes(StandardCharsets.UTF_8).length + 100) {
            throw new JqError(function + ": unknown system failure");
        }
        return new JqString(text);
    }

    private static BrokenTime time(JqValue in, JqValue format, String function) {
        BrokenTime time = null;
        if (in instanceof JqNumber(double seconds)) {
            BrokenTime whole = BrokenTime.ofEpochSecond(JqNumber.toLong(seconds));
            time = whole == null ? null : whole.atSecond((int) secondsWithFraction(whole.second(), seconds));
        } else if (!(in instanceof JqArray array)) {
            throw new JqError(function + " requires parsed datetime inputs");
        } else if (!(format instanceof JqString)) {
            throw new JqError(function + " requires a string format");
        } else {
            time = BrokenTime.of(array);
        }
        if (time == null) {
            throw new JqError(function + " requires parsed datetime inputs");
        }
        return time;
    }

    private static @Nullable JqValue strptime(JqValue in, JqValue format) {
        if (!(in instanceof JqString(String text)) || !(format instanceof JqString(String pattern))) {
            throw new JqError("strptime/1 requires string inputs and arguments");
        }
        return Strptime.parse(JqString.upToNul(text), JqString.upToNul(pattern));
    }
}
