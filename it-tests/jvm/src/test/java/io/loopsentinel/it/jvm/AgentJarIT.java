package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is in the agent's jar, and what of it an application can see. */
class AgentJarIT {

  private static final String LAUNCH = "io/loopsentinel/launch/";
  private static final int JAVA_8 = 52;
  private static final int JAVA_17 = 61;

  @Test
  void showsTheApplicationOnlyTheLaunchClassesAndTheApi() throws IOException {
    assertThat(names(name -> !name.startsWith("agent/") && !name.endsWith("/")))
        .allMatch(
            name ->
                name.equals("META-INF/MANIFEST.MF")
                    || name.matches("io/loopsentinel/(launch|management)/[^/]+\\.class")
                    || name.matches(
                        "io/loopsentinel/(ToolLoopError|ProviderUnavailableException|LoopSentinel|LoopEvent|LoopSession|CallListener|GuardedCall)[^/]*\\.class"))
        .contains(LAUNCH + "LoopSentinelAgent.class", "io/loopsentinel/ToolLoopError.class");
  }

  @Test
  void keepsTheAgentAndItsLibrariesInAFolderOfTheirOwn() throws IOException {
    assertThat(names(name -> name.startsWith("agent/") && !name.endsWith("/")))
        .contains(
            "agent/io/loopsentinel/agent/launch/AgentStart.class",
            "agent/io/loopsentinel/hook/Hook.class",
            "agent/net/bytebuddy/ByteBuddy.class",
            "agent/com/fasterxml/jackson/databind/ObjectMapper.class",
            "agent/profiles/hints",
            "agent/META-INF/services/com.fasterxml.jackson.core.JsonFactory",
            "agent/META-INF/LICENSE",
            "agent/META-INF/NOTICE")
        .anyMatch(name -> name.matches("agent/META-INF/licenses/byte-buddy-[^/]+/.*LICENSE.*"))
        .anyMatch(
            name -> name.matches("agent/META-INF/licenses/resilience4j-core-[^/]+/LICENSE.txt"))
        .anyMatch(
            name -> name.matches("agent/META-INF/licenses/jackson-databind-[^/]+/.*LICENSE.*"))
        .doesNotHaveDuplicates();
  }

  @Test
  void holdsNothingThatOnlyABuildOrAModulePathReads() throws IOException {
    assertThat(
            names(
                name ->
                    name.contains("META-INF/versions/")
                        || name.contains("META-INF/maven/")
                        || name.endsWith("module-info.class")
                        || name.matches(".*\\.(SF|RSA|DSA)")))
        .isEmpty();
  }

  @Test
  void runsOnJava17AndTellsOlderOnesSo() throws IOException {
    try (JarFile jar = open()) {
      for (JarEntry entry : entries(jar, name -> name.endsWith(".class"))) {
        int oldest = entry.getName().equals(LAUNCH + "LoopSentinelAgent.class") ? JAVA_8 : JAVA_17;

        assertThat(majorVersion(jar, entry)).as(entry.getName()).isLessThanOrEqualTo(oldest);
      }
    }
  }

  @Test
  void namesItsEntryPointsAndRights() throws IOException {
    try (JarFile jar = open()) {
      Attributes manifest = jar.getManifest().getMainAttributes();

      for (String entryPoint : List.of("Premain-Class", "Agent-Class", "Main-Class")) {
        assertThat(manifest.getValue(entryPoint))
            .isEqualTo("io.loopsentinel.launch.LoopSentinelAgent");
      }
      assertThat(manifest.getValue("Can-Redefine-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Implementation-Title")).isEqualTo("Loop Sentinel");
      assertThat(manifest.getValue("Implementation-Version")).matches("\\d+\\.\\d+\\.\\d+.*");
    }
  }

  @Test
  void isSmall() {
    assertThat(AgentJar.file().length()).isBetween(1_000_000L, 15_000_000L);
  }

  /** Equal builds give equal jars; the time of the build is not in them. */
  @Test
  void holdsNoTimeOfItsBuild() throws IOException {
    try (JarFile jar = open()) {
      assertThat(entries(jar, name -> true))
          .extracting(JarEntry::getTimeLocal)
          .containsOnly(jar.getJarEntry("META-INF/MANIFEST.MF").getTimeLocal());
    }
  }

  private static List<String> names(Predicate<String> condition) throws IOException {
    try (JarFile jar = open()) {
      return entries(jar, condition).stream().map(JarEntry::getName).toList();
    }
  }

  private static List<JarEntry> entries(JarFile jar, Predicate<String> condition) {
    Stream<JarEntry> entries = jar.stream();
    return entries.filter(entry -> condition.test(entry.getName())).toList();
  }

  private static int majorVersion(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry);
        DataInputStream file = new DataInputStream(in)) {
      file.skipBytes(6);
      return file.readUnsignedShort();
    }
  }

  private static JarFile open() throws IOException {
    return new JarFile(AgentJar.file());
  }
}
