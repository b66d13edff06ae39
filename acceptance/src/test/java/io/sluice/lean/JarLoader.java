package io.sluice.lean;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Loads classes of entries in memory, with nothing beside them but the JDK.
final class JarLoader extends ClassLoader {
    private final Map<String, byte[]> entries;
    private final Set<String> decoys;

    /// @param decoys entries in whose places stand empty classes, which extend nothing: the verifier, which asks for a
    ///               class to see what it extends, takes none of them
    JarLoader(Map<String, byte[]> entries, Set<String> decoys) {
        super(ClassLoader.getPlatformClassLoader());
        this.entries = entries;
        this.decoys = decoys;
    }

    /// Has the JVM link a class, which is when it verifies it, without running any of it.
    ///
    /// @return why it cannot be linked
    Optional<LinkageError> link(String internalName) {
        try {
            Class<?> type = Class.forName(internalName.replace('/', '.'), false, this);
            // Asks HotSpot for the constructors' types too, but not before the class is linked.
            Objects.requireNonNull(type.getDeclaredConstructors());
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.of(e);
        } catch (ClassNotFoundException e) {
            return Optional.of(new NoClassDefFoundError(e.getMessage()));
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String entry = name.replace('.', '/') + ".class";
        byte[] bytes = entries.get(entry);
        if (bytes == null && decoys.contains(entry)) {
            bytes = ClassFile.of().build(ClassDesc.of(name), _ -> {});
        }
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        URL found = findResource(name);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }

    @Override
    protected @Nullable URL findResource(String name) {
        byte[] bytes = entries.get(name);
        try {
            return bytes == null ? null : URL.of(URI.create("memory:" + name), new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new URLConnection(url) {
                        @Override
                        public void connect() {}

                        @Override
                        public InputStream getInputStream() {
                            return new ByteArrayInputStream(bytes);
                        }
                    };
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("no URL for " + name, e);
        }
    }
}
