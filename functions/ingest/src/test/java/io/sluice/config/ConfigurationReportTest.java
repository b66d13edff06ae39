package io.sluice.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.Problem.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationReportTest {
    private static final List<Problem> PROBLEMS = List.of(new Problem(Severity.ERROR, "$.A", "is \"wrong\""),
            new Problem(Severity.WARNING, "$.B[0]", "is odd"));

    @Test
    void textHasALineForEachProblemAndASummary() {
        assertEquals("""
                error    $.A  is "wrong"
                warning  $.B[0]  is odd
                not valid: 1 error, 1 warning
                """, ConfigurationReport.text(PROBLEMS));
    }

    @Test
    void warningsAloneAreValid() {
        assertEquals("warning  $.B[0]  is odd\nvalid: 0 errors, 1 warning\n",
                ConfigurationReport.text(PROBLEMS.subList(1, 2)));
        assertEquals("valid: 0 errors, 0 warnings\n", ConfigurationReport.text(List.of()));
    }

    @Test
    void aProblemIsOneLineWhateverItQuotes() {
        assertEquals("error    $.A\\u0009  a\\u000ab\nnot valid: 1 error, 0 warnings\n",
                ConfigurationReport.text(List.of(new Problem(Severity.ERROR, "$.A\t", "a\nb"))));
    }

    @Test
    void jsonHasTheSame() {
        assertEquals("{\"valid\":false,\"errors\":1,\"warnings\":1,\"problems\":["
                + "{\"severity\":\"error\",\"path\":\"$.A\",\"message\":\"is \\\"wrong\\\"\"},"
                + "{\"severity\":\"warning\",\"path\":\"$.B[0]\",\"message\":\"is odd\"}]}\n",
                ConfigurationReport.json(PROBLEMS));
        assertEquals("{\"valid\":true,\"errors\":0,\"warnings\":0,\"problems\":[]}\n",
                ConfigurationReport.json(List.of()));
    }
}
