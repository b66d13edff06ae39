package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What pages and Javadoc show of the constructs compiles, in a package that is not theirs.
final class ExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /// An example with where it stands.
    record Example(String place, String code) {
        @Override
        public String toString() {
            return place;
        }
    }

    static List<Example> examples() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            var found = Stream.concat(sources.filter(Files::isRegularFile).sorted(),
                    Stream.of("docs/how-to/deploy.md", "docs/how-to/repartition.md", "docs/how-to/sources.md")
                            .map(Synthesis.TOP_LEVEL::resolve))
                    .flatMap(ExamplesTest::of).toList();
            assertTrue(found.size() >= 5, found::toString);
            return found;
        }
    }

    private static Stream<Example> of(Path file) {
        try {
            String text = Files.readString(file);
            if (file.toString().endsWith(".java")) {
                text = text.lines().map(String::strip).filter(line -> line.startsWith("///"))
                        .map(line -> line.substring(3).replaceFirst("^ ", "")).collect(Collectors.joining("\n"));
            }
            Matcher example = EXAMPLE.matcher(text);
            return example.results().map(each -> new Example(file.getFileName() + " at " + each.start(), each.group(1)))
                    .toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleCompilesInAnyPackage(Example example, @TempDir Path classes) throws IOException {
        String source = """
                package com.example;
                import io.sluice.deployment.*;
                import io.sluice.infra.*;
                import java.nio.file.Path;
                import java.util.*;
                import software.amazon.awscdk.*;
                import software.amazon.awscdk.services.ec2.*;
                import software.amazon.awscdk.services.iam.*;
                import software.amazon.awscdk.services.kinesis.IStream;
                import software.amazon.awscdk.services.kms.Key;
                import software.amazon.awscdk.services.logs.*;
                import software.amazon.awscdk.services.s3.*;
                import software.amazon.awscdk.services.sns.ITopic;
                import software.amazon.awscdk.Stack;
                import software.amazon.awscdk.App;
                final class Example {
                    static void example(%s) {
                        %s
                    }
                }
                """.formatted(parameters(example.code()), example.code());
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "the tests run on a JDK");
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(said, files, null,
                    List.of("-d", classes.toString(), "-proc:none", "-classpath",
                            System.getProperty("java.class.path")),
                    null, List.of(inMemory(source))).call();
            assertTrue(compiled, () -> source + said);
        }
        assertEquals("", said.toString());
    }

    /// What an example takes for granted.
    private static String parameters(String code) {
        return Stream
                .of("App app", "Stack stack", "IGrantable producer", "IGrantable reader", "IGrantable operator",
                        "ITopic topic", "IVpc vpc",
                        "IStream kinesis", "PlatformOptions options", "SluiceStream orders",
                        "ILogGroup logGroup", "String clusterArn", "software.amazon.awscdk.services.sqs.IQueue queue",
                        "software.amazon.awscdk.services.dynamodb.ITable table")
                .filter(each -> !code.contains("var " + each.substring(each.indexOf(' ') + 1) + " ="))
                .collect(Collectors.joining(", "));
    }

    private static JavaFileObject inMemory(String source) {
        return new SimpleJavaFileObject(URI.create("string:///com/example/Example.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}
