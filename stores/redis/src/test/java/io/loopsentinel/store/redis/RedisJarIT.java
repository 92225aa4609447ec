package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.store.kit.ExtensionJar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, in a class loader as the agent gives it: nothing but the JDK and the API. */
class RedisJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-redis.jar");

  /** The first request loads classes and makes connections. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void needsNothingElseAndWritesNothing() throws Exception {
    try (RedisServers cluster = RedisServers.cluster(3, 0);
        RedisServers replicated = RedisServers.replicated();
        ExtensionJar<SharedStoreExtension> jar =
            ExtensionJar.open(JAR, SharedStoreExtension.class)) {
      Certificates certificates = new Certificates(folder, "localhost", "dns:localhost");
      int port = RedisServer.freePort();
      try (RedisServer secured = secured(certificates, port)) {
        Map<String, Object> settings =
            Map.of(
                "uri",
                "rediss://localhost:" + port,
                "truststore",
                certificates.truststore(),
                "truststore_password",
                Certificates.PASSWORD);
        ExtensionJar.assertSilent(
            () -> {
              check(jar.extension(), cluster.settings());
              check(jar.extension(), replicated.settings());
              check(jar.extension(), settings);
              secured.kill();
            });
      }
    }
  }

  private static RedisServer secured(Certificates certificates, int port) throws Exception {
    return RedisServer.start(
        "--tls-port",
        "" + port,
        "--tls-cert-file",
        certificates.certificate(),
        "--tls-key-file",
        certificates.key(),
        "--tls-auth-clients",
        "no");
  }

  private static void check(SharedStoreExtension extension, Map<String, Object> settings)
      throws Exception {
    assertThat(extension.name()).isEqualTo("redis");
    Map<String, Object> patient = new HashMap<>(settings);
    patient.put("timeout", TIMEOUT.toSeconds() + "s");
    try (SharedStore store = extension.configure(patient)) {
      LogClient log = new LogClient(store, "session", TIMEOUT);
      log.awaitAppend();
      log.assertHas(1, 1);
      assertThat(store.add(Map.of("cost", 1.0), Duration.ofMinutes(1))).containsEntry("cost", 1.0);
      assertThat(store.logs(5)).extracting(Log::session).containsExactly("session");
    }
  }

  @Test
  void hasTheLicencesOfItsLibraries() throws Exception {
    assertThat(ExtensionJar.files(JAR)).contains("META-INF/LICENSE", "META-INF/NOTICE");
  }
}
