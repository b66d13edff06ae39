package io.sluice.testkit.promise;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Who calls the Terraform module plans no change after an upgrade that he did not ask for: its variables with their
/// types and defaults, its outputs, and the addresses of what holds data stay.
final class PromisedTerraformTest {
    private static final Path MODULE = Path.of("..", "terraform", "stream");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^(variable|output) \"(\\w+)\" \\{\\n(.*?)^\\}");
    private static final Pattern TYPE = Pattern.compile("(?ms)^  type\\s*= (.*?)(?=^  \\w+\\s*[={]|^$|\\z)");
    private static final Pattern DEFAULT = Pattern.compile("(?ms)^  default\\s*= (.*?)(?=^  \\w+\\s*[={]|^$|\\z)");
    private static final Pattern HOLDS_DATA = Pattern
            .compile("(?m)^resource \"(aws_s3_bucket|aws_dynamodb_table|aws_kinesis_stream"
                    + "|aws_glue_catalog_database)\" \"(\\w+)\"");

    private static final Pattern MODULE_CALL = Pattern
            .compile("(?ms)^module \"(\\w+)\" \\{\\n.*?^  source\\s*= \"([^\"]+)\"");

    @Test
    void whatIsPromisedOfTheModuleIsKept() throws IOException {
        Map<String, String> module = new TreeMap<>();
        for (String file : new String[]{"variables.tf", "outputs.tf"}) {
            Matcher block = BLOCK.matcher(Files.readString(MODULE.resolve(file)));
            while (block.find()) {
                module.put(block.group(1) + " " + block.group(2),
                        block.group(1).equals("output") ? "an output" : meaning(block.group(3)));
            }
        }
        try (Stream<Path> files = Files.list(MODULE.resolve("storage"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".tf")).toList()) {
                HOLDS_DATA.matcher(Files.readString(file)).results().forEach(resource -> module
                        .put("resource storage/" + resource.group(1) + "." + resource.group(2), "holds data"));
            }
        }
        MODULE_CALL.matcher(Files.readString(MODULE.resolve("storage.tf"))).results()
                .forEach(call -> module.put("module " + call.group(1), call.group(2)));
        assertTrue(module.size() > 20, module::toString);
        PromisedList.read(Path.of(".."), "terraform").requireOf(module);
    }

    private static String meaning(String variable) {
        String preset = found(DEFAULT, variable);
        return (preset.isEmpty() ? "required " : "") + found(TYPE, variable)
                + (preset.isEmpty() ? "" : ", default " + preset);
    }

    private static String found(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1).strip().replaceAll("\\s+", " ") : "";
    }
}
