package io.loopsentinel.it.jvm;

import io.loopsentinel.it.harness.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/** What an agent serves over HTTP, at addresses that its log tells. */
final class Served {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern PAGE =
      Pattern.compile("live page: (http://127\\.0\\.0\\.1:\\d+/)#token=[0-9a-f]{32}\\R");
  private static final Pattern METRICS = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/metrics)");

  private Served() {}

  /** Waits for the live page; returns its address. */
  static URI page(RunningProgram program) {
    return address(program, PAGE);
  }

  /** Waits for the metrics; returns their address. */
  static URI metrics(RunningProgram program) {
    return address(program, METRICS);
  }

  private static URI address(RunningProgram program, Pattern pattern) {
    program.awaitError(text -> pattern.matcher(text).find(), Programs.LIMIT);
    return URI.create(
        pattern.matcher(program.standardError()).results().findFirst().orElseThrow().group(1));
  }

  static String get(URI address) throws IOException, InterruptedException {
    return send("GET", address).body();
  }

  static HttpResponse<String> send(String method, URI address)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .method(method, BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(20))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }
}
