package io.sluice.local.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The judge shares no code with the judged: its module depends on none, and what it asks of theirs is told.
final class JudgeTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.sluice.local.evidence");

    @Test
    void whatItIsToldBySluicesOwnCodeIsWhatThePageLists() throws IOException {
        Set<String> shared = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            for (Dependency each : type.getDirectDependenciesFromSelf()) {
                String name = each.getTargetClass().getPackageName();
                if (name.startsWith("io.sluice.") && !name.startsWith("io.sluice.local.")) {
                    shared.add(name.substring("io.sluice.".length()));
                }
            }
        }
        assertEquals(listed(), shared);
    }

    /// The packages in the table of what is shared.
    private static Set<String> listed() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "how-to", "verify.md"));
        String table = page.substring(page.indexOf("| what | source |"));
        Set<String> listed = new TreeSet<>();
        for (String line : table.substring(0, table.indexOf("\n\n")).lines().skip(2).toList()) {
            Matcher name = Pattern.compile("`([a-z]+(?:\\.[a-z]+)?)`").matcher(line.substring(line.lastIndexOf("| ")));
            while (name.find()) {
                listed.add(name.group(1));
            }
        }
        return listed;
    }
}
