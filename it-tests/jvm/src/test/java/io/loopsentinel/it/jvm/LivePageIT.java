package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;

/** The live page of a guarded program, read as a browser reads it. */
class LivePageIT {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private File folder;

  @OnEachJdk
  void tellsOfALoopAsItHappens(Jdk jdk) throws Exception {
    try (SteeredRun run = SteeredRun.on(jdk, folder);
        BufferedReader events = events(run)) {
      JsonNode first = next(events, state -> true);
      assertThat(first.get("callsSeen").asInt()).isZero();
      assertThat(first.get("unmatchedTargets").toString()).isEqualTo("[\"renamed\"]");

      run.does("c-7 search 5", "c-7 search 5", "c-7 search 5", "c-7 search 5");

      JsonNode state =
          next(events, next -> next.at("/findings/0/calls").size() == 3 && calls(next) == 4);
      assertThat(state.at("/callsStopped").asInt()).isEqualTo(1);
      assertThat(state.at("/findings/0/reason").asText())
          .isEqualTo("search called again after 3 matching calls");
      assertThat(state.at("/findings/0/setting").asText()).isEqualTo("overrides.search.threshold");
      assertThat(state.at("/sessions/0/name").asText()).isEqualTo("c-7");
      assertThat(state.at("/sessions/0/calls").findValuesAsText("decision"))
          .containsExactly("run", "run", "run", "hint");
      assertThat(state.at("/tokensOfTurn").asLong()).isEqualTo(980);
      assertThat(state.at("/costOfTurn").asDouble()).isEqualTo((900 * 2 + 80 * 8) / 1e6);
      assertThat(state.get("matchedTargets").toString()).contains("tools", "model");
    }
  }

  @FullMatrix
  @OnEachJdk(17)
  void givesItsTokenToNobodyWhoOnlyReads(Jdk jdk) throws Exception {
    try (SteeredRun run = SteeredRun.on(jdk, folder);
        BufferedReader events = events(run)) {
      for (String path : List.of("/", "/state")) {
        HttpRequest request = HttpRequest.newBuilder(run.page().resolve(path)).build();
        assertThat(client.send(request, BodyHandlers.ofString()).body())
            .doesNotContain(run.token());
      }
      assertThat(next(events, state -> true).toString()).doesNotContain(run.token());
    }
  }

  @OnEachJdk(17)
  void switchesAndResets(Jdk jdk) throws Exception {
    try (SteeredRun run = SteeredRun.on(jdk, folder)) {
      run.does("c-7 search 5", "c-7 search 5", "c-7 search 5");

      HttpResponse<String> reset = post(run, "reset", "{\"session\":\"c-7\"}", run.token());
      run.does("c-7 search 5");
      HttpResponse<String> mode = post(run, "mode", "{\"mode\":\"observe\"}", run.token());
      HttpResponse<String> refused = post(run, "mode", "{\"mode\":\"enforce\"}", "other");
      run.does("c-7 search 5", "c-7 search 5", "c-7 search 5", "c-7 search 5");

      assertThat(reset.body()).isEqualTo("{\"reset\":true}");
      assertThat(mode.body()).isEqualTo("{\"before\":\"enforce\"}");
      assertThat(refused.statusCode()).isEqualTo(403);
      run.program().closeInput();
      ProgramResult result = run.program().await(Programs.LIMIT);
      assertThat(result.standardOutput()).doesNotContain("stopped", "loop-detected");
      assertThat(result.agentLines())
          .contains(
              "session c-7 was reset on the live page",
              "mode observe from now on, set on the live page; before enforce");
      assertThat(result.exitCode()).isZero();
    }
  }

  @FullMatrix
  @OnEachJdk(17)
  void tellsAModelSomething(Jdk jdk) throws Exception {
    try (SteeredRun run = SteeredRun.on(jdk, folder)) {
      run.does("c-7 search 5");

      HttpResponse<String> told =
          post(run, "tell", "{\"session\":\"c-7\",\"text\":\"Look here.\"}", run.token());
      run.does("c-7 search 6");

      assertThat(told.body()).isEqualTo("{\"told\":true}");
      run.program().closeInput();
      ProgramResult result = run.program().await(Programs.LIMIT);
      assertThat(result.standardOutput()).contains("\n\nA word from the operator: Look here.");
      assertThat(result.agentLines())
          .contains(
              "session c-7: message sent on the live page, delivered with the model's next result or"
                  + " request");
    }
  }

  private static int calls(JsonNode state) {
    return state.at("/sessions/0/calls").size();
  }

  /** Returns the stream of states. */
  private BufferedReader events(SteeredRun run) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(run.page().resolve("/events")).build();
    return new BufferedReader(
        new InputStreamReader(
            client.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
  }

  private static JsonNode next(BufferedReader events, Predicate<JsonNode> expected)
      throws IOException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.startsWith("data: ")) {
        JsonNode state = MAPPER.readTree(line.substring("data: ".length()));
        if (expected.test(state)) {
          return state;
        }
      }
    }
    throw new AssertionError("the stream has ended");
  }

  private HttpResponse<String> post(SteeredRun run, String path, String body, String token)
      throws Exception {
    URI address = run.page().resolve("/" + path);
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("X-Loop-Sentinel-Token", token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
