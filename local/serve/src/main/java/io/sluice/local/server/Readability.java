package io.sluice.local.server;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;

/// Has an automatic module read the class path, as each of them does.
///
/// A JVM that starts from an ahead-of-time cache takes its modules out of the cache, and its Java side has forgotten
/// then that automatic modules read the class path: a lambda of such a module that is linked for the first time, and
/// was not in the rehearsal, ends with an [IllegalAccessError] at the first class of the class path that it names. Only
/// code of the module itself may say once more what it reads, so a class that does so is defined in it.
final class Readability {
    private static final String METHOD = "read";
    private static final ClassDesc CLASS = ClassDesc.of("java.lang.Class");
    private static final ClassDesc MODULE = ClassDesc.of("java.lang.Module");
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_void, MODULE);

    private Readability() {}

    /// Does nothing where the module reads it already.
    ///
    /// @param inside a class of the module, whose package is open
    /// @throws ReflectiveOperationException when it can't be done
    static void give(Class<?> inside, Module read) throws ReflectiveOperationException {
        Module module = inside.getModule();
        if (!module.canRead(read)) {
            Class<?> reader = MethodHandles.privateLookupIn(inside, MethodHandles.lookup())
                    .defineClass(reader(ClassDesc.of(inside.getPackageName(), "ReadsTheClassPath")));
            reader.getMethod(METHOD, Module.class).invoke(null, read);
        }
    }

    /// `public static void read(Module other) { <name>.class.getModule().addReads(other); }`
    private static byte[] reader(ClassDesc name) {
        return ClassFile.of().build(name, type -> type.withFlags(ClassFile.ACC_PUBLIC).withMethodBody(METHOD, READ,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> code.loadConstant(name)
                        .invokevirtual(CLASS, "getModule", MethodTypeDesc.of(MODULE)).aload(0)
                        .invokevirtual(MODULE, "addReads", MethodTypeDesc.of(MODULE, MODULE)).pop().return_()));
    }
}
