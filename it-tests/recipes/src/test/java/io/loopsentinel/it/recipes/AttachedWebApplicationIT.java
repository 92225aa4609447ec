package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A web application that serves users, and whose controller is guarded meanwhile. */
class AttachedWebApplicationIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern PORT = Pattern.compile("port (\\d+)");

  private final HttpClient browser = HttpClient.newHttpClient();

  @TempDir private File folder;

  @OnEachJdk
  void servesEndpointsThatWereNotUsedBeforeTheAgentWasAttached(Jdk jdk) throws Exception {
    try (RunningProgram server = start(JavaProgram.ofMain(WebApplicationProgram.class), jdk)) {
      assertThat(get(server, "/ask?question=x")).isEqualTo("200 search ran with {q=x}");

      command(jdk, "attach", server, "-c", config("dispatch").getPath());

      assertThat(get(server, "/orders/ann?limit=5")).isEqualTo("200 ann has fewer than 5");
      assertThat(get(server, "/ask?question=y")).startsWith("200 loop-detected: search");

      command(jdk, "detach", server);

      assertThat(get(server, "/orders/bob?limit=6")).isEqualTo("200 bob has fewer than 6");
      assertThat(get(server, "/ask?question=y")).isEqualTo("200 search ran with {q=y}");
    }
  }

  @OnEachJdk
  void servesEndpointsThatWereNotUsedBeforeAReload(Jdk jdk) throws Exception {
    File config = config("none");
    JavaProgram guarded =
        JavaProgram.ofMain(WebApplicationProgram.class).agentArguments(config.getPath());
    try (RunningProgram server = start(guarded, jdk)) {
      assertThat(get(server, "/ask?question=x")).isEqualTo("200 search ran with {q=x}");

      Files.move(config("dispatch").toPath(), config.toPath(), StandardCopyOption.REPLACE_EXISTING);
      server.awaitError(text -> text.contains("was read again"), LIMIT);

      assertThat(get(server, "/orders/ann?limit=5")).isEqualTo("200 ann has fewer than 5");
      assertThat(get(server, "/ask?question=y")).startsWith("200 loop-detected: search");
    }
  }

  private File config(String method) throws Exception {
    File file = File.createTempFile("config", ".yaml", folder);
    Files.writeString(
        file.toPath(),
        """
        sentinel:
          profiles: none
          reload: 1s
          targets:
            - {name: desk, kind: tool, method: %s, tool: arg0, args: arg1, session: thread,
               type: 'io.loopsentinel.it.recipes.WebApplicationProgram$Desk'}
        """
            .formatted(method));
    return file;
  }

  private static RunningProgram start(JavaProgram program, Jdk jdk) {
    RunningProgram server =
        program
            .on(jdk)
            .jvmOptions(jdk.feature() >= 21 ? "-XX:+EnableDynamicAgentLoading" : "-Dunused=")
            .start();
    server.awaitOutput(text -> PORT.matcher(text).find(), LIMIT);
    return server;
  }

  private static void command(Jdk jdk, String name, RunningProgram server, String... more) {
    ProgramResult result =
        JavaProgram.ofJar(AgentJar.file())
            .on(jdk)
            .arguments(name, Long.toString(server.pid()))
            .arguments(more)
            .run(LIMIT);
    assertThat(result.exitCode()).as(result.toString() + server.standardError()).isZero();
  }

  private String get(RunningProgram server, String path) throws Exception {
    Matcher port = PORT.matcher(server.standardOutput());
    assertThat(port.find()).isTrue();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port.group(1) + path)).build();
    HttpResponse<String> response = browser.send(request, HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
