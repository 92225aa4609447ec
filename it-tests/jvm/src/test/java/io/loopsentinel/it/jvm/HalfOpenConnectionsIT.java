package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.OpeningProgram;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Clients of the live page and of the metrics that begin a request and never end it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "descriptors are limited by a shell")
class HalfOpenConnectionsIT {

  private static final int MANY = 290;
  private static final Pattern PAGE = Pattern.compile("live page: http://127\\.0\\.0\\.1:(\\d+)/");
  private static final Pattern METRICS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/metrics");
  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides: {pay: {threshold: 1, escalation: [ask, abort]}}
        ask: {timeout: 1h}
        targets:
          - {name: pay, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2}
        telemetry:
          page: {port: 0}
          prometheus: {port: 0}
          webhooks:
            - {url: "${RECEIVER}", answer_links: "http://127.0.0.1:1"}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Socket> sockets = new ArrayList<>();

  @TempDir private File folder;
  private AlertReceiver receiver;
  private RunningProgram program;
  private int page;
  private int metrics;

  @BeforeEach
  void start() throws Exception {
    receiver = AlertReceiver.answering();
    program =
        JavaProgram.ofMain(OpeningProgram.class)
            .descriptors(256)
            .environment("RECEIVER", receiver.address())
            .agentConfig(folder, CONFIG.replace("TYPE", OpeningProgram.class.getName()))
            .start();
    page = port(PAGE);
    metrics = port(METRICS);
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    program.close();
    receiver.close();
  }

  @Test
  void leaveTheApplicationItsFilesAndSockets() throws Exception {
    open(MANY, page, "GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ");
    open(MANY, metrics, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-a: ");
    program.type("open 20");
    program.awaitOutput(text -> text.contains("open 20: "), Programs.LIMIT);

    assertThat(program.standardOutput()).contains("open 20: opened");
  }

  @Test
  void keepNobodyFromThePageAnAnswerAndTheMetrics() throws Exception {
    program.type("ann pay 5");
    program.awaitOutput(text -> text.contains("ann pay 5: done"), Programs.LIMIT);
    program.type("ann pay 5");
    String alert = receiver.next();
    String link =
        new ObjectMapper()
            .readTree(alert.substring(alert.indexOf('{')))
            .at("/answer_links/run")
            .asText();

    open(40, page, "POST /mode HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n");
    open(1, metrics, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-a: ");

    assertThat(send("GET", page, "/state").body()).contains("\"callsSeen\":2");
    assertThat(send("GET", metrics, "/metrics").body())
        .contains("loop_sentinel_calls_total{tool=\"pay\"} 2.0");
    assertThat(send("POST", page, URI.create(link).getPath()).statusCode()).isEqualTo(200);
    program.awaitOutput(text -> text.split("ann pay 5: done", -1).length == 3, Programs.LIMIT);
  }

  private int port(Pattern address) {
    program.awaitError(text -> address.matcher(text).find(), Programs.LIMIT);
    Matcher found = address.matcher(program.standardError());
    assertThat(found.find()).isTrue();
    return Integer.parseInt(found.group(1));
  }

  /** Opens connections, as far as the program takes them. */
  private void open(int connections, int port, String beginning) {
    try {
      for (int i = 0; i < connections; i++) {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
        socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // No more are taken.
    }
  }

  private HttpResponse<String> send(String method, int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(20))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
