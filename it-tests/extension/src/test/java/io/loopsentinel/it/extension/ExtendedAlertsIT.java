package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.engine.api.AlertFormatExtension;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
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
    String alert = "";
    boolean late = true;
    for (int run = 0; run < ExtendedRuns.MAX_RUNS && late; run++) {
      try (RunningProgram program = lingering(jdk, ExtendedRuns.MY_RULES, "line")) {
        alert = alerts.take();
        late = ExtendedRuns.isLate(ended(program));
      }
    }

    assertThat(alert).isEqualTo("{\"line\":\"shop: budget.exceeded\"}");
  }

  @OnEachJdk(17)
  void areJsonWhereItThrows(Jdk jdk) throws Exception {
    File jar = jar(HarmfulExtensions.ThrowingFormat.class);
    try (RunningProgram program = lingering(jdk, jar, "harmful")) {
      assertThat(alerts.take()).startsWith("{\"type\":\"budget.exceeded\"");
      assertThat(ended(program).agentLines())
          .anyMatch(line -> line.contains("extension harmful") && line.contains("LinkageError"));
    }
  }

  @OnEachJdk(17)
  void areJsonWhereItBlocks(Jdk jdk) throws Exception {
    File jar = jar(HarmfulExtensions.BlockingFormat.class);
    try (RunningProgram program = lingering(jdk, jar, "harmful")) {
      assertThat(alerts.take()).startsWith("{\"type\":\"budget.exceeded\"");
      assertThat(ended(program).agentLines())
          .anyMatch(line -> line.contains("extension harmful: took longer than 1000 ms"));
    }
  }

  @OnEachJdk(17)
  void haveAFormThatAnExtensionBrings(Jdk jdk) {
    ProgramResult result = program(jdk, ExtendedRuns.MY_RULES, "lines").run(ExtendedRuns.LIMIT);

    assertThat(result.standardError())
        .contains("telemetry.webhooks[0].format: expected json, slack, discord, teams or line");
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

  /** Starts what does not end before its alert was delivered, however busy the machine is. */
  private RunningProgram lingering(Jdk jdk, File jar, String format) {
    return program(jdk, jar, format).arguments(CallingProgram.LINGERING).start();
  }

  private static ProgramResult ended(RunningProgram program) {
    program.closeInput();
    return program.await(ExtendedRuns.LIMIT);
  }

  private JavaProgram program(Jdk jdk, File jar, String format) {
    String address = "http://127.0.0.1:" + receiver.getAddress().getPort();
    String settings =
        """
        budget: {tool_calls: 3}
          telemetry:
            service: shop
            webhooks: [{url: "%s", format: %s, events: [budget.exceeded]}]\
        """
            .formatted(address, format);
    return ExtendedRuns.program(jdk, folder, jar, settings);
  }
}
