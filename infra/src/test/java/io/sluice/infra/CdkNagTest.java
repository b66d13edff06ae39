package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.Aspects;

/// cdk-nag's AwsSolutions rules find nothing but what is excepted in writing.
@Tag("long")
final class CdkNagTest {
    @ParameterizedTest
    @EnumSource(names = {"BUFFER", "FIREHOSE_FROM_KINESIS", "KINESIS_EVENTS", "ENCRYPTED", "PASSED_ON",
            "REPARTITIONED", "SECONDS", "CALLS_URL", "CALLS_SERVICE", "CALLS_BALANCED"})
    void everyFindingIsExceptedWithAReason(Way way) throws IOException {
        var app = Synthesis.app(way.context());
        SluiceApp.define(app);
        Aspects.of(app).add(new AwsSolutionsChecks());

        assertEquals(List.of(), findings(Path.of(app.synth().getDirectory())));
        assertExceptionsHaveReasons(way);
    }

    /// Errors and warnings of the rules, out of the metadata that the CDK command line reads.
    private static List<String> findings(Path folder) throws IOException {
        var findings = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(folder, "*.metadata.json")) {
            for (var file : files) {
                Synthesis.JSON.readTree(file.toFile()).properties().forEach(construct -> construct.getValue()
                        .forEach(entry -> {
                            var text = entry.path("data").asText();
                            if (text.startsWith("AwsSolutions-")) {
                                findings.add(construct.getKey() + " " + text);
                            }
                        }));
            }
        }
        return findings;
    }

    private static void assertExceptionsHaveReasons(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            for (var exception : template.findValues("rules_to_suppress")) {
                exception.forEach(rule -> assertFalse(rule.path("reason").asText().length() < 40, rule.toString()));
            }
        }
    }
}
