package io.sluice.infra;

import io.sluice.infra.Deployed.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// What CloudFormation does to a resource whose properties change, out of `create-only.txt`.
final class CreateOnly {
    private static final Map<String, Type> TYPES = read();

    /// What a change does.
    enum Effect {
        UPDATED, REPLACED, REFUSED
    }

    /// @param properties whose change is a replacement
    /// @param name       the property that fixes the physical name, or "-"
    private record Type(List<String> properties, String name) {}

    private CreateOnly() {}

    /// The resource types that it knows.
    static Set<String> types() {
        return TYPES.keySet();
    }

    /// @param before and `after` are of one type and logical id
    static Effect of(Resource before, Resource after) {
        Type type = Objects.requireNonNull(TYPES.get(before.type()), before.type());
        if (type.properties().stream()
                .allMatch(each -> before.properties().path(each).equals(after.properties().path(each)))) {
            return Effect.UPDATED;
        }
        boolean named = before.properties().has(type.name())
                && before.properties().path(type.name()).equals(after.properties().path(type.name()));
        return named ? Effect.REFUSED : Effect.REPLACED;
    }

    private static Map<String, Type> read() {
        Map<String, Type> types = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("src/test/resources/io/sluice/infra/create-only.txt"))) {
                if (!line.startsWith("#")) {
                    String[] parts = line.split(" *\\| *", -1);
                    types.put(parts[0], new Type(List.of(parts[1].split(" ", -1)), parts[2]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return types;
    }
}
