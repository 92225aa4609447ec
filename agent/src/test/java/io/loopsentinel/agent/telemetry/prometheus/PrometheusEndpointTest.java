package io.loopsentinel.agent.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.http.BoundedHttpServer;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom the metrics answer. */
class PrometheusEndpointTest {

  @ParameterizedTest
  @CsvSource({
    "GET, /metrics, 127.0.0.1:9464, 200",
    "GET, /metrics, localhost, 200",
    "HEAD, /metrics, localhost, 200",
    "GET, /metrics, evil.example, 403",
    "GET, /, evil.example, 403",
    "GET, /metrics?debug=text, evil.example, 403",
    "GET, /, localhost, 404",
    "POST, /metrics, localhost, 405",
  })
  void answersOnlyToAnAddressOrLocalhost(String method, String path, String host, int status)
      throws Exception {
    AgentLog log = new AgentLog(new PrintStream(new ByteArrayOutputStream()), LogLevel.ERROR);
    try (BoundedHttpServer server =
            PrometheusEndpoint.open(
                "127.0.0.1",
                0,
                "1.0",
                List.of(),
                log,
                failure -> {
                  throw new AssertionError(failure);
                });
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String request = "%s %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(method, path, host);
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      assertThat(answer.contains("loop_sentinel_build_info"))
          .isEqualTo(status == 200 && method.equals("GET"));
    }
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, http://127.0.0.1:80", "::1, http://[::1]:80"})
  void showsAnAddressThatAClientTakes(String host, String address) {
    assertThat(BoundedHttpServer.address(host, 80)).isEqualTo(address);
  }
}
