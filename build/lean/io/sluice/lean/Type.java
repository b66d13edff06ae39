package io.sluice.lean;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A class or interface as its file says.
///
/// @param name    internal, as in `java/lang/Object`
/// @param parents its superclass and interfaces
/// @param outer   what the JVM asks for beside them: the class that it is declared in, and the host of its nest
/// @param methods by name and descriptor
public record Type(String name, ClassModel model, List<String> parents, List<String> outer,
        Map<String, MethodModel> methods) {
    static Type of(ClassModel model) {
        String name = model.thisClass().asInternalName();
        List<String> parents = new ArrayList<>();
        model.superclass().ifPresent(each -> parents.add(each.asInternalName()));
        model.interfaces().forEach(each -> parents.add(each.asInternalName()));
        Map<String, MethodModel> methods = new HashMap<>();
        model.methods().forEach(each -> methods.put(key(each), each));
        return new Type(name, model, List.copyOf(parents), outer(model, name), Map.copyOf(methods));
    }

    private static List<String> outer(ClassModel model, String name) {
        List<String> outer = new ArrayList<>();
        model.findAttribute(Attributes.nestHost()).ifPresent(host -> outer.add(host.nestHost().asInternalName()));
        model.findAttribute(Attributes.enclosingMethod())
                .ifPresent(method -> outer.add(method.enclosingClass().asInternalName()));
        model.findAttribute(Attributes.innerClasses()).ifPresent(inner -> inner.classes().stream()
                .filter(each -> each.innerClass().asInternalName().equals(name))
                .forEach(each -> each.outerClass().ifPresent(type -> outer.add(type.asInternalName()))));
        return List.copyOf(outer);
    }

    static String key(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    Optional<MethodModel> method(String key) {
        return Optional.ofNullable(methods.get(key));
    }

    /// Whether the method can be one that a call finds in a subclass's place.
    static boolean isOverriding(MethodModel method) {
        var flags = method.flags();
        return !flags.has(AccessFlag.STATIC) && !flags.has(AccessFlag.PRIVATE)
                && !method.methodName().stringValue().startsWith("<");
    }

    /// Whether a method of the same name and descriptor in a subclass always stands in this one's place: not where it
    /// is private, or seen in its package alone.
    static boolean isOverriddenAnywhere(MethodModel method) {
        return method.flags().has(AccessFlag.PUBLIC) || method.flags().has(AccessFlag.PROTECTED);
    }
}
