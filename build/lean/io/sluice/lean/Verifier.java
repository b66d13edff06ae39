package io.sluice.lean;

import java.io.ByteArrayInputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;

/// What the JVM's verifier asks for when it looks at a class: of all of its methods, those that never run too.
final class Verifier {
    private final ClassHierarchyResolver hierarchy;
    private final Set<String> asked = new HashSet<>();

    Verifier(WholeJar jar) {
        ClassHierarchyResolver known = ClassHierarchyResolver.ofResourceParsing(desc -> {
            byte[] bytes = jar.entries().get(entry(desc));
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        }).orElse(ClassHierarchyResolver.defaultResolver()).cached();
        this.hierarchy = desc -> {
            asked.add(internal(desc));
            return known.getClassInfo(desc);
        };
    }

    /// The classes that verifying `type` loads, those of the JDK among them.
    Set<String> asks(Type type) {
        asked.clear();
        ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy)).verify(type.model());
        type.model().methods().stream().filter(each -> each.flags().has(AccessFlag.BRIDGE)).forEach(this::bridge);
        return Set.copyOf(asked);
    }

    /// The JDK's verifier for class files passes over bridges, and HotSpot's does not: what they call and give back.
    private void bridge(MethodModel method) {
        returned(method.methodTypeSymbol());
        method.code().ifPresent(code -> code.forEach(element -> {
            if (element instanceof InvokeInstruction call) {
                returned(call.typeSymbol());
            }
        }));
    }

    private void returned(MethodTypeDesc types) {
        if (types.returnType().isClassOrInterface()) {
            asked.add(internal(types.returnType()));
        }
    }

    private static String entry(ClassDesc desc) {
        return internal(desc) + ".class";
    }

    private static String internal(ClassDesc desc) {
        String descriptor = desc.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }
}
