package com.acme.depot;

import com.acme.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Asks three questions on one pooled thread: {@code Main URL-OF-THE-MODEL}. Prints a line of JSON
 * for each: the question, the calls that were made, and the answers of all who asked.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    List<String> calls = new ArrayList<>();
    Dispatcher dispatcher = new Dispatcher(arguments[0]);
    dispatcher.station(
        "find_pallet",
        slip -> {
          calls.add("find_pallet " + slip.get("id"));
          return "no pallet " + slip.get("id");
        });
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      ask("loop", List.of("alice"), dispatcher, pool, calls);
      ask("errands", List.of("alice"), dispatcher, pool, calls);
      ask("pair", List.of("alice", "bob"), dispatcher, pool, calls);
    } finally {
      pool.shutdown();
    }
  }

  private static void ask(
      String wish,
      List<String> customers,
      Dispatcher dispatcher,
      ExecutorService pool,
      List<String> calls)
      throws Exception {
    calls.clear();
    List<String> answers = new ArrayList<>();
    for (String customer : customers) {
      answers.add(pool.submit(() -> dispatcher.order(customer, wish)).get());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("question", wish);
    line.put("calls", calls);
    line.put("answers", answers);
    System.out.println(Json.write(line));
  }
}
