package io.sluice.benchmarks.report;

import io.sluice.benchmarks.rounds.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/// Measurements as people read them: three significant digits.
final class Numbers {
    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {}

    static String text(double value) {
        if (value == 0) {
            return "0";
        }
        if (Math.abs(value) >= 1_000) {
            return String.format(Locale.ROOT, "%,d", Math.round(value));
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        return rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toPlainString();
    }

    /// A ratio and, where rounds differ, the quarter and three quarter marks.
    static String ratio(Spread ratio) {
        String middle = text(ratio.median()) + " ×";
        return ratio.low() == ratio.high()
                ? middle
                : middle + " (" + text(ratio.low()) + "–" + text(ratio.high()) + ")";
    }
}
