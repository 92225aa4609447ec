package io.loopsentinel.it.jvm.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Completes the results of guarded calls near the end of the stack, and goes on thereafter. */
public final class DeepOutcomeProgram {

  private static final int DEPTHS = 1_000;

  private final List<CompletableFuture<String>> begun = new ArrayList<>();
  private int completed;

  private DeepOutcomeProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    DeepOutcomeProgram program = new DeepOutcomeProgram();
    for (int i = 0; i < DEPTHS; i++) {
      program.dispatch("search", Map.of("session", "deep " + i, "q", "x"));
    }
    Thread deep = new Thread(null, program::overflow, "deep", 2L << 20);
    deep.start();
    deep.join();
    System.out.println("completed " + (program.completed > 100 ? "often" : "seldom"));
    String last = "";
    for (int i = 0; i < 4; i++) {
      last = program.answer("looping");
    }
    System.out.println(last.substring(0, "loop-detected".length()));
  }

  /** Completes at every depth from the deepest up. */
  @SuppressWarnings("InfiniteRecursion") // The end of the stack ends it.
  private int overflow() {
    int depth;
    try {
      depth = 1 + overflow();
    } catch (StackOverflowError end) {
      depth = 0;
    }
    if (depth < DEPTHS) {
      try {
        begun.get(depth).complete("found");
        completed++;
      } catch (StackOverflowError end) {
        return depth + 1;
      }
    }
    return depth + 1;
  }

  private String answer(String session) {
    CompletableFuture<String> answer = dispatch("search", Map.of("session", session, "q", "x"));
    begun.get(begun.size() - 1).complete("found");
    return answer.join();
  }

  private CompletableFuture<String> dispatch(String tool, Map<String, Object> arguments) {
    CompletableFuture<String> result = new CompletableFuture<>();
    begun.add(result);
    return result;
  }
}
