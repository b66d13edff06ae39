package io.sluice.lean;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What of a jar is deployed, and what is left out of it.
///
/// Classes of the artifacts in [#CANDIDATES] are left out where nothing that runs names them and the JVM's verifier
/// does not ask for them; all others stay, and count as running from end to end.
///
/// @param kept    entries by name
/// @param leftOut names of entries
public record Selection(SortedMap<String, byte[]> kept, SortedSet<String> leftOut) {
    /// What is looked through. The AWS SDK has a model of each operation of a service, and of each of them a second
    /// client, which is asynchronous; JCodings has some fifty encodings and the ways between them, of which jq's
    /// regular expressions need UTF-8.
    static final List<String> CANDIDATES = List.of("software/amazon/awssdk/", "org/jcodings/");

    /// Classes that are asked for by names that are put together: `org.jcodings.Encoding.load`.
    private static final String BY_NAME = "org/jcodings/specific/";

    private static final String SERVICES = "META-INF/services/";
    /// Lists of classes that the SDK makes by their names.
    private static final String INTERCEPTORS = "execution.interceptors";
    private static final String CLASS = ".class";
    /// Read by the classes of the package beside it alone.
    private static final String TRANSCODER_TABLES = "tables/Transcoder_";
    private static final String TRANSCODERS = "org/jcodings/transcode/";

    /// Native code by the architecture that it is for, in the artifacts' own words.
    private static final List<String> ARM = List.of("linux/aarch64/", "org/xerial/snappy/native/Linux/aarch64/",
            "aircompressor/linux-aarch64/");
    private static final List<String> X86 = List.of("linux/amd64/", "org/xerial/snappy/native/Linux/x86_64/",
            "aircompressor/linux-amd64/");

    /// Selects what a function on `architecture` needs.
    ///
    /// @param architecture `arm64` or `x86_64`, as Lambda calls them
    /// @throws IllegalArgumentException for another architecture
    public static Selection of(WholeJar jar, String architecture) {
        return of(jar, needed(jar), foreign(architecture));
    }

    /// The classes that a function can come to need, by internal names.
    static Set<String> needed(WholeJar jar) {
        Reach reach = reach(jar);
        verify(jar, reach);
        return reach.loaded();
    }

    /// What can run.
    static Reach reach(WholeJar jar) {
        Reach reach = new Reach(jar);
        jar.types().stream().map(Type::name).filter(name -> !isCandidate(name)).sorted().forEach(reach::whole);
        jar.entries().forEach((name, content) -> {
            if (name.endsWith(INTERCEPTORS)) {
                providers(content).forEach(reach::whole);
            }
        });
        reach.run();
        Set<String> followed = new HashSet<>();
        while (services(jar, reach, followed)) {
            reach.run();
        }
        return reach;
    }

    /// Those who offer a service run where the service itself is needed.
    private static boolean services(WholeJar jar, Reach reach, Set<String> followed) {
        boolean found = false;
        for (Map.Entry<String, byte[]> each : jar.entries().entrySet()) {
            String entry = each.getKey();
            String service = entry.startsWith(SERVICES) ? internal(entry.substring(SERVICES.length())) : "";
            boolean isNeeded = !jar.holds(service) || reach.loaded().contains(service);
            if (!service.isEmpty() && isNeeded && followed.add(entry)) {
                providers(each.getValue()).forEach(reach::whole);
                found = true;
            }
        }
        return found;
    }

    /// A class that the verifier asks for is verified itself as soon as it is used; so all are that are kept.
    private static void verify(WholeJar jar, Reach reach) {
        Verifier verifier = new Verifier(jar);
        Set<String> verified = new HashSet<>();
        Deque<String> waiting = new ArrayDeque<>(reach.loaded());
        while (!waiting.isEmpty()) {
            String name = waiting.pop();
            verified.add(name);
            int known = reach.loaded().size();
            verifier.asks(jar.type(name).orElseThrow()).forEach(reach::load);
            if (reach.loaded().size() > known) {
                waiting = new ArrayDeque<>(reach.loaded());
                waiting.removeAll(verified);
            }
        }
    }

    private static Selection of(WholeJar jar, Set<String> needed, List<String> foreign) {
        boolean transcodes = needed.stream().anyMatch(name -> name.startsWith(TRANSCODERS));
        SortedMap<String, byte[]> kept = new TreeMap<>();
        SortedSet<String> leftOut = new TreeSet<>();
        jar.entries().forEach((name, content) -> {
            String type = name.endsWith(CLASS) ? name.substring(0, name.length() - CLASS.length()) : "";
            boolean isUnused = jar.holds(type) ? !needed.contains(type)
                    : (name.startsWith(TRANSCODER_TABLES) && !transcodes)
                            || foreign.stream().anyMatch(name::startsWith);
            byte[] rest = name.startsWith(SERVICES) ? offered(jar, needed, content) : content;
            if (isUnused || (name.startsWith(SERVICES) && rest.length == 0)) {
                leftOut.add(name);
            } else {
                kept.put(name, rest);
            }
        });
        return new Selection(kept, leftOut);
    }

    /// The list without those that are left out, whom a look for the service would not find.
    private static byte[] offered(WholeJar jar, Set<String> needed, byte[] content) {
        StringBuilder offered = new StringBuilder();
        for (String line : WholeJar.lines(content)) {
            if (!jar.holds(internal(line)) || needed.contains(internal(line))) {
                offered.append(line).append('\n');
            }
        }
        return offered.toString().getBytes(UTF_8);
    }

    private static List<String> foreign(String architecture) {
        return switch (architecture) {
            case "arm64" -> X86;
            case "x86_64" -> ARM;
            default -> throw new IllegalArgumentException(
                    "lambda.architecture is " + architecture + ", must be arm64 or x86_64");
        };
    }

    private static List<String> providers(byte[] list) {
        return WholeJar.lines(list).stream().map(Selection::internal).toList();
    }

    private static String internal(String name) {
        return name.replace('.', '/');
    }

    private static boolean isCandidate(String name) {
        return CANDIDATES.stream().anyMatch(name::startsWith) && !name.startsWith(BY_NAME);
    }
}
