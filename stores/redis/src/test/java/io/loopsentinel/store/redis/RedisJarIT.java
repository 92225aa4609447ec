package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, in a class loader as the agent gives it: nothing but the JDK and the API. */
class RedisJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-redis.jar");

  @TempDir private Path folder;

  /** The parent class loader of extensions. */
  private static final class ApiLoader extends ClassLoader {

    ApiLoader() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.loopsentinel.engine.api.")) {
        return Class.forName(name, false, RedisJarIT.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  @Test
  void needsNothingElseAndWritesNothing() throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (RedisServers cluster = RedisServers.cluster(3, 0);
        RedisServers replicated = RedisServers.replicated();
        URLClassLoader jar = new URLClassLoader(new URL[] {JAR.toUri().toURL()}, new ApiLoader())) {
      Certificates certificates = new Certificates(folder, "localhost", "dns:localhost");
      int port = RedisServer.freePort();
      try (RedisServer secured = secured(certificates, port);
          PrintStream writing = new PrintStream(written, true, StandardCharsets.UTF_8)) {
        System.setOut(writing);
        System.setErr(writing);
        check(jar, cluster.settings());
        check(jar, replicated.settings());
        check(
            jar,
            Map.of(
                "uri",
                "rediss://localhost:" + port,
                "truststore",
                certificates.truststore(),
                "truststore_password",
                Certificates.PASSWORD));
        secured.kill();
      } finally {
        System.setOut(out);
        System.setErr(err);
      }
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
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

  private static void check(ClassLoader jar, Map<String, Object> settings) throws Exception {
    SharedStoreExtension extension =
        ServiceLoader.load(SharedStoreExtension.class, jar).findFirst().orElseThrow();
    assertThat(extension.name()).isEqualTo("redis");
    assertThat(extension.getClass().getClassLoader()).isSameAs(jar);
    Map<String, Object> patient = new HashMap<>(settings);
    patient.put("timeout", "10s");
    try (SharedStore store = extension.configure(patient)) {
      LogClient log = new LogClient(store, "session");
      log.awaitAppend();
      log.assertHas(1, 1);
      assertThat(store.add(Map.of("cost", 1.0), Duration.ofMinutes(1))).containsEntry("cost", 1.0);
      assertThat(store.logs(5)).extracting(Log::session).containsExactly("session");
    }
  }

  @Test
  void hasTheLicencesOfItsLibraries() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile());
        Stream<String> names = jar.stream().map(entry -> entry.getName())) {
      assertThat(names).contains("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }
}
