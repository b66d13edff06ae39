package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.infra.runbook.Arguments.Unknown;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The one form of `--query` that the page uses: `{Name:Name,Target:Target}`, members of an object under other names.
/// A member that is not there is null, as JMESPath has it.
record MemberQuery(Map<String, String> members) {
    private static final Pattern MEMBER = Pattern.compile("(\\w+): ?(\\w+)");
    private static final Pattern QUERY = Pattern.compile("\\{" + MEMBER + "(, ?" + MEMBER + ")*}");

    static MemberQuery of(String query) {
        if (!QUERY.matcher(query).matches()) {
            throw new Unknown("--query " + query);
        }
        var members = new LinkedHashMap<String, String>();
        MEMBER.matcher(query).results().forEach(each -> members.put(each.group(1), each.group(2)));
        return new MemberQuery(members);
    }

    JsonNode apply(JsonNode object) {
        var answer = JsonNodeFactory.instance.objectNode();
        members.forEach((name, of) -> answer.set(name, object.has(of)
                ? object.path(of)
                : JsonNodeFactory.instance.nullNode()));
        return answer;
    }
}
