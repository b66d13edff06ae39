package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a synthesised app asks CloudFormation for.
///
/// @param stacks   by name
/// @param findings of cdk-nag, each with its construct
public record Deployed(Map<String, StackTemplate> stacks, List<String> findings) {
    /// A stack's template, as far as changes look at it.
    ///
    /// @param resources by logical id
    /// @param outputs   by logical id, as text with the deployment's names as `${…}`
    /// @param exports   names that others may import → the logical id of the resource that stands behind each
    /// @param imports   names of others' exports
    /// @param reads     logical ids of others' outputs that it reads without an export
    public record StackTemplate(Map<String, Resource> resources, Map<String, String> outputs,
            Map<String, String> exports,
            Set<String> imports, Set<String> reads) {
        static StackTemplate of(JsonNode template) {
            Map<String, Resource> resources = new TreeMap<>();
            template.path("Resources").properties().forEach(each -> resources.put(each.getKey(),
                    new Resource(each.getValue().path("Type").asText(), each.getValue().path("Properties"),
                            each.getValue().path("DeletionPolicy").asText().equals("Retain"))));
            Map<String, String> outputs = new TreeMap<>();
            Map<String, String> exports = new TreeMap<>();
            template.path("Outputs").properties().forEach(each -> {
                JsonNode value = each.getValue().path("Value");
                outputs.put(each.getKey(), Synthesis.text(value));
                if (each.getValue().has("Export")) {
                    exports.put(each.getValue().at("/Export/Name").asText(),
                            value.path("Ref").asText(value.at("/Fn::GetAtt/0").asText()));
                }
            });
            return new StackTemplate(resources, outputs, exports,
                    template.findValues("Fn::ImportValue").stream().map(Synthesis::text)
                            .collect(Collectors.toCollection(TreeSet::new)),
                    template.findValues("Fn::GetStackOutput").stream().map(each -> each.path("OutputName").asText())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }

        public List<Resource> ofType(String type) {
            return resources.values().stream().filter(each -> each.type().equals(type)).toList();
        }
    }

    /// A resource of a template.
    ///
    /// @param stays whether it is left where it is when the template no longer has it
    public record Resource(String type, JsonNode properties, boolean stays) {}

    public static Deployed read(Path folder) throws IOException {
        Map<String, StackTemplate> stacks = new TreeMap<>();
        List<String> findings = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.endsWith(".template.json")) {
                    stacks.put(name.replace(".template.json", ""), StackTemplate.of(Synthesis.read(file)));
                } else if (name.endsWith(".metadata.json")) {
                    Synthesis.read(file).properties().forEach(construct -> construct.getValue().forEach(entry -> {
                        String text = entry.path("data").asText();
                        if (text.startsWith("AwsSolutions-")) {
                            findings.add(construct.getKey() + " " + text);
                        }
                    }));
                }
            }
        }
        return new Deployed(stacks, findings);
    }

    /// The template of the stack `name`, which is there.
    public StackTemplate stack(String name) {
        return Optional.ofNullable(stacks.get(name))
                .orElseThrow(() -> new AssertionError(name + " of " + stacks.keySet()));
    }

    Optional<StackTemplate> storage() {
        return Optional.ofNullable(stacks.get("SluiceStorage-orders"));
    }

    StackTemplate pipeline() {
        return Optional.ofNullable(stacks.get("SluicePipeline-orders")).orElseThrow();
    }
}
