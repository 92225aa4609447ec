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
import java.nio.file.Files;
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
import java.util.zip.ZipEntry;
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
  void makesAJarWithTwoLibraries() throws IOException {
    Map<String, byte[]> loose =
        Map.of(
            "com/acme/agent/Start.class",
                NestedJars.supplier("com/acme/agent/Start", "org/one/One"),
            "settings", NestedJars.text("loose settings"));
    byte[] one =
        NestedJars.jar(
            ZipEntry.DEFLATED,
            null,
            Map.of(
                "org/one/One.class", NestedJars.supplier("org/one/One", "org/two/Two"),
                "settings", NestedJars.text("hidden behind those that lie loose"),
                "long.txt", NestedJars.text(LONG_TEXT),
                "empty", new byte[0],
                "org/one/größe.txt", NestedJars.text("a name beyond ASCII")));
    byte[] two =
        NestedJars.jar(
            ZipEntry.STORED,
            null,
            Map.of(
                "org/two/Two.class", NestedJars.classFile("org/two/Two"),
                "org/two/stored.txt", NestedJars.text("stored")));
    jar =
        NestedJars.write(
            new File(folder, "an agent.jar"),
            Map.of(
                "agent/com/acme/agent/Start.class", loose.get("com/acme/agent/Start.class"),
                "agent/settings", loose.get("settings"),
                "agent/one.jar", one,
                "agent/two.jar", two,
                "org/outside/Outside.class", NestedJars.classFile("org/outside/Outside")));
    loader = open(jar);
  }

  @Test
  void findsClassesThatLieLooseAndThoseOfEachLibrary() throws Exception {
    // when
    Object one = make(loader.loadClass("com.acme.agent.Start"));
    Object two = ((Supplier<?>) one).get();

    // then
    assertThat(one.getClass()).isSameAs(loader.loadClass("org.one.One"));
    assertThat(two.getClass()).isSameAs(loader.loadClass("org.two.Two"));
    assertThat(two.getClass().getClassLoader()).isSameAs(loader);
  }

  @Test
  void doesNotFindAClassThatThereIsNot() {
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
    assertThat(text("org/two/stored.txt")).isEqualTo("stored");
    assertThat(text("long.txt")).isEqualTo(LONG_TEXT);
    assertThat(text("empty")).isEmpty();
    assertThat(text("org/one/größe.txt")).isEqualTo("a name beyond ASCII");
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream("long.txt"))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(LONG_TEXT);
    }
  }

  @Test
  void prefersResourcesThatLieLoose() throws IOException {
    assertThat(text("settings")).isEqualTo("loose settings");
    assertThat(Collections.list(loader.getResources("settings"))).hasSize(1);
  }

  @Test
  void doesNotFindAResourceThatThereIsNot() throws IOException {
    URL stored = Objects.requireNonNull(loader.getResource("org/two/stored.txt"));
    URL absent = new URL(stored, "absent.txt");

    assertThat(loader.getResource("org/one/stored.txt")).isNull();
    assertThat(loader.getResourceAsStream("org/one/stored.txt")).isNull();
    assertThat(loader.getResources("org/one/stored.txt").hasMoreElements()).isFalse();
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
    // given
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      // when
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

      // then
      for (Future<Class<?>> each : found) {
        assertThat(each.get(60, TimeUnit.SECONDS)).isSameAs(loader.loadClass("org.two.Two"));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void readsALibraryWithACommentBehindItsDirectory() throws Exception {
    // given
    byte[] library =
        NestedJars.jar(
            ZipEntry.DEFLATED,
            "a comment",
            Map.of("org/one/One.class", NestedJars.classFile("org/one/One")));
    File other =
        NestedJars.write(new File(folder, "other.jar"), Map.of("agent/lib/odd.jar", library));

    // then
    assertThat(open(other).loadClass("org.one.One")).hasPackage("org.one");
  }

  /** A build that makes such a jar is wrong. */
  @Test
  void saysWhichLibraryItCannotRead() throws IOException {
    // given
    File other =
        NestedJars.write(new File(folder, "other.jar"), Map.of("agent/lib/odd.jar", new byte[100]));

    // then
    assertThatThrownBy(() -> open(other).loadClass("org.one.One"))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessage("org.one.One")
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessage("agent/lib/odd.jar is no jar that can be read in place");
  }

  /** As a tool may do that packs the agent's jar anew. */
  @Test
  void readsALibraryThatIsCompressedInTheJar() throws Exception {
    // given
    File other = new File(folder, "other.jar");
    byte[] library =
        NestedJars.jar(
            ZipEntry.DEFLATED,
            null,
            Map.of("org/one/One.class", NestedJars.classFile("org/one/One")));
    Files.write(
        other.toPath(),
        NestedJars.jar(ZipEntry.DEFLATED, null, Map.of("agent/lib/odd.jar", library)));

    // then
    assertThat(open(other).loadClass("org.one.One")).hasPackage("org.one");
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
