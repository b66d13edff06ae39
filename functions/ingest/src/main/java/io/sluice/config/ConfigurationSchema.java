package io.sluice.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.sluice.config.FieldFacts.Field;
import io.sluice.config.FieldFacts.Section;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The JSON Schema of configurations, out of what their readers ask for: there is no other list of fields. What a
/// schema can't say, since it takes more than one field or a look into a text, [ConfigurationParser] alone says.
///
/// Source: JSON Schema, draft 2020-12.
public final class ConfigurationSchema {
    private static final String ROOT = "$";

    /// By the path of the object and the member of it that chooses what else it may have.
    private final Map<String, Map<String, Object>> branches = new TreeMap<>();
    private final FieldFacts all;

    private ConfigurationSchema(FieldFacts all) {
        this.all = all;
    }

    /// The schema's text, the same for the same readers.
    public static String json() {
        FieldFacts all = ProbeDocument.ask();
        var schema = new ConfigurationSchema(all);
        all.sections().forEach((path, section) -> section.fields().forEach((name, field) -> {
            if (!field.values().isEmpty()) {
                schema.branch(path, name, field, List.copyOf(field.values()));
            } else if (field.kinds().contains(FieldLog.Kind.FLAG)) {
                schema.branch(path, name, field, List.of(false, true));
            }
        }));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Sluice stream configuration");
        root.put("description", "The request of aws firehose create-delivery-stream, and a Sluice section beside it");
        root.putAll(schema.object(ROOT, all, true));
        return text(root);
    }

    /// Notes what of the object at `path` depends on the value of its member `name`.
    private void branch(String path, String name, Field field, List<?> values) {
        Map<Object, Map<String, Object>> byValue = new LinkedHashMap<>();
        values.forEach(value -> byValue.put(value, object(path, ProbeDocument.ask(path, name, value), false)));
        if (byValue.values().stream().distinct().count() < 2) {
            return;
        }
        Set<String> names = new TreeSet<>();
        byValue.values().forEach(each -> names.addAll(SchemaText.properties(each).keySet()));
        Map<String, Object> common = new TreeMap<>();
        for (String member : names) {
            List<Object> forms = byValue.values().stream()
                    .flatMap(each -> Optional.ofNullable(SchemaText.properties(each).get(member)).stream()).distinct()
                    .toList();
            common.put(member, forms.size() == 1 ? forms.getFirst() : Map.of());
        }
        List<Object> rules = new ArrayList<>();
        Map<String, Object> without = object(path, all, false);
        byValue.forEach((value, each) -> rules.add(SchemaText.when(name, value, rule(each, common, without))));
        if (!field.isRequired()) {
            rules.add(SchemaText.without(name, rule(without, common, without)));
        }
        Map<String, Object> branched = new LinkedHashMap<>();
        branched.put("properties", common);
        if (byValue.values().stream().allMatch(each -> each.containsKey("additionalProperties"))) {
            branched.put("additionalProperties", false);
        }
        branched.put("allOf", rules);
        branches.put(path, branched);
    }

    /// Returns the rule of `object` alone: forms that are not `common`, members that are none here, and what it must
    /// have.
    private static Map<String, Object> rule(Map<String, Object> object, Map<String, Object> common,
            Map<String, Object> without) {
        Map<String, Object> own = new TreeMap<>();
        common.forEach((member, form) -> {
            Object here = SchemaText.properties(object).get(member);
            if (here == null) {
                own.put(member, false);
            } else if (!here.equals(form)) {
                own.put(member, here);
            }
        });
        Map<String, Object> then = new LinkedHashMap<>();
        then.put("properties", own);
        Object required = object.get("required");
        if (required != null && !required.equals(without.get("required"))) {
            then.put("required", required);
        }
        return then;
    }

    /// @param branched whether what depends on values is told, too
    private Map<String, Object> object(String path, FieldFacts facts, boolean branched) {
        Section section = facts.sections().getOrDefault(path, new Section());
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        Map<String, Object> properties = new TreeMap<>();
        section.fields().forEach((name, field) -> properties.put(name, member(path, name, field, facts, branched)));
        if (section.isMap()) {
            object.put("additionalProperties", object(path + "." + ProbeDocument.ANY_NAME, facts, branched));
            return object;
        }
        Map<String, Object> rules = branched ? branches.getOrDefault(path, Map.of()) : Map.of();
        properties.putAll(SchemaText.properties(rules));
        object.put("properties", properties);
        List<String> required = section.fields().entrySet().stream().filter(each -> each.getValue().isRequired())
                .map(Map.Entry::getKey).toList();
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        if (section.isClosed() || rules.containsKey("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        if (rules.containsKey("allOf")) {
            object.put("allOf", rules.get("allOf"));
        }
        return object;
    }

    private Map<String, Object> member(String path, String name, Field field, FieldFacts facts, boolean branched) {
        String at = path + "." + name;
        return SchemaText.member(field, () -> object(at, facts, branched),
                () -> object(at + "[0]", facts, branched));
    }

    private static String text(Map<String, Object> schema) {
        var text = new StringWriter();
        try (JsonGenerator to = new JsonFactory().createGenerator(text)) {
            to.setPrettyPrinter(new DefaultPrettyPrinter());
            SchemaText.write(schema, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }
}
