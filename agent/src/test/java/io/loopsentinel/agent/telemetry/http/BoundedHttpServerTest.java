package io.loopsentinel.agent.telemetry.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bounds of the server of the live page and the metrics. */
@Timeout(60)
class BoundedHttpServerTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String BEGUN = "GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ";
  private static final String WHOLE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String WATCHING = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final List<Socket> clients = new ArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable BoundedHttpServer server;

  @AfterEach
  void close() throws IOException {
    Thread.setDefaultUncaughtExceptionHandler(null);
    closing.countDown();
    for (Socket client : clients) {
      client.close();
    }
    server().close();
  }

  @Test
  void closesAConnectionWhoseRequestDoesNotCome() throws IOException {
    serve(4, 1, SHORT, LONG);

    assertThat(answer(connect(BEGUN))).isEmpty();
    assertThat(answer(connect(""))).isEmpty();
    assertThat(answer(connect("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")))
        .isEmpty();
  }

  @Test
  void closesAConnectionWhoseRequestComesByteByByte() throws Exception {
    serve(4, 1, SHORT, LONG);
    Socket slow = connect(BEGUN);

    assertThat(isClosedWhileWriting(slow)).isTrue();
  }

  @Test
  void answersOthersWhileSlowClientsTakeAllConnections() throws IOException {
    serve(4, 1, LONG, LONG);
    for (int i = 0; i < 200; i++) {
      connect(BEGUN);
    }

    assertThat(answer(connect(WHOLE))).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nseen /");
  }

  @Test
  void replacesTheConnectionThatHasWaitedLongest() throws IOException {
    serve(2, 1, LONG, LONG);
    Socket first = connect(BEGUN);
    Socket second = connect(BEGUN);

    connect(BEGUN);

    assertThat(answer(first)).isEmpty();
    second.getOutputStream().write("x\r\n\r\n".getBytes(US_ASCII));
    assertThat(answer(second)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void countsWatchersApart() throws IOException {
    serve(2, 1, LONG, LONG);
    Socket watcher = connect(WATCHING);
    assertThat(watcher.getInputStream().readNBytes(12))
        .asString(US_ASCII)
        .isEqualTo("HTTP/1.1 200");

    assertThat(answer(connect(WATCHING))).startsWith("HTTP/1.1 503 ");
    for (int i = 0; i < 5; i++) {
      assertThat(answer(connect(WHOLE))).startsWith("HTTP/1.1 200 ");
    }
    assertThat(watcher.getInputStream().read()).isNotEqualTo(-1);
  }

  @Test
  void disconnectsAWatcherThatDoesNotRead() throws Exception {
    serve(2, 1, LONG, SHORT);
    Socket watcher = connect("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n");
    watcher.getInputStream().read();

    // then: its place is free again, which may take some attempts
    List<String> answers = new ArrayList<>();
    do {
      answers.add(new String(connect(WATCHING).getInputStream().readNBytes(12), US_ASCII));
    } while (!answers.contains("HTTP/1.1 200"));
    assertThat(answers)
        .containsOnlyOnce("HTTP/1.1 200")
        .isSubsetOf("", "HTTP/1.1 503", "HTTP/1.1 200");
  }

  @ParameterizedTest
  @CsvSource({
    "'GET / HTTP/1.1|Host: a|Host: b||', 400",
    "'POST / HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 1||x', 400",
    "'POST / HTTP/1.1|Host: a|Content-Length: 1|Transfer-Encoding: chunked||0||', 400",
    "'POST / HTTP/1.1|Host: a|Content-Length: -1||', 400",
    "'POST / HTTP/1.1|Host: a|Content-Length: 99999999999||', 413",
    "'POST / HTTP/1.1|Host: a|Transfer-Encoding: gzip||', 400",
    "'GET http://evil.example/ HTTP/1.1|Host: a||', 400",
    "'GET //evil.example HTTP/1.1|Host: a||', 400",
    "'GET * HTTP/1.1|Host: a||', 400",
    "'GET /%zz HTTP/1.1|Host: a||', 400",
    "'GET / HTTP/2.0|Host: a||', 400",
    "'nonsense||', 400",
    "'POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||1|x|0||', 200",
  })
  void answersUnusualRequests(String request, int status) throws IOException {
    serve(4, 1, LONG, LONG);

    assertThat(answer(connect(request.replace("|", "\r\n"))))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void refusesHeadsAndBodiesThatAreTooLong() throws IOException {
    serve(4, 1, LONG, LONG);
    String line = "X-a: " + "x".repeat(10_000) + "\r\n";
    String body = "x".repeat(5_000);

    assertThat(answer(connect("GET / HTTP/1.1\r\n" + line))).startsWith("HTTP/1.1 400 ");
    assertThat(answer(connect("GET / HTTP/1.1\r\n" + "X-a: b\r\n".repeat(100))))
        .startsWith("HTTP/1.1 400 ");
    assertThat(answer(connect("POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n" + body)))
        .startsWith("HTTP/1.1 413 ");
    assertThat(
            answer(connect("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n" + body)))
        .startsWith("HTTP/1.1 413 ");
  }

  @Test
  void carriesOneRequestAConnection() throws IOException {
    serve(4, 1, LONG, LONG);

    assertThat(answer(connect(WHOLE + WHOLE)).split("HTTP/1.1 200", -1)).hasSize(2);
  }

  @Test
  void goesOnAfterAFailureOfItsHandler() throws IOException {
    serve(4, 1, LONG, LONG);

    assertThat(answer(connect("GET /fail HTTP/1.1\r\nHost: a\r\n\r\n")))
        .startsWith("HTTP/1.1 500 ");
    assertThat(failures).hasSize(1);
    assertThat(answer(connect(WHOLE))).startsWith("HTTP/1.1 200 ");
  }

  /** Applications exit in their handler, or alert. */
  @Test
  void hidesAFailureInAStreamFromTheApplication() throws IOException {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    serve(4, 1, LONG, LONG);

    assertThat(answer(connect("GET /break HTTP/1.1\r\nHost: a\r\n\r\n"))).contains("data: 1");

    assertThat(failures).singleElement().asString().contains("broken");
    assertThat(uncaught).isEmpty();
  }

  @Test
  void closesAllConnectionsAtItsEnd() throws IOException {
    serve(4, 1, LONG, LONG);
    Socket begun = connect(BEGUN);
    Socket watcher = connect(WATCHING);
    watcher.getInputStream().readNBytes(12);

    server().close();

    assertThat(answer(begun)).isEmpty();
    assertThat(answer(watcher)).doesNotContain("HTTP");
  }

  private void serve(int connections, int watchers, Duration request, Duration response)
      throws IOException {
    server =
        new BoundedHttpServer(
            new ServerSocket(0, 0, InetAddress.getLoopbackAddress()),
            "loop-sentinel test",
            this::handle,
            failures::add,
            new BoundedHttpServer.Limits(connections, watchers, request, response));
  }

  private Response handle(Request request) {
    return switch (request.path()) {
      case "/events" ->
          Response.streaming(
              "text/event-stream",
              client -> {
                client.send("data: 1\n\n");
                closing.await();
              });
      case "/flood" ->
          Response.streaming(
              "text/event-stream",
              client -> {
                while (closing.getCount() > 0) {
                  client.send("x".repeat(100_000));
                }
              });
      case "/break" ->
          Response.streaming(
              "text/event-stream",
              client -> {
                client.send("data: 1\n\n");
                throw new IllegalStateException("broken");
              });
      case "/fail" -> throw new IllegalStateException("unwell");
      default -> Response.of(200, "text/plain", "seen " + request.path());
    };
  }

  private Socket connect(String request) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server().port());
    clients.add(client);
    client.getOutputStream().write(request.getBytes(US_ASCII));
    return client;
  }

  /** Returns all that comes until the connection is closed. */
  private static String answer(Socket client) throws IOException {
    try {
      return new String(client.getInputStream().readAllBytes(), UTF_8);
    } catch (SocketException reset) {
      return "";
    }
  }

  /** Writes a byte whenever nothing came for a while; returns whether the connection is closed. */
  private static boolean isClosedWhileWriting(Socket client) throws IOException {
    client.setSoTimeout(20);
    while (true) {
      try {
        return client.getInputStream().read() < 0;
      } catch (SocketTimeoutException waiting) {
        client.getOutputStream().write('x');
      } catch (SocketException reset) {
        return true;
      }
    }
  }

  private BoundedHttpServer server() {
    return requireNonNull(server);
  }
}
