package io.sluice.jq.value;

/// jq's order and equality of values.
public final class JqOrder {
    private JqOrder() {}

    /// jq's order: by kind, then numbers by value with NaN below all others (and below itself), strings by their UTF-8
    /// bytes, arrays element by element, objects by their sorted keys and then by value.
    public static int compare(JqValue a, JqValue b) {
        if (a.rank() != b.rank()) {
            return a.rank() - b.rank();
        }
        return switch (a) {
            case JqNull _,JqBoolean _ -> 0;
            case JqNumber(double x) -> compareNumbers(x, ((JqNumber) b).value());
            case JqString(String x) -> compareText(x, ((JqString) b).value());
            case JqArray x -> compareArrays(x, (JqArray) b);
            case JqObject x -> compareObjects(x, (JqObject) b);
        };
    }

    private static int compareNumbers(double x, double y) {
        if (Double.isNaN(x)) {
            return -1;
        }
        if (Double.isNaN(y)) {
            return 1;
        }
        return x < y ? -1 : x == y ? 0 : 1;
    }

    /// Order by code point, which is the order of the UTF-8 bytes; UTF-16 differs where surrogates meet U+E000…U+FFFF.
    static int compareText(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Character.isSurrogate(x) == Character.isSurrogate(y) ? x - y : Character.isSurrogate(x) ? 1 : -1;
            }
        }
        return a.length() - b.length();
    }

    private static int compareArrays(JqArray a, JqArray b) {
        int shorter = Math.min(a.size(), b.size());
        for (int i = 0; i < shorter; i++) {
            int order = compare(a.at(i), b.at(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int compareObjects(JqObject a, JqObject b) {
        String[] keys = a.sortedKeys();
        String[] others = b.sortedKeys();
        for (int i = 0; i < Math.min(keys.length, others.length); i++) {
            int order = compareText(keys[i], others[i]);
            if (order != 0) {
                return order;
            }
        }
        if (keys.length != others.length) {
            return Integer.compare(keys.length, others.length);
        }
        for (String key : keys) {
            int order = compare(member(a, key), member(b, key));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static JqValue member(JqObject object, String key) {
        JqValue value = object.find(key);
        return value == null ? JqNull.NULL : value;
    }

    /// jq's `==`: NaN equals nothing inside a comparison of numbers, order of keys does not matter.
    public static boolean equal(JqValue a, JqValue b) {
        return switch (a) {
            case JqNull _,JqBoolean _ -> a == b;
            case JqNumber(double x) -> b instanceof JqNumber(double y) && x == y;
            case JqString(String x) -> b instanceof JqString(String y) && x.equals(y);
            case JqArray x -> b instanceof JqArray y && equalArrays(x, y);
            case JqObject x -> b instanceof JqObject y && equalObjects(x, y);
        };
    }

    private static boolean equalArrays(JqArray a, JqArray b) {
        if (a == b) {
            return true;
        }
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.at(i), b.at(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalObjects(JqObject a, JqObject b) {
        if (a == b) {
            return true;
        }
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            JqValue other = b.find(a.key(i));
            if (other == null || !equal(a.value(i), other)) {
                return false;
            }
        }
        return true;
    }

    /// The positions of `keys` in sorted order. A merge sort that halves as glibc's does: with NaN among the keys the
    /// order is not total, and the result then depends on which pairs are compared.
    public static int[] sortedPositions(JqArray keys) {
        int[] positions = new int[keys.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        sort(keys, positions, new int[positions.length], 0, positions.length);
        return positions;
    }

    private static void sort(JqArray keys, int[] positions, int[] spare, int start, int end) {
        if (end - start <= 1) {
            return;
        }
        int middle = start + (end - start) / 2;
        sort(keys, positions, spare, start, middle);
        sort(keys, positions, spare, middle, end);
        int left = start;
        int right = middle;
        int out = start;
        while (left < middle && right < end) {
            int order = compare(keys.at(positions[left]), keys.at(positions[right]));
            boolean takeLeft = order < 0 || (order == 0 && positions[left] < positions[right]);
            spare[out++] = takeLeft ? positions[left++] : positions[right++];
        }
        System.arraycopy(positions, left, spare, out, middle - left);
        out += middle - left;
        System.arraycopy(positions, right, spare, out, end - right);
        System.arraycopy(spare, start, positions, start, end - start);
    }
}
