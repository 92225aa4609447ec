package io.loopsentinel.it.manyjvms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One of several JVMs that serve conversations. Its commands:
 *
 * <ul>
 *   <li>{@code call ID CONVERSATION QUERY}: a tool is called. A {@code hanging} query never ends.
 *   <li>{@code crowd ID CONVERSATION THREADS}: the same call is made by threads at once; prints how
 *       many ran.
 *   <li>{@code turn ID CONVERSATION USER}: the model responds.
 *   <li>{@code spend ID CONVERSATION USER}: the model responds until it is refused; prints how
 *       often it responded.
 *   <li>{@code play ID CONVERSATIONS SEED}: random calls in many conversations, see {@link
 *       RandomCalls}.
 *   <li>{@code traffic ID STOP THREADS}: loops until the file {@code STOP} exists, see {@link
 *       Traffic}.
 * </ul>
 */
public final class PodProgram {

  private PodProgram() {}

  static String search(String conversation, String query) throws InterruptedException {
    if (query.equals("hanging")) {
      System.out.println("hanging");
      new CountDownLatch(1).await();
    }
    return "books about " + query;
  }

  static Response respond(String conversation, String user) {
    return new Response(1_000, 1_000);
  }

  /** A response of the model, of which only the usage is of interest. */
  public record Response(int inputTokens, int outputTokens) {}

  public static void main(String[] args) throws IOException {
    Commands.serve(PodProgram::result);
  }

  private static String result(String[] words) throws Exception {
    return switch (words[0]) {
      case "call" -> search(words[2], words[3]);
      case "crowd" -> crowd(words[2], Integer.parseInt(words[3])) + " ran";
      case "turn" -> respond(words[2], words[3]).toString();
      case "spend" -> spend(words[2], words[3]) + " responses";
      case "play" -> RandomCalls.play(Integer.parseInt(words[2]), Long.parseLong(words[3]));
      case "traffic" -> Traffic.run(words[2], Integer.parseInt(words[3]));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private static long crowd(String conversation, int count) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    CountDownLatch start = new CountDownLatch(count);
    List<Future<String>> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      results.add(
          threads.submit(
              () -> {
                start.countDown();
                start.await();
                return search(conversation, "crowds");
              }));
    }
    threads.shutdown();
    long ran = 0;
    for (Future<String> result : results) {
      ran += ran(result) ? 1 : 0;
    }
    return ran;
  }

  private static boolean ran(Future<String> result) throws InterruptedException {
    try {
      return result.get().startsWith("books");
    } catch (ExecutionException e) {
      if (e.getCause().getClass().getSimpleName().equals("ToolLoopError")) {
        return false;
      }
      throw new IllegalStateException(e);
    }
  }

  private static int spend(String conversation, String user) {
    int responses = 0;
    try {
      while (respond(conversation + responses, user).inputTokens() > 0) {
        responses++;
      }
    } catch (Error refused) {
      return responses;
    }
    return -1;
  }
}
