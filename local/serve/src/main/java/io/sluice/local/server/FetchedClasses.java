package io.sluice.local.server;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;

/// The classes of DynamoDB Local's jar, and those of the SQLite binding that it works with: the native library that
/// DynamoDB Local loads is seen by classes of its own loader alone. All other classes are its parent's.
final class FetchedClasses extends URLClassLoader {
    private static final String SQLITE = "com.almworks.sqlite4java.";

    /// @throws IOException when the SQLite binding's place can't be told
    FetchedClasses(URL jar, ClassLoader parent) throws IOException {
        super(new URL[]{jar, sqlite(parent)}, parent);
    }

    private static URL sqlite(ClassLoader parent) throws IOException {
        String name = SQLITE.replace('.', '/') + "SQLite.class";
        URL place = Objects.requireNonNull(parent.getResource(name), name);
        return ((JarURLConnection) place.openConnection()).getJarFileURL();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(SQLITE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
