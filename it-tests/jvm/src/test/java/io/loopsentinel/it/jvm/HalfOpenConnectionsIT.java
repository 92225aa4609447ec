package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.OpeningProgram;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Clients of the live page and of the metrics that begin a request and never end it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "descriptors are limited by a shell")
@FullMatrix(onEachJdk = true)
class HalfOpenConnectionsIT {

  private static final int MANY = 290;
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

  private final List<Socket> sockets = new ArrayList<>();

  @TempDir private File folder;
  private AlertReceiver receiver;
  private RunningProgram program;
  private URI page;
  private URI metrics;

  @BeforeEach
  void start() throws Exception {
    receiver = AlertReceiver.answering();
    program =
        JavaProgram.ofMain(OpeningProgram.class)
            .descriptors(256)
            .environment("RECEIVER", receiver.address())
            .agentConfig(folder, CONFIG.replace("TYPE", OpeningProgram.class.getName()))
            .start();
    page = Served.page(program);
    metrics = Served.metrics(program);
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
    URI link = URI.create(receiver.json().at("/answer_links/run").asText());

    open(40, page, "POST /mode HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n");
    open(1, metrics, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-a: ");

    assertThat(Served.get(page.resolve("/state"))).contains("\"callsSeen\":2");
    assertThat(Served.get(metrics)).contains("loop_sentinel_calls_total{tool=\"pay\"} 2.0");
    assertThat(Served.send("POST", page.resolve(link.getPath())).statusCode()).isEqualTo(200);
    program.awaitOutput(text -> text.split("ann pay 5: done", -1).length == 3, Programs.LIMIT);
  }

  /** Opens connections, as far as the program takes them. */
  private void open(int connections, URI served, String beginning) {
    try {
      for (int i = 0; i < connections; i++) {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), served.getPort()), 5_000);
        socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // No more are taken.
    }
  }
}
