package com.acme.travel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Plans the journeys of many travellers on one thread. */
final class Agency {

  private static final int MAX_TURNS = 12;

  private final ModelClient model;
  private final Executor pool;
  private final Map<String, Function<Map<String, Object>, String>> services = new HashMap<>();

  Agency(ModelClient model, Executor pool) {
    this.model = model;
    this.pool = pool;
  }

  void offer(String name, Function<Map<String, Object>, String> service) {
    services.put(name, service);
  }

  CompletableFuture<String> plan(String traveller, String wish) {
    List<Map<String, Object>> messages = new ArrayList<>();
    messages.add(Map.of("role", "system", "content", "You plan for " + traveller));
    messages.add(Map.of("role", "user", "content", wish));
    return step(messages, 0);
  }

  private CompletableFuture<String> step(List<Map<String, Object>> messages, int turn) {
    if (turn == MAX_TURNS) {
      return CompletableFuture.completedFuture("no answer after " + MAX_TURNS + " turns");
    }
    return model.ask(messages).thenComposeAsync(reply -> follow(reply, messages, turn), pool);
  }

  private CompletableFuture<String> follow(
      Reply reply, List<Map<String, Object>> messages, int turn) {
    if (reply.actions().isEmpty()) {
      return CompletableFuture.completedFuture(reply.text());
    }
    messages.add(Map.of("role", "assistant", "tool_calls", reply.raw()));
    CompletableFuture<?> done = CompletableFuture.completedFuture(null);
    for (Action action : reply.actions()) {
      done =
          done.thenCompose(previous -> perform(action))
              .thenAccept(
                  finding ->
                      messages.add(
                          Map.of(
                              "role",
                              "tool",
                              "tool_call_id",
                              action.id(),
                              "content",
                              finding.text())));
    }
    return done.thenCompose(last -> step(messages, turn + 1));
  }

  private CompletableFuture<Finding> perform(Action action) {
    Function<Map<String, Object>, String> service = services.get(action.service());
    if (service == null) {
      return CompletableFuture.completedFuture(Finding.missed("unknown tool: " + action.service()));
    }
    return CompletableFuture.supplyAsync(() -> Finding.of(service.apply(action.details())), pool);
  }
}
