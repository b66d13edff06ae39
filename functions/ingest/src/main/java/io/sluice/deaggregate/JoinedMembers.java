package io.sluice.deaggregate;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sluice.input.OneLine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A JSON object that gets further members at its end. A member that it has stays as it is.
final class JoinedMembers {
    private final byte[] object;

    /// @param object whose structure holds, from its opening to its closing brace
    JoinedMembers(byte[] object) {
        this.object = object;
    }

    /// @param members values as they are written, by name
    byte[] with(Map<String, byte[]> members) {
        Set<String> own = names();
        ByteArrayOutputStream joined = new ByteArrayOutputStream(object.length + 64);
        joined.write(object, 0, object.length - 1);
        boolean first = own.isEmpty();
        for (Map.Entry<String, byte[]> member : members.entrySet()) {
            if (!own.contains(member.getKey())) {
                joined.writeBytes((first ? "\"" : ",\"").getBytes(StandardCharsets.UTF_8));
                joined.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(member.getKey()));
                joined.writeBytes("\":".getBytes(StandardCharsets.UTF_8));
                joined.writeBytes(OneLine.of(member.getValue()));
                first = false;
            }
        }
        joined.write('}');
        return joined.toByteArray();
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        JsonTokens tokens = new JsonTokens(object, object.length);
        JsonStructure structure = new JsonStructure(object, object.length);
        int next = tokens.skipBlanks(1);
        while (object[next] != '}') {
            if (object[next] == ',') {
                next = tokens.skipBlanks(next + 1);
                continue;
            }
            names.add(tokens.text(next));
            int value = tokens.skipBlanks(tokens.skipBlanks(tokens.textEnd(next)) + 1);
            next = tokens.skipBlanks(switch (object[value]) {
                case '{', '[' -> structure.endOf(value);
                case '"' -> tokens.textEnd(value);
                default -> tokens.scalarEnd(value);
            });
        }
        return names;
    }
}
