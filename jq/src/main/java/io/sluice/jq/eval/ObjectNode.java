package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `{key: value, …}`: one object for each combination of keys and values, the last member's varying fastest.
public final class ObjectNode extends Node {

    /// A member; without a value it takes the input's member of that name.
    public record Member(Node key, @Nullable Node value) {
        boolean single() {
            return key.single() && (value == null || value.single());
        }
    }

    private final Member[] members;
    private final boolean single;

    public ObjectNode(Member[] members) {
        this.members = members;
        boolean all = true;
        for (Member member : members) {
            all &= member.single();
        }
        this.single = all;
    }

    @Override
    public boolean single() {
        return single;
    }

    /// Tests whether there is one output at most, an object with just these keys: then [#values] may be called.
    public boolean hasKeys(List<String> keys) {
        if (!single || members.length != keys.size()) {
            return false;
        }
        for (int i = 0; i < members.length; i++) {
            boolean same = members[i].key instanceof ConstantNode constant
                    && constant.value() instanceof JqString(String name) && name.equals(keys.get(i));
            if (!same || members[i].value == null) {
                return false;
            }
        }
        return true;
    }

    /// The only output's values, without the object; null when there is no output.
    public JqValue @Nullable [] values(Machine machine, JqValue in) {
        machine.allocateSlots(members.length * 2L);
        JqValue[] values = new JqValue[members.length];
        for (int i = 0; i < values.length; i++) {
            Node node = Objects.requireNonNull(members[i].value);
            JqValue value = node.one(machine, null, in);
            if (value == null) {
                return null;
            }
            values[i] = value;
        }
        return values;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        machine.allocateSlots(members.length * 2L);
        JqObject.Builder object = JqObject.builder();
        for (Member member : members) {
            JqValue key = member.key.one(machine, env, in);
            if (key == null) {
                return null;
            }
            JqValue value = member.value == null ? Access.index(in, key) : member.value.one(machine, env, in);
            if (value == null) {
                return null;
            }
            object.put(name(key), value);
        }
        return object.build();
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (single) {
            JqValue object = one(machine, env, in);
            if (object != null) {
                out.accept(object);
            }
        } else {
            fill(0, JqObject.EMPTY, machine, env, in, out);
        }
    }

    private void fill(int index, JqObject object, Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (index == members.length) {
            out.accept(object);
            return;
        }
        Member member = members[index];
        machine.allocateSlots(2);
        member.key.run(machine, env, in, key -> {
            Sink next = value -> fill(index + 1, object.with(name(key), value), machine, env, in, out);
            if (member.value == null) {
                next.accept(Access.index(in, key));
            } else {
                member.value.run(machine, env, in, next);
            }
        });
    }

    static String name(JqValue key) {
        if (key instanceof JqString(String name)) {
            return name;
        }
        throw new JqError("Cannot use " + key.typeName() + " (" + JsonWriter.shortened(key, 15) + ") as object key");
    }
}
