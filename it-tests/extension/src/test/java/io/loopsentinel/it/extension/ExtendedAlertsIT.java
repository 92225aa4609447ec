package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.engine.api.AlertFormatExtension;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Alerts in the form that an extension gives them. */
class ExtendedAlertsIT {

  /** What the agent says where two seconds were not enough for a busy machine. */
  private static final String TOO_LATE = "the JVM ended before all alerts were delivered";

  private static final int MOST_RUNS = 10;

  private final BlockingQueue<String> alerts = new LinkedBlockingQueue<>();
  private HttpServer receiver;

  @TempDir private File folder;

  @BeforeEach
  void listen() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          alerts.add(new String(body, StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
  }

  @AfterEach
  void close() {
    receiver.stop(0);
  }

  @OnEachJdk
  void areWrittenByTheExtensionThatTheFormatNames(Jdk jdk) throws Exception {
    // when
    run(jdk, ExtendedRuns.MY_RULES, "line");

    // then
    assertThat(alerts.take()).isEqualTo("{\"line\":\"shop: budget.exceeded\"}");
  }

  @OnEachJdk(17)
  void areJsonWhereItThrows(Jdk jdk) throws Exception {
    // when
    ProgramResult result = run(jdk, jar(HarmfulExtensions.ThrowingFormat.class), "harmful");

    // then
    assertThat(alerts.take()).startsWith("{\"type\":\"budget.exceeded\"");
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("extension harmful") && line.contains("LinkageError"));
  }

  @OnEachJdk(17)
  void areJsonWhereItBlocks(Jdk jdk) throws Exception {
    // when
    ProgramResult result = run(jdk, jar(HarmfulExtensions.BlockingFormat.class), "harmful");

    // then
    assertThat(alerts.take()).startsWith("{\"type\":\"budget.exceeded\"");
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("extension harmful: took longer than 1000 ms"));
  }

  @OnEachJdk(17)
  void haveAFormThatAnExtensionBrings(Jdk jdk) {
    // when
    ProgramResult result = run(jdk, ExtendedRuns.MY_RULES, "lines");

    // then
    assertThat(result.standardError())
        .contains("telemetry.webhooks[0].format: expected json, slack, discord or line");
    assertThat(result.standardOutput()).isEmpty();
  }

  private File jar(Class<?> format) throws Exception {
    return HarmfulExtensions.jar(
        folder,
        AlertFormatExtension.class,
        format,
        HarmfulExtensions.Blocking.class,
        HarmfulExtensions.Detector.class);
  }

  private ProgramResult run(Jdk jdk, File jar, String format) {
    String address = "http://127.0.0.1:" + receiver.getAddress().getPort();
    String settings =
        """
        budget: {tool_calls: 3}
          telemetry:
            service: shop
            webhooks: [{url: "%s", format: %s, events: [budget.exceeded]}]\
        """
            .formatted(address, format);
    ProgramResult result = ExtendedRuns.run(jdk, folder, jar, settings);
    for (int i = 1; i < MOST_RUNS && result.standardError().contains(TOO_LATE); i++) {
      result = ExtendedRuns.run(jdk, folder, jar, settings);
    }
    return result;
  }
}
