package io.sluice.testkit.promise;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What others can call, make or extend of a package: its public types, and what is public or protected in them, each
/// with its types. What [Object] has is left out.
public final class PublicApi {
    private static final Pattern NAME = Pattern.compile("io\\.sluice\\.[\\w.]*\\w");

    private final SortedMap<String, String> members = new TreeMap<>();

    private PublicApi() {}

    /// The API of the package of a type; of its nested types too, not of packages below.
    ///
    /// @param test lies beside tests, whose types are left out
    public static SortedMap<String, String> ofPackageOf(Class<?> type, Class<?> test) throws IOException {
        var api = new PublicApi();
        for (Class<?> each : classes(type)) {
            if (!place(each).equals(place(test))) {
                api.add(each);
            }
        }
        return api.members;
    }

    private static String place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    /// The API of single types.
    public static SortedMap<String, String> of(Class<?>... types) {
        var api = new PublicApi();
        Arrays.stream(types).forEach(api::add);
        return api.members;
    }

    /// Types of Sluice that an API names and does not promise, each once.
    public static List<String> unpromised(Map<String, String> api) {
        return api.entrySet().stream().flatMap(each -> NAME.matcher(each.getValue()).results())
                .map(MatchResult::group).filter(name -> !api.containsKey(name)).distinct().sorted().toList();
    }

    /// Wherever on the class path the package is: a changed class may stand before the others.
    private static List<Class<?>> classes(Class<?> type) throws IOException {
        String folder = type.getPackageName().replace('.', '/');
        SortedSet<String> names = new TreeSet<>();
        try {
            for (URL place : Collections.list(type.getClassLoader().getResources(folder))) {
                if (place.getProtocol().equals("file")) {
                    addNames(Path.of(place.toURI()), names);
                } else {
                    try (FileSystem jar = FileSystems.newFileSystem(place.toURI(), Map.of())) {
                        addNames(jar.getPath(folder), names);
                    }
                }
            }
            List<Class<?>> classes = new ArrayList<>();
            for (String name : names) {
                classes.add(Class.forName(type.getPackageName() + "." + name, false, type.getClassLoader()));
            }
            return classes;
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private static void addNames(Path folder, SortedSet<String> names) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".class"))
                    .filter(name -> !name.equals("package-info.class") && !name.contains("$"))
                    .forEach(name -> names.add(name.replace(".class", "")));
        }
    }

    private void add(Class<?> type) {
        if (!isOffered(type.getModifiers())) {
            return;
        }
        members.put(name(type), kind(type));
        for (Class<?> from = type; from != null && from.getName().startsWith("io.sluice."); from = from
                .getSuperclass()) {
            if (from == type || !Modifier.isPublic(from.getModifiers())) {
                addMembers(type, from);
            }
        }
        Arrays.stream(type.getDeclaredClasses()).forEach(this::add);
    }

    private void addMembers(Class<?> type, Class<?> from) {
        for (Constructor<?> each : from == type ? type.getDeclaredConstructors() : new Constructor<?>[0]) {
            if (isOffered(type, each.getModifiers()) && !each.isSynthetic()) {
                members.put(name(type) + ".new" + parameters(each), generic(each) + thrown(each));
            }
        }
        for (Method each : from.getDeclaredMethods()) {
            if (isOffered(type, each.getModifiers()) && !each.isSynthetic() && !isObjects(each)) {
                members.put(name(type) + "." + each.getName() + parameters(each), demand(type, each)
                        + modifiers(each.getModifiers()) + text(each.getGenericReturnType()) + " " + generic(each)
                        + thrown(each));
            }
        }
        for (Field each : from.getDeclaredFields()) {
            if (isOffered(type, each.getModifiers()) && !each.isSynthetic()) {
                members.put(name(type) + "." + each.getName(),
                        modifiers(each.getModifiers()) + text(each.getGenericType()));
            }
        }
    }

    private static boolean isOffered(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /// What is protected is offered where others may extend the type.
    private static boolean isOffered(Class<?> type, int modifiers) {
        return Modifier.isPublic(modifiers)
                || (Modifier.isProtected(modifiers) && !Modifier.isFinal(type.getModifiers()));
    }

    private static boolean isObjects(Method method) {
        return Arrays.stream(Object.class.getDeclaredMethods()).anyMatch(each -> each.getName().equals(method.getName())
                && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }

    /// Whoever implements the type must have it.
    private static String demand(Class<?> type, Method method) {
        return Modifier.isAbstract(method.getModifiers()) && !type.isSealed() ? "required: " : "";
    }

    private static String kind(Class<?> type) {
        String kind = type.isEnum()
                ? "enum"
                : type.isRecord() ? "record" : type.isInterface() ? "interface" : "class";
        String sealed = type.isSealed() ? "sealed " : "";
        String open = kind.equals("class") ? modifiers(type.getModifiers()) : "";
        Stream<Type> above = Stream.concat(
                Stream.ofNullable(kind.equals("class") ? type.getGenericSuperclass() : null)
                        .filter(each -> each != Object.class),
                Arrays.stream(type.getGenericInterfaces()));
        String parents = above.map(PublicApi::text).collect(Collectors.joining(", "));
        return sealed + open + kind + (parents.isEmpty() ? "" : " of " + parents) + permitted(type);
    }

    /// Who asks which of them it has asks for all.
    private static String permitted(Class<?> type) {
        String names = type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).filter(each -> isOffered(each.getModifiers()))
                        .map(Class::getSimpleName).sorted().collect(Collectors.joining(", "))
                : "";
        return names.isEmpty() ? "" : ", one of " + names;
    }

    private static String modifiers(int modifiers) {
        return Stream.of("protected", "static", "abstract", "final").filter(Modifier.toString(modifiers)::contains)
                .map(each -> each + " ").collect(Collectors.joining());
    }

    private static String name(Class<?> type) {
        return text(type);
    }

    private static String text(Type type) {
        return type.getTypeName().replace('$', '.');
    }

    /// By their erased simple names.
    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String generic(Executable executable) {
        String types = Arrays.stream(executable.getGenericParameterTypes()).map(PublicApi::text)
                .collect(Collectors.joining(", "));
        return "(" + (executable.isVarArgs() ? types.substring(0, types.length() - 2) + "..." : types) + ")";
    }

    private static String thrown(Executable executable) {
        String thrown = Arrays.stream(executable.getExceptionTypes()).map(PublicApi::text).sorted()
                .collect(Collectors.joining(", "));
        return thrown.isEmpty() ? "" : " throws " + thrown;
    }
}
