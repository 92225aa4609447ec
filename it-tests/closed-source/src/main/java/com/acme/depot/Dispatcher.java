package com.acme.depot;

import com.acme.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lets a model decide which jobs to do. */
final class Dispatcher {

  private static final int MAX_TURNS = 12;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Station> stations = new TreeMap<>();
  private final URI endpoint;

  Dispatcher(String url) {
    this.endpoint = URI.create(url + "/chat/completions");
  }

  void station(String name, Station station) {
    stations.put(name, station);
  }

  String order(String customer, String wish) throws IOException, InterruptedException {
    List<Object> messages = new ArrayList<>();
    messages.add(Map.of("role", "system", "content", "Customer " + customer));
    messages.add(Map.of("role", "user", "content", wish));
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Object message = next(messages);
      messages.add(message == null ? Map.of() : message);
      List<Job> jobs = jobs(Json.at(message, "tool_calls"));
      if (jobs.isEmpty()) {
        return Json.text(message, "content");
      }
      for (Job job : jobs) {
        JobResult result = job.execute();
        messages.add(
            Map.of("role", "tool", "tool_call_id", job.ticket(), "content", result.text()));
      }
    }
    return "no answer after " + MAX_TURNS + " turns";
  }

  private @Nullable Object next(List<Object> messages) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    Json.write(Map.of("model", "depot-1", "messages", messages))))
            .build();
    return Json.at(
        Json.read(http.send(request, BodyHandlers.ofString()).body()), "choices", 0, "message");
  }

  private List<Job> jobs(@Nullable Object calls) {
    List<Job> jobs = new ArrayList<>();
    if (calls instanceof List<?> list) {
      for (Object call : list) {
        jobs.add(
            new Job(
                stations,
                Json.text(call, "id"),
                Json.text(call, "function", "name"),
                Json.object(Json.read(Json.text(call, "function", "arguments")))));
      }
    }
    return jobs;
  }
}
