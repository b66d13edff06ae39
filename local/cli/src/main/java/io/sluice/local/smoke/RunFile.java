package io.sluice.local.smoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A file that tells what a run has made, for whoever takes it down after the process was killed. It is there from
/// before the first thing is made until the last one is gone. It stays on this machine, and so has the account in it.
///
/// @param name     of the run
/// @param account  where it is
/// @param retained what the stack leaves where it is when it goes; empty before that is known
public record RunFile(RunName name, String account, CloudAccess access, List<StackResource> retained) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public RunFile {
        retained = List.copyOf(retained);
    }

    /// The file of a run that has made nothing.
    public static RunFile begun(RunName name, String account, CloudAccess access) {
        return new RunFile(name, account, access, List.of());
    }

    /// The file of a run in `folder`; empty: it was started elsewhere, or all of it is gone.
    ///
    /// @throws UsageException when it can't be read
    public static Optional<RunFile> find(RunName name, Path folder) {
        Path file = name.file(folder);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode read = JSON.readTree(file.toFile());
            List<StackResource> retained = new ArrayList<>();
            read.path("retained").forEach(each -> retained.add(new StackResource(text(each, "type"), text(each, "id"),
                    text(each, "name"))));
            var endpoint = Optional.ofNullable(read.get("endpoint")).map(url -> URI.create(url.asText()));
            return Optional.of(new RunFile(name, text(read, "account"), new CloudAccess(text(read, "region"), endpoint),
                    retained));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException("The file " + file + " of the run can't be read (" + e.getMessage()
                    + "); remove it, and name the run's --region");
        }
    }

    private static String text(JsonNode node, String member) {
        if (!node.path(member).isTextual()) {
            throw new IllegalArgumentException("it has no text " + member);
        }
        return node.path(member).asText();
    }

    RunFile retaining(List<StackResource> resources) {
        return new RunFile(name, account, access, resources);
    }

    /// Writes it whole, or fails and leaves the one of before.
    void write(Path folder) throws IOException {
        ObjectNode json = JSON.createObjectNode().put("account", account).put("region", access.region());
        access.endpoint().ifPresent(url -> json.put("endpoint", url.toString()));
        var all = json.putArray("retained");
        retained.forEach(each -> all.addObject().put("type", each.type()).put("id", each.id())
                .put("name", each.name()));
        Path part = folder.resolve(name + ".part");
        try {
            Files.write(part, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
            Files.move(part, name.file(folder), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
