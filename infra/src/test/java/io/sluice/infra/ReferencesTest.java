package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What CloudFormation would refuse before it creates anything.
final class ReferencesTest {
    private static final Set<String> PSEUDO_PARAMETERS = Set.of("AWS::AccountId", "AWS::Region", "AWS::Partition",
            "AWS::URLSuffix", "AWS::StackName", "AWS::NoValue");

    @ParameterizedTest
    @EnumSource
    void everyReferenceNamesAResourceOfItsTemplate(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            var known = new HashSet<>(PSEUDO_PARAMETERS);
            template.path("Resources").fieldNames().forEachRemaining(known::add);
            template.path("Parameters").fieldNames().forEachRemaining(known::add);
            referenced(template).forEach(name -> assertTrue(known.contains(name), name));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyImportIsAnExportOfTheStorageStack(Way way) {
        var exports = new HashSet<String>();
        Synthesis.of(way).storage().path("Outputs")
                .forEach(output -> exports.add(output.at("/Export/Name").asText()));

        for (var name : Synthesis.of(way).pipeline().findValuesAsText("Fn::ImportValue")) {
            assertTrue(exports.contains(name), name);
        }
        assertEquals(List.of(), Synthesis.of(way).storage().findValuesAsText("Fn::ImportValue"));
    }

    @ParameterizedTest
    @EnumSource
    void assetsAreForTheModernBootstrapAndNothingRunsDuringDeployment(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            assertEquals("/cdk-bootstrap/hnb659fds/version",
                    template.at("/Parameters/BootstrapVersion/Default").asText());
            assertFalse(template.toString().contains("Custom::"));
        }
    }

    private static Set<String> referenced(JsonNode template) {
        var names = new HashSet<>(template.findValuesAsText("Ref"));
        template.findValues("Fn::GetAtt").forEach(attribute -> names.add(attribute.path(0).asText()));
        template.path("Resources").forEach(resource -> resource.path("DependsOn")
                .forEach(dependency -> names.add(dependency.asText())));
        return names;
    }
}
