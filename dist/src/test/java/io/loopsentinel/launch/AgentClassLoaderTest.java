package io.loopsentinel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopSentinel;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentClassLoaderTest {

  private static final int THREADS = 8;
  private static final String LONG_TEXT = "many equal words ".repeat(10_000);

  @TempDir private File folder;
  private File jar;
  private AgentClassLoader loader;

  @BeforeEach
  void makesAJar() throws IOException {
    jar =
        TestJars.write(
            new File(folder, "an agent.jar"),
            Map.of(
                "agent/com/acme/agent/Start.class",
                TestJars.supplier("com/acme/agent/Start", "org/one/One"),
                "agent/org/one/One.class",
                TestJars.supplier("org/one/One", "org/two/Two"),
                "agent/org/two/Two.class",
                TestJars.classFile("org/two/Two"),
                "agent/org/two/short.txt",
                TestJars.text("short"),
                "agent/long.txt",
                TestJars.text(LONG_TEXT),
                "agent/empty",
                new byte[0],
                "agent/org/one/größe.txt",
                TestJars.text("a name beyond ASCII"),
                "org/outside/Outside.class",
                TestJars.classFile("org/outside/Outside"),
                "outside.txt",
                TestJars.text("outside")));
    loader = open(jar);
  }

  @Test
  void findsTheClassesInItsFolder() throws Exception {
    Object one = make(loader.loadClass("com.acme.agent.Start"));
    Object two = ((Supplier<?>) one).get();

    assertThat(one.getClass()).isSameAs(loader.loadClass("org.one.One"));
    assertThat(two.getClass()).isSameAs(loader.loadClass("org.two.Two"));
    assertThat(two.getClass().getClassLoader()).isSameAs(loader);
  }

  @Test
  void doesNotFindMissingClass() {
    for (String absent : List.of("org.one.Two", "org.two.One", "Absent", "org.outside.Outside")) {
      assertThatThrownBy(() -> loader.loadClass(absent))
          .isInstanceOf(ClassNotFoundException.class)
          .hasMessage(absent)
          .hasNoCause();
    }
  }

  /** But what both must share, and the JDK. */
  @Test
  void findsNoClassesOfTheApplication() throws ClassNotFoundException {
    assertThatThrownBy(() -> loader.loadClass(Test.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> loader.loadClass("io.loopsentinel.launch.AgentClassLoaderTest"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(loader.loadClass(LoopSentinel.class.getName())).isSameAs(LoopSentinel.class);
    assertThat(loader.loadClass("java.sql.Driver").getClassLoader())
        .isSameAs(ClassLoader.getPlatformClassLoader());
  }

  @Test
  void opensResourcesByTheirUrls() throws IOException {
    assertThat(text("org/two/short.txt")).isEqualTo("short");
    assertThat(text("long.txt")).isEqualTo(LONG_TEXT);
    assertThat(text("empty")).isEmpty();
    assertThat(text("org/one/größe.txt")).isEqualTo("a name beyond ASCII");
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream("long.txt"))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(LONG_TEXT);
    }
  }

  @Test
  void givesAResourceOnce() throws IOException {
    assertThat(Collections.list(loader.getResources("long.txt"))).hasSize(1);
  }

  @Test
  void doesNotFindMissingResource() throws IOException {
    URL stored = Objects.requireNonNull(loader.getResource("org/two/short.txt"));
    URL absent = new URL(stored, "absent.txt");

    assertThat(loader.getResource("outside.txt")).isNull();
    assertThat(loader.getResource("org/one/short.txt")).isNull();
    assertThat(loader.getResourceAsStream("org/one/short.txt")).isNull();
    assertThat(loader.getResources("org/one/short.txt").hasMoreElements()).isFalse();
    assertThatThrownBy(absent::openStream).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void saysWhereItsClassesAreFromAndOfWhichVersion() throws Exception {
    for (String name : List.of("com.acme.agent.Start", "org.two.Two")) {
      Class<?> type = loader.loadClass(name);

      assertThat(type.getProtectionDomain().getCodeSource().getLocation())
          .isEqualTo(jar.toURI().toURL());
      assertThat(type.getPackage().getImplementationTitle()).isEqualTo("An agent");
      assertThat(type.getPackage().getImplementationVersion()).isEqualTo("1.2.3");
    }
  }

  @Test
  void givesThreadsThatComeAtOnceTheSameClasses() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Class<?>>> found = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        found.add(
            threads.submit(
                () -> {
                  barrier.await();
                  Object one = make(loader.loadClass("com.acme.agent.Start"));
                  return ((Supplier<?>) one).get().getClass();
                }));
      }

      for (Future<Class<?>> each : found) {
        assertThat(each.get(5, TimeUnit.MINUTES)).isSameAs(loader.loadClass("org.two.Two"));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private String text(String name) throws IOException {
    URL url = Objects.requireNonNull(loader.getResource(name), name);
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Makes an object and returns what it makes. */
  private static Object make(Class<?> supplier) throws ReflectiveOperationException {
    return ((Supplier<?>) supplier.getDeclaredConstructor().newInstance()).get();
  }

  private static AgentClassLoader open(File jar) throws IOException {
    return new AgentClassLoader(jar, AgentClassLoaderTest.class.getClassLoader());
  }
}
