package io.sluice.docs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The links and images of a checkout's pages.
final class PageLinks {
    private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}|~{3,}).*");
    private static final Pattern CODE = Pattern.compile("(`+)(.*?)\\1");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]\\[]*]\\(([^)\\s]+)\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private final Path root;
    private final Map<Path, Page> pages = new HashMap<>();

    PageLinks(Path root, List<Page> pages) {
        this.root = root;
        pages.forEach(page -> this.pages.put(root.resolve(page.name()).normalize(), page));
    }

    /// The links that lead to no file, or to no heading of a page, as `PAGE -> LINK`.
    List<String> broken() {
        List<String> broken = new ArrayList<>();
        pages.values().forEach(page -> targets(page).stream().filter(each -> !leadsSomewhere(page, each))
                .forEach(each -> broken.add(page.name() + " -> " + each)));
        return broken.stream().sorted().toList();
    }

    /// The files that a page links to, from the checkout.
    Set<Path> files(Page page) {
        Set<Path> files = new TreeSet<>();
        targets(page).forEach(each -> files.add(root.relativize(file(page, each))));
        return files;
    }

    /// What stands in the parentheses of a page's links and images, those of other hosts apart.
    List<String> targets(Page page) {
        List<String> targets = new ArrayList<>();
        Matcher link = LINK.matcher(CODE.matcher(prose(page)).replaceAll("code"));
        while (link.find()) {
            if (!ELSEWHERE.matcher(link.group(1)).matches()) {
                targets.add(link.group(1));
            }
        }
        return targets;
    }

    private boolean leadsSomewhere(Page page, String target) {
        Path file = file(page, target);
        int hash = target.indexOf('#');
        if (hash < 0) {
            return file.startsWith(root) && Files.exists(file);
        }
        Page there = pages.get(file);
        return there != null && anchors(there).contains(target.substring(hash + 1));
    }

    private Path file(Page page, String target) {
        String path = URLDecoder.decode(target.replaceFirst("#.*", ""), StandardCharsets.UTF_8);
        Path from = root.resolve(page.name());
        return path.isEmpty() ? from.normalize() : from.resolveSibling(path).normalize();
    }

    /// The ids of a page's headings, as GitHub makes them.
    private static Set<String> anchors(Page page) {
        Set<String> anchors = new TreeSet<>();
        prose(page).lines().filter(line -> line.matches("#{1,6} .*")).forEach(line -> {
            String anchor = line.replaceFirst("#+ +", "").strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
            String free = anchor;
            for (int i = 1; !anchors.add(free); i++) {
                free = anchor + "-" + i;
            }
        });
        return anchors;
    }

    /// A page without its fenced blocks.
    private static String prose(Page page) {
        StringBuilder prose = new StringBuilder();
        String open = "";
        for (String line : page.text().lines().toList()) {
            Matcher fence = FENCE.matcher(line);
            if (open.isEmpty() && fence.matches()) {
                open = fence.group(1);
            } else if (open.isEmpty()) {
                prose.append(line).append('\n');
            } else if (line.strip().equals(open)) {
                open = "";
            }
        }
        return prose.toString();
    }
}
