package io.sluice.lean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What small programs need of a library stays, and the rest goes: `app.Main.answer()` gives the same text with and
/// without it, and the JVM's verifier misses nothing.
final class SelectionTest {
    private static final String LIBRARY = "software.amazon.awssdk.x.";

    /// The library is written as `Name: declaration` in lines, the program as the body of its method.
    private static Selection selected(String answer, String body, String library, Map<String, String> texts)
            throws Exception {
        Map<String, String> sources = new HashMap<>();
        sources.put("app.Main", "package app; import software.amazon.awssdk.x.*; import java.util.*;"
                + " public class Main { public static String answer() throws Exception { " + body + " } }");
        for (String line : library.strip().split("\n", -1)) {
            String[] parts = line.strip().split(": ", 2);
            sources.put(LIBRARY + parts[0],
                    "package software.amazon.awssdk.x; import java.util.*; import java.util.function.*; " + parts[1]);
        }
        WholeJar jar = Sources.jar(sources, texts);
        Selection selection = Selection.of(jar, "arm64");
        assertEquals(answer, answer(new JarLoader(jar.entries(), Set.of())), "of the whole");
        assertEquals(answer, answer(new JarLoader(selection.kept(), Set.of())),
                "without " + selection.leftOut());
        JarLoader decoyed = new JarLoader(selection.kept(), selection.leftOut());
        selection.kept().keySet().stream().filter(name -> name.endsWith(".class"))
                .map(name -> name.substring(0, name.length() - ".class".length()))
                .forEach(name -> assertEquals(java.util.Optional.empty(), decoyed.link(name), name));
        return selection;
    }

    private static Object answer(ClassLoader loader) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return Class.forName("app.Main", true, loader).getMethod("answer").invoke(null);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void check(String leftOut, String answer, String body, String library) throws Exception {
        assertEquals(names(leftOut), types(selected(answer, body, library, Map.of())));
    }

    private static Set<String> names(String list) {
        return list.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(list.split(" ", -1)));
    }

    private static Set<String> types(Selection selection) {
        return selection.leftOut().stream().map(name -> name.substring(name.lastIndexOf('/') + 1))
                .map(name -> name.replace(".class", "")).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsNeverNamedGoes() throws Exception {
        check("B", "a", "return A.text();", """
                A: public class A { public static String text() { return "a"; } }
                B: public class B { }""");
    }

    /// As the SDK's clients are: one class that names the requests of all operations.
    @Test
    void anOperationThatIsNotCalledGoesWithItsAnswersAndStaysNamed() throws Exception {
        check("PutAnswer PutMarshaller", "got", "return new Client().get(new Get()).text();", """
                Request: public abstract class Request { }
                Get: public class Get extends Request { }
                Put: public class Put extends Request { }
                GetAnswer: public class GetAnswer { public String text() { return "got"; } }
                PutAnswer: public class PutAnswer { }
                PutMarshaller: public class PutMarshaller { public static PutAnswer put(Request r) { return null; } }
                Client: public class Client { \
                  public GetAnswer get(Get r) { send(r); return new GetAnswer(); } \
                  public PutAnswer put(Put r) { send(r); return PutMarshaller.put(r); } \
                  private static void send(Request r) { } }""");
    }

    @Test
    void ofAnInterfaceThoseStayThatAreMade() throws Exception {
        check("C", "b", "Api a = new B(); return a.text();", """
                Api: public interface Api { String text(); }
                B: public class B implements Api { public String text() { return "b"; } }
                C: public class C implements Api { public String text() { return "c"; } }""");
    }

    @Test
    void whatIsMadeAfterItWasCalledStaysToo() throws Exception {
        check("", "de", "List<Api> a = List.of(new B(), new C()); return a.get(0).text() + a.get(1).text();", """
                Api: public interface Api { String text(); }
                B: public class B implements Api { public String text() { return D.TEXT.toString(); } }
                C: public class C extends B { public String text() { return E.TEXT.toString(); } }
                D: public class D { static final Object TEXT = new String("d"); }
                E: public class E { static final Object TEXT = new String("e"); }""");
    }

    @Test
    void lambdasMethodReferencesAndWhatTheyNeedStay() throws Exception {
        check("G", "abc", "return \"\" + A.lambda().get() + A.reference().get() + A.made().get();", """
                A: public class A { \
                  public static Supplier<Object> lambda() { return () -> new B(); } \
                  public static Supplier<Object> reference() { return C::make; } \
                  public static Supplier<Object> made() { return D::new; } }
                B: public class B { public String toString() { return "a"; } }
                C: public class C { static Object make() { return E.TEXT; } }
                D: public class D { public String toString() { return F.text(); } }
                E: public class E { static final Object TEXT = new StringBuilder("b"); }
                F: public class F { static String text() { return "c"; } }
                G: public class G { }""");
    }

    @Test
    void theOtherMethodsOfALambdasInterfaceStay() throws Exception {
        check("", "ab", "return A.made().twice();", """
                Api: public interface Api { String text(); default String twice() { return text() + B.text(); } }
                A: public class A { public static Api made() { return () -> "a"; } }
                B: public class B { static String text() { return "b"; } }""");
    }

    @Test
    void staticInitializersRunWithTheirSuperclasses() throws Exception {
        check("", "ab", "return new C().all();", """
                A: public class A { static StringBuilder text = new StringBuilder(B.a()); }
                B: public class B { static String a() { return "a"; } }
                C: public class C extends A { static { D.add(text); } public String all() { return text.toString(); } }
                D: public class D { static void add(StringBuilder text) { text.append("b"); } }""");
    }

    @Test
    void aTextThatIsTheNameOfAClassAsksForAllOfIt() throws Exception {
        check("C", "b", "return Class.forName(\"software.amazon.awssdk.x.A\").getDeclaredConstructor().newInstance()"
                + ".toString();", """
                        A: public class A { public A() { } public String toString() { return B.text(); } }
                        B: public class B { static String text() { return "b"; } }
                        C: public class C { }""");
    }

    @Test
    void whatTheJdkCallsBackStays() throws Exception {
        check("", "[1, 2]", "var list = new ArrayList<>(List.of(2, 1)); list.sort(new A()); return list.toString();",
                """
                        A: public class A implements Comparator<Integer> { \
                          public int compare(Integer a, Integer b) { return B.compare(a, b); } }
                        B: public class B { static int compare(int a, int b) { return Integer.compare(a, b); } }""");
    }

    @Test
    void thrownAndCaughtExceptionsStay() throws Exception {
        check("D", "b", "try { A.fail(\"B\"); return \"\"; } catch (C c) { return c.text(); }", """
                A: public class A { public static void fail(String code) throws C { \
                  Map<String, Supplier<C>> all = Map.of("B", B::new); throw all.get(code).get(); } }
                C: public class C extends Exception { public String text() { return "c"; } }
                B: public class B extends C { public String text() { return "b"; } }
                D: public class D extends C { public String text() { return "d"; } }""");
    }

    @Test
    void switchesOverTypesRecordsAndEnumsKeepTheirCases() throws Exception {
        check("", "1 two Y", "return A.text(new A.One(1)) + A.text(new A.Two(\" two \")) + A.name(A.E.X);", """
                A: public sealed interface A { record One(int a) implements A { } \
                  record Two(String a) implements A { } enum E { X, Y } \
                  static String text(A a) { return switch (a) { case One(int i) -> "" + i; case Two(var s) -> s; }; } \
                  static String name(E e) { return switch (e) { case X -> E.Y.name(); case Y -> "no"; }; } }""");
    }

    /// `getSimpleName` asks for the class around a class, and private members for the host of the nest.
    @Test
    void theClassAroundANestedOneStays() throws Exception {
        check("", "Inner Deep", "return new A.Inner().text() + \" \" + A.Inner.Deep.class.getSimpleName();", """
                A: public class A { public static class Inner { private int n; \
                  public static class Deep { int of(Inner i) { return i.n; } } \
                  public String text() { new Deep().of(this); return getClass().getSimpleName(); } } }""");
    }

    @Test
    void defaultAndInheritedMethodsAreFound() throws Exception {
        check("", "abc", "Api a = new C(); return a.text() + a.base() + a.more();", """
                Api: public interface Api { default String text() { return D.a(); } String base(); String more(); }
                B: public class B { public String base() { return "b"; } }
                C: public class C extends B implements Api { public String more() { return E.c(); } }
                D: public class D { static String a() { return "a"; } }
                E: public class E { static String c() { return "c"; } }""");
    }

    /// A private method does not stand in another's place, whatever it is called.
    @Test
    void aPrivateMethodIsCalledWhereItStands() throws Exception {
        check("", "a", "return new B().text();", """
                A: public class A { private String own() { return C.a(); } \
                  public String text() { return own(); } }
                B: public class B extends A { String own() { return "b"; } }
                C: public class C { static String a() { return "a"; } }""");
    }

    @Test
    void arraysAndClassConstantsKeepWhatTheyName() throws Exception {
        check("", "0 C", "return new A[0][0].length + \" \" + C.class.getSimpleName();", """
                A: public class A { }
                C: public class C { }""");
    }

    @ParameterizedTest
    @CsvSource({"true,'',b", "false,Api B software.amazon.awssdk.x.Api,none"})
    void aServiceIsOfferedWhereItIsAskedFor(boolean asked, String leftOut, String answer) throws Exception {
        String body = asked
                ? "for (Api a : ServiceLoader.load(Api.class)) { return a.text(); } return \"nobody\";"
                : "return \"none\";";
        Selection selection = selected(answer, body, """
                Api: public interface Api { String text(); }
                B: public class B implements Api { public String text() { return "b"; } }""",
                Map.of("META-INF/services/software.amazon.awssdk.x.Api", "# the one\nsoftware.amazon.awssdk.x.B\n"));
        assertEquals(names(leftOut), types(selection));
    }

    @Test
    void nativeCodeIsOfOneArchitecture() throws Exception {
        WholeJar jar = Sources.jar(Map.of("app.Main", "package app; class Main { }"), Map.of("linux/amd64/a.so", "x",
                "linux/aarch64/a.so", "a", "org/xerial/snappy/native/Linux/x86_64/s.so", "x",
                "org/xerial/snappy/native/Linux/aarch64/s.so", "a"));
        for (String architecture : List.of("arm64", "x86_64")) {
            Set<String> kept = Selection.of(jar, architecture).kept().keySet();
            assertEquals(3, kept.size(), kept.toString());
            assertEquals(architecture.equals("arm64"), kept.contains("linux/aarch64/a.so"));
            assertFalse(kept.containsAll(jar.entries().keySet()));
        }
        assertThrows(IllegalArgumentException.class, () -> Selection.of(jar, "amd64"));
    }
}
