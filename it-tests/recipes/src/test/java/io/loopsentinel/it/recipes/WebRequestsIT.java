package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A web application of which only the tools are known, with each request as a run. */
@FullMatrix
class WebRequestsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern PORT = Pattern.compile("port (\\d+)");
  private static final Pattern REQUEST = Pattern.compile("(?m)^ +- \\{name: request, .*$");

  private static final String TOOLS =
      """
      sentinel:
        profiles: none
        targets:
      REQUEST
          - {name: tools, kind: tool, method: dispatch, tool: arg0, args: arg1,
             type: 'io.loopsentinel.it.recipes.WebApplicationProgram$Desk'}
      """;

  private final HttpClient browser = HttpClient.newHttpClient();

  @TempDir private File folder;

  @OnEachJdk(17)
  void leavesUsersAloneWhoAskTheSame(Jdk jdk) throws Exception {
    try (RunningProgram server = start(jdk)) {
      // More requests than the server has threads.
      for (int user = 0; user < 1_000; user++) {
        assertThat(get(server, "/look?question=x")).isEqualTo("200 search ran with {q=x}");
      }
    }
  }

  @OnEachJdk(17)
  void answersTheLoopOfOneRequest(Jdk jdk) throws Exception {
    try (RunningProgram server = start(jdk)) {
      assertThat(get(server, "/ask?question=x")).startsWith("200 loop-detected: search");
      assertThat(get(server, "/ask?question=x")).startsWith("200 loop-detected: search");
      assertThat(get(server, "/look?question=x")).isEqualTo("200 search ran with {q=x}");
    }
  }

  private RunningProgram start(Jdk jdk) throws IOException {
    String config = TOOLS.replace("REQUEST", shown());
    RunningProgram server =
        JavaProgram.ofMain(WebApplicationProgram.class).on(jdk).agentConfig(folder, config).start();
    server.awaitOutput(text -> PORT.matcher(text).find(), LIMIT);
    return server;
  }

  /** Returns the target that the page of targets shows. */
  private static String shown() throws IOException {
    return REQUEST
        .matcher(Files.readString(Path.of("../../docs/targets.md")))
        .results()
        .map(MatchResult::group)
        .findFirst()
        .orElseThrow();
  }

  private String get(RunningProgram server, String path) throws Exception {
    String port =
        PORT.matcher(server.standardOutput())
            .results()
            .map(found -> found.group(1))
            .findFirst()
            .orElseThrow();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
    HttpResponse<String> response = browser.send(request, HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
