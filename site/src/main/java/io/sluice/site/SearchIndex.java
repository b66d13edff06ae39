package io.sluice.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/// What the page's search looks through, as a script: pages that are opened as files may load no data.
final class SearchIndex {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SearchIndex() {}

    static String script(List<Section> sections) {
        ArrayNode array = JSON.createArrayNode();
        for (Section each : sections) {
            array.addObject().put("place", each.place()).put("title", each.title()).put("page", each.page())
                    .put("text", each.text());
        }
        return "const sections = " + array + ";\n";
    }
}
