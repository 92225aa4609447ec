package io.loopsentinel.it.manyjvms;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * One of several JVMs that serve conversations. Reads commands, a line each, and prints what each
 * gave:
 *
 * <ul>
 *   <li>{@code call ID CONVERSATION QUERY}: a tool is called.
 *   <li>{@code crowd ID CONVERSATION THREADS}: the same call is made by threads at once; prints how
 *       many ran.
 *   <li>{@code turn ID CONVERSATION USER}: the model responds.
 * </ul>
 */
public final class PodProgram {

  private PodProgram() {}

  static String search(String conversation, String query) {
    return "books about " + query;
  }

  static Response respond(String conversation, String user) {
    return new Response(1_000, 1_000);
  }

  /** A response of the model, of which only the usage is of interest. */
  public record Response(int inputTokens, int outputTokens) {}

  public static void main(String[] args) throws Exception {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ");
      System.out.println(words[1] + ": " + result(words));
    }
  }

  private static String result(String[] words) throws InterruptedException {
    try {
      return switch (words[0]) {
        case "call" -> search(words[2], words[3]);
        case "crowd" -> crowd(words[2], Integer.parseInt(words[3])) + " ran";
        case "turn" -> respond(words[2], words[3]).toString();
        default -> throw new IllegalArgumentException(words[0]);
      };
    } catch (Error stopped) {
      return stopped.getClass().getSimpleName();
    }
  }

  private static long crowd(String conversation, int count) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<String> results = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  String result = search(conversation, "crowds");
                  synchronized (results) {
                    results.add(result);
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return results.stream().filter(each -> each.startsWith("books")).count();
  }
}
