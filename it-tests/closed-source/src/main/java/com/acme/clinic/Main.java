package com.acme.clinic;

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
    ChatClient client =
        new ChatClient(arguments[0])
            .on(
                "find_patient",
                input -> {
                  calls.add("find_patient " + input.get("id"));
                  return "no patient " + input.get("id");
                });
    Reception reception = new Reception(client);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      ask("loop", List.of("alice"), reception, pool, calls);
      ask("errands", List.of("alice"), reception, pool, calls);
      ask("pair", List.of("alice", "bob"), reception, pool, calls);
    } finally {
      pool.shutdown();
    }
  }

  private static void ask(
      String complaint,
      List<String> patients,
      Reception reception,
      ExecutorService pool,
      List<String> calls)
      throws Exception {
    calls.clear();
    List<String> answers = new ArrayList<>();
    for (String patient : patients) {
      answers.add(pool.submit(() -> reception.receive(patient, complaint)).get());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("question", complaint);
    line.put("calls", calls);
    line.put("answers", answers);
    System.out.println(Json.write(line));
  }
}
