package com.acme.travel;

import com.acme.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Asks three questions on one pooled thread: {@code Main URL-OF-THE-MODEL}. Prints a line of JSON
 * for each: the question, the calls that were made, and the answers of all who asked.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    List<String> calls = new CopyOnWriteArrayList<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Agency agency = new Agency(new ModelClient(arguments[0]), pool);
    agency.offer(
        "find_flight",
        details -> {
          calls.add("find_flight " + details.get("id"));
          return "no flight " + details.get("id");
        });
    try {
      ask("loop", List.of("alice"), agency, calls);
      ask("errands", List.of("alice"), agency, calls);
      ask("pair", List.of("alice", "bob"), agency, calls);
    } finally {
      pool.shutdown();
    }
  }

  private static void ask(String wish, List<String> travellers, Agency agency, List<String> calls) {
    calls.clear();
    List<CompletableFuture<String>> plans =
        travellers.stream().map(traveller -> agency.plan(traveller, wish)).toList();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("answers", plans.stream().map(CompletableFuture::join).toList());
    line.put("question", wish);
    line.put("calls", calls);
    System.out.println(Json.write(line));
  }
}
