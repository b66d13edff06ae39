package io.sluice.local.report;

import io.sluice.local.Sizes;
import io.sluice.local.terminal.TextWidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Objects by folder, drawn as a tree of bounded length: where there are too many, lower folders are summed up and the
/// smaller ones of a folder become one line.
final class FolderDrawing {
    private static final int LINES_MAX = 40;
    private static final int CHILDREN_MAX = 15;
    private static final int NAME_MIN = 12;
    private static final int GAP = 2;

    private final Node root = new Node();
    private boolean recordsKnown = true;

    /// Adds one object.
    ///
    /// @param key       its key
    /// @param bytes     its size
    /// @param recordsIn the records in it; empty when that is not known, and then the drawing has no records at all
    void add(String key, long bytes, OptionalLong recordsIn) {
        recordsKnown &= recordsIn.isPresent();
        long records = recordsIn.orElse(0);
        Node node = root;
        node.count(bytes, records);
        String[] names = key.split("/", -1);
        for (int i = 0; i < names.length; i++) {
            String name = i < names.length - 1 ? names[i] + "/" : names[i];
            node = node.children.computeIfAbsent(name, n -> new Node());
            node.count(bytes, records);
        }
    }

    /// Records in all objects; empty when that is not known.
    OptionalLong records() {
        return recordsKnown ? OptionalLong.of(root.records) : OptionalLong.empty();
    }

    /// Leaves the records out of the drawing.
    void hideRecords() {
        recordsKnown = false;
    }

    /// The drawing, at most some forty lines; no line when there are no objects.
    ///
    /// @param columns what a line may take: long names are cut in their middle, and what still does not fit at its end
    List<String> lines(int columns) {
        List<Row> rows = deepestRows();
        int names = rows.stream().mapToInt(row -> TextWidth.of(row.name)).max().orElse(0);
        int left = columns - Math.min(names, NAME_MIN) - GAP;
        Detail detail = Arrays.stream(Detail.values()).filter(each -> figuresWidth(rows, each) <= left).findFirst()
                .orElse(Detail.BYTES);
        int width = Math.min(names, Math.max(NAME_MIN, columns - figuresWidth(rows, detail) - GAP));
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            String name = TextWidth.cutMiddle(row.name, width);
            lines.add(name + " ".repeat(width - TextWidth.of(name) + GAP) + figures(row, detail));
        }
        return lines;
    }

    private List<Row> deepestRows() {
        List<Row> rows = rows(1);
        for (int deeper = 2; deeper <= root.height(); deeper++) {
            List<Row> more = rows(deeper);
            if (more.size() > LINES_MAX) {
                break;
            }
            rows = more;
        }
        return rows;
    }

    /// The details that are told of a row, on narrower and narrower terminals.
    private enum Detail {
        OBJECTS_RECORDS_BYTES, RECORDS_BYTES, BYTES
    }

    private int figuresWidth(List<Row> rows, Detail detail) {
        return rows.stream().mapToInt(row -> figures(row, detail).length()).max().orElse(0);
    }

    private List<Row> rows(int depth) {
        List<Row> rows = new ArrayList<>();
        draw(root, "", depth, rows);
        return rows;
    }

    private void draw(Node folder, String indent, int depth, List<Row> rows) {
        List<Map.Entry<String, Node>> shown = new ArrayList<>(folder.children.entrySet());
        Node rest = new Node();
        if (shown.size() > CHILDREN_MAX) {
            shown.sort(Comparator.comparingLong((Map.Entry<String, Node> child) -> child.getValue().bytes).reversed());
            List<Map.Entry<String, Node>> cut = shown.subList(CHILDREN_MAX - 1, shown.size());
            cut.forEach(child -> rest.add(child.getValue()));
            int hidden = cut.size();
            cut.clear();
            shown.sort(Map.Entry.comparingByKey());
            shown.forEach(child -> drawChild(child, indent, depth, rows));
            rows.add(new Row(indent + "… " + Sizes.count(hidden) + " more", rest, Kind.FOLDER));
        } else {
            shown.forEach(child -> drawChild(child, indent, depth, rows));
        }
    }

    private void drawChild(Map.Entry<String, Node> child, String indent, int depth, List<Row> rows) {
        StringBuilder name = new StringBuilder(child.getKey());
        Node node = child.getValue();
        while (node.children.size() == 1) {
            Map.Entry<String, Node> only = node.children.firstEntry();
            name.append(only.getKey());
            node = only.getValue();
        }
        rows.add(new Row(indent + PlainText.of(name.toString()), node,
                node.children.isEmpty() ? Kind.OBJECT : Kind.FOLDER));
        if (depth > 1) {
            draw(node, indent + "  ", depth - 1, rows);
        }
    }

    private String figures(Row row, Detail detail) {
        boolean objects = row.kind == Kind.FOLDER && detail == Detail.OBJECTS_RECORDS_BYTES;
        boolean records = recordsKnown && detail != Detail.BYTES;
        return (objects ? Sizes.count(row.node.objects, "object") + ", " : "")
                + (records ? Sizes.count(row.node.records, "record") + ", " : "") + Sizes.bytes(row.node.bytes);
    }

    private enum Kind {
        FOLDER, OBJECT
    }

    private record Row(String name, Node node, Kind kind) {}

    private static final class Node {
        private final TreeMap<String, Node> children = new TreeMap<>();
        private long objects;
        private long bytes;
        private long records;

        private void count(long objectBytes, long objectRecords) {
            objects++;
            bytes += objectBytes;
            records += objectRecords;
        }

        private void add(Node other) {
            objects += other.objects;
            bytes += other.bytes;
            records += other.records;
        }

        private int height() {
            return children.values().stream().mapToInt(child -> 1 + child.height()).max().orElse(0);
        }
    }
}
