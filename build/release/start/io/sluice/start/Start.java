package io.sluice.start;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * The main class of the runnable jar. It alone is compiled for Java 8, so that an older Java says in a sentence what it
 * lacks, and not that it does not know a class file's version.
 */
public final class Start {
    private static final int JAVA_MIN = 25;
    private static final int USAGE = 2;

    private static Instrumentation classPath;

    private Start() {}

    /** Called before main, as the manifest asks: an agent may add to the class path, which nobody else can. */
    public static void agentmain(String unused, Instrumentation instrumentation) {
        classPath = instrumentation;
    }

    public static void main(String[] arguments) throws Exception {
        String version = System.getProperty("java.specification.version");
        if (feature(version) < JAVA_MIN) {
            System.err.println("sluice: Java " + JAVA_MIN + " or newer is needed, and this is Java " + version + " ("
                    + System.getProperty("java.home")
                    + "); start it with a newer one, or take the archive, which has its own");
            System.exit(USAGE);
        }
        try {
            Class.forName("io.sluice.start.Unpacked").getMethod("main", Instrumentation.class, String[].class)
                    .invoke(null, classPath, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Exception) {
                throw (Exception) cause;
            }
            throw (Error) cause;
        }
    }

    /** 8 of "1.8", 25 of "25". */
    static int feature(String version) {
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }
}
