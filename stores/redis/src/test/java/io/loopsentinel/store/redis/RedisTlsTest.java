package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers with TLS. */
class RedisTlsTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @TempDir private static Path folder;

  private static Certificates localhost;
  private RedisServer server;
  private int port;

  @BeforeAll
  static void makeCertificate() throws Exception {
    localhost = new Certificates(folder, "localhost", "dns:localhost");
  }

  @BeforeEach
  void start() throws Exception {
    start("no");
  }

  /** Starts a server that asks clients for a certificate, or not. */
  private void start(String asksClients) throws Exception {
    port = RedisServer.freePort();
    server =
        RedisServer.start(
            "--tls-port",
            "" + port,
            "--tls-cert-file",
            localhost.certificate(),
            "--tls-key-file",
            localhost.key(),
            "--tls-ca-cert-file",
            localhost.certificate(),
            "--tls-auth-clients",
            asksClients);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void appendsAreEncrypted() throws Exception {
    try (LogClient log = new LogClient(trusting("localhost"))) {
      log.awaitAppend();
      log.append();

      log.assertHas(1, 2);
      assertThat(log.longest()).isPositive();
    }
  }

  @Test
  void aServerThatStandsStillCostsTheTimeout() throws Exception {
    try (LogClient log = new LogClient(trusting("localhost"))) {
      log.awaitAppend();
      server.pause();
      for (int i = 0; i < 20; i++) {
        assertThat(log.tryAppend()).isNotNull();
      }
      server.resume();

      log.awaitAppend();
      log.assertHas(1, 2);
    }
  }

  @Test
  void aCertificateOfAnotherHostIsRefused() throws Exception {
    assertThat(reasons(trusting("127.0.0.1"))).contains("No subject alternative names");
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() throws Exception {
    assertThat(reasons(Map.of("uri", "rediss://localhost:" + port)))
        .contains("unable to find valid certification path");
  }

  @Test
  void aServerMayAskForACertificate() throws Exception {
    server.close();
    start("yes");
    Map<String, Object> settings = new HashMap<>(trusting("localhost"));
    assertThat(reasons(settings)).contains("localhost:" + port);

    settings.put("keystore", localhost.keystore());
    settings.put("keystore_password", Certificates.PASSWORD);
    try (LogClient log = new LogClient(settings)) {
      log.awaitAppend();
      log.assertHas(1, 1);
    }
  }

  private Map<String, Object> trusting(String host) {
    return Map.of(
        "uri",
        "rediss://" + host + ":" + port,
        "truststore",
        localhost.truststore(),
        "truststore_password",
        Certificates.PASSWORD);
  }

  /** Returns the reasons why a connection fails, however long its encryption takes. */
  private static String reasons(Map<String, Object> settings) throws Exception {
    Map<String, Object> patient = new HashMap<>(settings);
    patient.put("timeout", TIMEOUT.toSeconds() + "s");
    try (LogClient log = new LogClient(LogClient.store(patient), "session", TIMEOUT)) {
      Exception failure = log.tryAppend();
      assertThat(failure).isInstanceOf(IOException.class);
      return Stream.iterate((Throwable) failure, each -> each != null, Throwable::getCause)
          .flatMap(each -> Stream.concat(Stream.of(each), Stream.of(each.getSuppressed())))
          .map(String::valueOf)
          .collect(Collectors.joining("\n"));
    }
  }
}
