package io.sluice.lean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Where the libraries of which something is left out look for classes and files by name, and why nothing is missed
/// there. A new version that looks elsewhere is seen here, and looked at.
final class LookupsTest {
    private static final Path WHOLE = Path.of("..", "functions", "target", "sluice-functions-whole.jar");
    private static final Pattern LOOKUP = Pattern.compile("java/lang/Class\\.(forName|newInstance|getResource.*)"
            + "|java/lang/ClassLoader\\.(loadClass|getResource.*)|java/util/ServiceLoader\\.load.*"
            + "|java/lang/reflect/(Constructor\\.newInstance|Method\\.invoke|Proxy\\..*)"
            + "|java/lang/invoke/MethodHandles.*");

    private static final String TEXT = "by a text that stands in a method that runs, which counts as the class's use";
    private static final String LISTED = "by a list in the jar, whose classes are whole";
    private static final String FOREIGN = "of classes that are not in the jar: ";
    private static final String FOUND = "of a class that was found by one of the others";
    private static final String FILE = "a file; of files only those of transcoders are left out";
    private static final Map<String, String> REASONS = reasons();

    private static Map<String, String> reasons() {
        String credentials = "software/amazon/awssdk/auth/credentials/internal/";
        String checksums = "software/amazon/awssdk/checksums/internal/";
        String core = "software/amazon/awssdk/core/";
        String helper = "ClassLoaderHelper.loadClass";
        Map<String, String> reasons = new TreeMap<>();
        reasons.put("org/jcodings/Encoding.load", "of org.jcodings.specific, which is whole");
        reasons.put("org/jcodings/util/ArrayReader.openStream", FILE);
        for (String each : new String[]{"login", "sso", "sts"}) {
            reasons.put(credentials + "ProfileCredentialsUtils." + each + "CredentialsProviderFactory", FOUND);
        }
        reasons.put(credentials + "WebIdentityCredentialsUtils.factory", FOUND);
        reasons.put(checksums + "ChecksumProvider.lambda$createJavaCrc32C$1", FOREIGN + "the JDK's");
        reasons.put(checksums + "CrcCloneOnMarkChecksum.cloneIfCloneable", "of an object that is there");
        reasons.put(core + "interceptor/ClasspathInterceptorChainFactory.createExecutionInterceptor", LISTED);
        reasons.put(core + "interceptor/ClasspathInterceptorChainFactory.createExecutionInterceptorsFromClasspath",
                LISTED);
        reasons.put(core + "internal/http/loader/SdkServiceLoader.loadServices", LISTED);
        reasons.put(core + "internal/http/loader/SystemPropertyHttpServiceProvider.createServiceFromProperty",
                "of a system property that no function sets");
        reasons.put(core + "internal/useragent/UserAgentLangValues.kotlinVersion", FOREIGN + "Kotlin's");
        reasons.put(core + "internal/useragent/UserAgentLangValues.scalaVersion", FOREIGN + "Scala's");
        for (String prefix : new String[]{core + "internal/util/", "software/amazon/awssdk/utils/"}) {
            for (String suffix : new String[]{"", "ViaClasses", "ViaContext"}) {
                reasons.put(prefix + helper + suffix, TEXT);
            }
        }
        for (String service : new String[]{"dynamodb", "s3"}) {
            reasons.put("software/amazon/awssdk/services/" + service
                    + "/endpoints/internal/DefaultPartitionDataProvider.classpathPartitionsFile", FILE);
        }
        return reasons;
    }

    @Test
    void eachIsKnownWithTheReasonThatItMissesNothing() throws IOException {
        assumeTrue(Files.isRegularFile(WHOLE), "The jar is built by the package phase: run mvn verify");
        WholeJar whole = WholeJar.read(WHOLE);
        Reach reach = Selection.reach(whole);
        Map<String, String> lookups = new TreeMap<>();
        for (Type type : whole.types()) {
            for (MethodModel method : type.model().methods()) {
                boolean runs = Selection.CANDIDATES.stream().anyMatch(type.name()::startsWith)
                        && reach.reaches(type.name() + "." + Type.key(method));
                String called = runs ? method.code().map(LookupsTest::lookups).orElse("") : "";
                if (!called.isEmpty()) {
                    String name = type.name() + "." + method.methodName().stringValue();
                    lookups.put(name, REASONS.getOrDefault(name, "unknown: " + called));
                }
            }
        }
        assertEquals(REASONS, lookups);
    }

    private static String lookups(CodeModel code) {
        return code.elementStream().filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast)
                .map(call -> call.owner().asInternalName() + "." + call.name().stringValue())
                .filter(call -> LOOKUP.matcher(call).matches())
                .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new),
                        each -> String.join(" ", each)));
    }
}
