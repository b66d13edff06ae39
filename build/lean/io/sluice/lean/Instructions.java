package io.sluice.lean;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;

/// What the instructions of a method ask for.
final class Instructions {
    private final Reach reach;

    Instructions(Reach reach) {
        this.reach = reach;
    }

    void follow(MethodModel method) {
        types(method.methodTypeSymbol());
        method.findAttribute(Attributes.exceptions()).ifPresent(
                declared -> declared.exceptions().forEach(each -> reach.load(each.asInternalName())));
        method.code().ifPresent(code -> code.forEach(this::element));
    }

    private void element(CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> call(call);
            case InvokeDynamicInstruction call -> {
                types(call.typeSymbol());
                made(call.typeSymbol().returnType());
                call.bootstrapArgs().forEach(this::constant);
                handle(call.bootstrapMethod());
            }
            case FieldInstruction field -> field(field);
            case NewObjectInstruction made -> reach.made(made.className().asInternalName());
            case ConstantInstruction constant -> constant(constant.constantValue());
            case TypeCheckInstruction check -> type(check.type().asSymbol());
            case NewReferenceArrayInstruction array -> type(array.componentType().asSymbol());
            case NewMultiArrayInstruction array -> type(array.arrayType().asSymbol());
            case ExceptionCatch caught -> caught.catchType().ifPresent(each -> type(each.asSymbol()));
            default -> {
                // Asks for no class.
            }
        }
    }

    /// A lambda is an object of its interface, whose other methods can be called on it.
    private void made(ClassDesc type) {
        if (type.isClassOrInterface()) {
            reach.made(internal(type));
        }
    }

    private void call(InvokeInstruction call) {
        types(call.typeSymbol());
        if (call.owner().asSymbol().isArray()) {
            type(call.owner().asSymbol());
            return;
        }
        String owner = call.owner().asInternalName();
        String key = call.name().stringValue() + call.type().stringValue();
        if (call.opcode() == Opcode.INVOKESTATIC || call.opcode() == Opcode.INVOKESPECIAL) {
            reach.callExactly(owner, key);
        } else {
            reach.call(owner, key);
        }
    }

    private void field(FieldInstruction field) {
        type(field.typeSymbol());
        String owner = field.owner().asInternalName();
        reach.load(owner);
        if (field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC) {
            reach.field(owner);
        }
    }

    private void constant(ConstantDesc constant) {
        switch (constant) {
            case String text -> reach.text(text);
            case ClassDesc type -> type(type);
            case MethodTypeDesc types -> types(types);
            case MethodHandleDesc handle -> handle(handle);
            case DynamicConstantDesc<?> dynamic -> {
                type(dynamic.constantType());
                handle(dynamic.bootstrapMethod());
                dynamic.bootstrapArgsList().forEach(this::constant);
            }
            case Integer _, Long _, Float _, Double _ -> {
                // Asks for no class.
            }
            default -> throw new IllegalArgumentException("A constant of an unknown kind: " + constant);
        }
    }

    /// What it refers to counts as called.
    private void handle(MethodHandleDesc handle) {
        if (!(handle instanceof DirectMethodHandleDesc direct)) {
            throw new IllegalArgumentException("A method handle in a class file that is not direct: " + handle);
        }
        String owner = internal(direct.owner());
        switch (direct.kind()) {
            case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER -> reach.field(owner);
            case CONSTRUCTOR -> {
                types(MethodTypeDesc.ofDescriptor(direct.lookupDescriptor()));
                reach.made(owner);
                reach.callExactly(owner, "<init>" + direct.lookupDescriptor());
            }
            case STATIC, INTERFACE_STATIC, SPECIAL, INTERFACE_SPECIAL -> {
                types(MethodTypeDesc.ofDescriptor(direct.lookupDescriptor()));
                reach.callExactly(owner, direct.methodName() + direct.lookupDescriptor());
            }
            case VIRTUAL, INTERFACE_VIRTUAL -> {
                types(MethodTypeDesc.ofDescriptor(direct.lookupDescriptor()));
                reach.call(owner, direct.methodName() + direct.lookupDescriptor());
            }
        }
    }

    private void types(MethodTypeDesc types) {
        type(types.returnType());
        types.parameterList().forEach(this::type);
    }

    private void type(ClassDesc type) {
        ClassDesc element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (element.isClassOrInterface()) {
            reach.load(internal(element));
        }
    }

    private static String internal(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }
}
