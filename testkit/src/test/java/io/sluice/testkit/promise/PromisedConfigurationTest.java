package io.sluice.testkit.promise;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ConfigurationSchema;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The members of a configuration, their types, bounds and values stay; what is new is optional. That the schema is
/// what its readers read, `ConfigurationSchemaTest` says.
final class PromisedConfigurationTest {
    @Test
    void whatIsPromisedOfTheConfigurationIsKept() throws IOException {
        PromisedList.read(Path.of(".."), "configuration").requireOf(SchemaMembers.of(
                new ObjectMapper().readTree(ConfigurationSchema.json()), "configuration", "required"));
    }
}
