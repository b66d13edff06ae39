package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.ApiException;
import io.sluice.local.serve.demo.Demo;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.local.serve.streams.Balance;
import io.sluice.local.serve.streams.KilledRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The demo's sum, and its buttons.
final class DemoRoutes {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final Supplier<Optional<Demo>> demo;

    /// @param demo empty where the server was started without
    DemoRoutes(Supplier<Optional<Demo>> demo) {
        this.demo = demo;
    }

    List<Route> routes() {
        return List.of(new Route("GET", "/_sluice/demo", Route.Callers.LOOPBACK, _ -> sum()),
                new Route("POST", "/_sluice/demo/kill", Route.Callers.LOOPBACK, _ -> kill()),
                new Route("POST", "/_sluice/demo/rest", Route.Callers.LOOPBACK, _ -> change(Demo::rest)),
                new Route("POST", "/_sluice/demo/resume", Route.Callers.LOOPBACK,
                        _ -> change(Demo::resume)));
    }

    private Answer sum() {
        ObjectNode answer = JSON.createObjectNode().put("on", demo.get().isPresent());
        demo.get().ifPresent(each -> tell(each, answer));
        return Answer.json(OK, answer.toString());
    }

    private static void tell(Demo demo, ObjectNode answer) {
        answer.put("stream", Demo.STREAM).put("clicks", demo.acknowledged()).put("kills", demo.kills())
                .put("resting", demo.isResting());
        demo.trouble().ifPresent(trouble -> answer.put("trouble", trouble));
        try {
            demo.stream().balance().ifPresent(balance -> answer.set("sum", sum(balance)));
        } catch (ApiException e) {
            answer.put("trouble", "the demo's stream was deleted; start the server again");
        }
    }

    private static ObjectNode sum(Balance balance) {
        return JSON.createObjectNode().put("in", balance.in()).put("delivered", balance.delivered())
                .put("rejected", balance.rejected()).put("dropped", balance.dropped())
                .put("pending", balance.pending()).put("waiting", balance.waiting())
                .put("buffered", balance.buffered()).put("writing", balance.writing()).put("holds", balance.holds());
    }

    private Answer kill() {
        if (demo.get().isEmpty()) {
            return notThere();
        }
        try {
            KilledRun run = demo.get().get().kill();
            return Answer.json(OK, JSON.createObjectNode().put("killed", run.end() == KilledRun.End.KILLED)
                    .put("requests", run.requests()).put("last", run.last()).toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ObjectRoutes.problem(FAILED, "The server is stopping");
        } catch (IOException | RuntimeException e) {
            return ObjectRoutes.problem(FAILED, "The flusher could not be killed: " + e.getMessage());
        }
    }

    private Answer change(Consumer<Demo> change) {
        demo.get().ifPresent(change);
        return demo.get().isPresent() ? sum() : notThere();
    }

    private static Answer notThere() {
        return ObjectRoutes.problem(NOT_FOUND, "There is no demo: start the server with --demo");
    }
}
