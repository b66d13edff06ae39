package io.sluice.jq.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An immutable object whose keys keep the order of their first insertion. Like arrays, the newest of the objects that
/// share a store can grow in place; small objects are searched one key after another, larger ones through a hash table.
public final class JqObject implements JqValue {
    private static final int SMALL = 8;
    public static final JqObject EMPTY = new JqObject(new Store(0), 0);

    /// Keys and values that several objects look at.
    private static final class Store {
        private String[] keys;
        private JqValue[] values;
        private int used;
        private int @Nullable [] table;

        Store(int room) {
            keys = new String[room];
            values = new JqValue[room];
        }

        int find(String key, int size) {
            int[] slots = table;
            if (slots == null) {
                for (int i = 0; i < size; i++) {
                    if (keys[i].equals(key)) {
                        return i;
                    }
                }
                return -1;
            }
            for (int at = slot(key, slots.length); slots[at] != 0; at = at + 1 & slots.length - 1) {
                int i = slots[at] - 1;
                if (i < size && keys[i].equals(key)) {
                    return i;
                }
            }
            return -1;
        }

        void add(String key, JqValue value) {
            keys[used] = key;
            values[used++] = value;
            int[] slots = table;
            if (slots != null && used * 2 <= slots.length) {
                insert(slots, used - 1);
            } else if (used > SMALL) {
                slots = new int[Integer.highestOneBit(used) * 8];
                table = slots;
                for (int i = 0; i < used; i++) {
                    insert(slots, i);
                }
            }
        }

        private void insert(int[] slots, int index) {
            int at = slot(keys[index], slots.length);
            while (slots[at] != 0) {
                at = at + 1 & slots.length - 1;
            }
            slots[at] = index + 1;
        }

        private static int slot(String key, int length) {
            return KeyHash.of(key) & length - 1;
        }

        Store copy(int size, int room) {
            Store copy = new Store(0);
            copy.keys = Arrays.copyOf(keys, room);
            copy.values = Arrays.copyOf(values, room);
            copy.used = size;
            int[] slots = table;
            if (slots != null && used == size) {
                copy.table = slots.clone();
            } else if (size > SMALL) {
                int[] fresh = new int[Integer.highestOneBit(room) * 8];
                copy.table = fresh;
                for (int i = 0; i < size; i++) {
                    copy.insert(fresh, i);
                }
            }
            return copy;
        }
    }

    /// Collects members; a key that comes again takes the place of the first and the value of the last.
    public static final class Builder {
        private Store store = new Store(SMALL);

        public Builder put(String key, JqValue value) {
            int at = store.find(key, store.used);
            if (at < 0) {
                return putNew(key, value);
            }
            store.values[at] = value;
            return this;
        }

        /// Adds a member whose key is known not to be there.
        public Builder putNew(String key, JqValue value) {
            if (store.used == store.keys.length) {
                store = store.copy(store.used, store.used * 2);
            }
            store.add(key, value);
            return this;
        }

        public int size() {
            return store.used;
        }

        /// The object. The builder must not be used afterwards.
        public JqObject build() {
            return new JqObject(store, store.used);
        }

        /// An object that threads may share: it has no room to grow in place.
        public JqObject buildConstant() {
            return new JqObject(store.copy(store.used, store.used), store.used);
        }
    }

    private final Store store;
    private final int size;

    private JqObject(Store store, int size) {
        this.store = store;
        this.size = size;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int size() {
        return size;
    }

    public String key(int index) {
        return store.keys[index];
    }

    public JqValue value(int index) {
        return store.values[index];
    }

    @Nullable
    public JqValue find(String key) {
        int at = store.find(key, size);
        return at < 0 ? null : store.values[at];
    }

    /// Returns the number of slots that `with` takes to set `key`: a few to grow, a copy to replace.
    public long slotsToSet(String key) {
        return store.find(key, size) < 0 ? 4 : 2L * size;
    }

    public JqObject with(String key, JqValue value) {
        int at = store.find(key, size);
        if (at >= 0) {
            Store copy = store.copy(size, size);
            copy.values[at] = value;
            return new JqObject(copy, size);
        }
        Store target = store;
        if (store.used != size || size == store.keys.length) {
            target = store.copy(size, Math.max(SMALL, size * 2));
        }
        target.add(key, value);
        return new JqObject(target, size + 1);
    }

    public JqObject without(String key) {
        if (store.find(key, size) < 0) {
            return this;
        }
        Builder rest = builder();
        for (int i = 0; i < size; i++) {
            if (!store.keys[i].equals(key)) {
                rest.put(store.keys[i], store.values[i]);
            }
        }
        return rest.build();
    }

    /// The keys in the order of their UTF-8 bytes.
    public String[] sortedKeys() {
        String[] keys = Arrays.copyOf(store.keys, size);
        Arrays.sort(keys, JqOrder::compareText);
        return keys;
    }

    @Override
    public int rank() {
        return 7;
    }

    @Override
    public String typeName() {
        return "object";
    }
}
