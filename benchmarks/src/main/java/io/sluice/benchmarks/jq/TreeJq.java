package io.sluice.benchmarks.jq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;

/// A program by the library jackson-jq: bytes to a tree, the tree to outputs, outputs to text.
final class TreeJq {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Scope builtins = Scope.newEmptyScope();
    private final JsonQuery program;

    TreeJq(String program) throws IOException {
        BuiltinFunctionLoader.getInstance().loadFunctions(Versions.JQ_1_6, builtins);
        this.program = JsonQuery.compile(program, Versions.JQ_1_6);
    }

    List<String> run(byte[] json) throws IOException {
        List<JsonNode> outputs = new ArrayList<>();
        program.apply(Scope.newChildScope(builtins), JSON.readTree(json), outputs::add);
        List<String> texts = new ArrayList<>(outputs.size());
        for (JsonNode output : outputs) {
            texts.add(JSON.writeValueAsString(output));
        }
        return texts;
    }
}
