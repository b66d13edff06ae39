package io.sluice.infra;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.TemplateChoices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The templates of `./sluice template`, each left in a folder of its own for `build/deploy/lint`, which judges all
/// that lie there, and `build/emulator/template`.
final class PrintedTemplates {
    private static final Path FOLDER = Path.of("target", "templates");

    private PrintedTemplates() {}

    static ObjectNode print(String name, StreamDefinition definition, TemplateChoices choices) {
        ObjectNode template = CloudFormationTemplate.of(definition, choices, "1.0.0");
        try {
            Path folder = Files.createDirectories(FOLDER.resolve(name));
            Files.writeString(folder.resolve("Stream.template.json"), template.toString());
            return template;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
