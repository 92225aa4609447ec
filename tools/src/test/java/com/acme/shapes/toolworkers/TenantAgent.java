package com.acme.shapes.toolworkers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/** Answers the users of one tenant. */
public final class TenantAgent {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, String toolName, Map<String, Object> arguments) {}

  private final String tenant;
  private final ChatModel model;
  private final BlockingQueue<ToolJob> queue;

  public TenantAgent(String tenant, ChatModel model, BlockingQueue<ToolJob> queue) {
    this.tenant = tenant;
    this.model = model;
    this.queue = queue;
  }

  public CompletableFuture<String> ask(String question) {
    return next(new ArrayList<>(List.of(question)));
  }

  private CompletableFuture<String> next(List<String> messages) {
    Answer answer = model.chat(messages);
    if (answer.toolName() == null) {
      return CompletableFuture.completedFuture(answer.text());
    }
    CompletableFuture<String> done = new CompletableFuture<>();
    if (!queue.offer(new ToolJob(tenant, answer.toolName(), answer.arguments(), done))) {
      return CompletableFuture.failedFuture(new IllegalStateException("too busy"));
    }
    return done.thenCompose(
        result -> {
          messages.add(result);
          return next(messages);
        });
  }
}
