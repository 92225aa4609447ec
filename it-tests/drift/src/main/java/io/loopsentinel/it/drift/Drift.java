package io.loopsentinel.it.drift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Has Maven resolve the newest release of each supported framework, and prints which targets of the
 * profiles match that of today and not the newest.
 */
public final class Drift {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String TODAY = "today.classpath";
  private static final String NEWEST = "newest.classpath";

  private final String maven;
  private final Path folder;
  private final PrintStream out;

  private Drift(String maven, Path folder, PrintStream out) {
    this.maven = maven;
    this.folder = folder;
    this.out = out;
  }

  /** Takes Maven's command and a folder to work in; ends with 1 where a target is lost. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    boolean lost = new Drift(arguments[0], Path.of(arguments[1]), System.out).run();
    System.exit(lost ? 1 : 0);
  }

  private boolean run() throws IOException, InterruptedException {
    List<Framework> frameworks = frameworks();
    for (Framework framework : frameworks) {
      framework.write();
      Files.deleteIfExists(framework.folder().resolve(TODAY));
      Files.deleteIfExists(framework.folder().resolve(NEWEST));
    }
    Files.writeString(folder.resolve("pom.xml"), parent(frameworks));
    maven(
        "dependency:build-classpath",
        "-Dmdep.outputFile=" + TODAY,
        "versions:use-latest-releases",
        "-DprocessDependencyManagement=false",
        "-DgenerateBackupPoms=false");
    maven("dependency:build-classpath", "-Dmdep.outputFile=" + NEWEST);
    boolean lost = false;
    for (Framework framework : frameworks) {
      lost |= print(framework);
    }
    return lost;
  }

  private List<Framework> frameworks() throws IOException {
    Properties tested = new Properties();
    try (InputStream in = Drift.class.getResourceAsStream("/frameworks.properties")) {
      tested.load(Objects.requireNonNull(in));
    }
    return new TreeSet<>(tested.stringPropertyNames())
        .stream()
            .map(
                name ->
                    new Framework(
                        folder.resolve(name), List.of(tested.getProperty(name).split(" ", -1))))
            .toList();
  }

  private static String parent(List<Framework> frameworks) {
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <groupId>drift</groupId>
      <artifactId>frameworks</artifactId>
      <version>1</version>
      <packaging>pom</packaging>
      <modules>
        %s
      </modules>
    </project>
    """
        .formatted(
            frameworks.stream()
                .map(framework -> "<module>" + framework.name() + "</module>")
                .collect(Collectors.joining("\n    ")));
  }

  /** Of a framework that cannot be resolved, the class path is not there in the end. */
  private void maven(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(maven, "-B", "-q", "-ntp", "-fae"));
    command.addAll(List.of("-f", folder.resolve("pom.xml").toString()));
    command.addAll(List.of("-DincludeScope=runtime"));
    command.addAll(List.of(arguments));
    new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /** Prints what becomes of the targets with the newest version; returns whether any is lost. */
  private boolean print(Framework framework) throws IOException {
    out.printf("%n%s %s -> %s%n", framework.name(), framework.today(), framework.version());
    String today = framework.classPath(TODAY, File.pathSeparator);
    String newest = framework.classPath(NEWEST, ",");
    if (today.isEmpty() || newest.isEmpty()) {
      out.println("  cannot be resolved");
      return true;
    }
    JsonNode report = check(today, newest);
    for (JsonNode change : report.get("changes")) {
      out.println("  " + line(change));
    }
    out.printf(
        "  %d targets unchanged, %d lost, %d with a problem today%n",
        report.get("unchanged").asInt(),
        report.get("problems").asInt(),
        report.get("problems_today").asInt());
    return report.get("problems").asInt() > 0;
  }

  private static JsonNode check(String today, String newest) throws IOException {
    ProgramResult result =
        JavaProgram.ofJar(AgentJar.file())
            .on(newestJdk())
            .arguments("check", today, "--against", newest, "--json", "-")
            .run(LIMIT);
    if (!result.standardOutput().startsWith("{")) {
      throw new IOException(result.toString());
    }
    return new ObjectMapper().readTree(result.standardOutput());
  }

  /** Some frameworks are not for the oldest JDK, which could not load their classes. */
  private static Jdk newestJdk() {
    return Jdks.find(25).orElseGet(Jdks::running);
  }

  private static List<String> methods(JsonNode change) {
    List<String> methods = new ArrayList<>();
    change.get("methods").forEach(method -> methods.add(method.asText()));
    return methods;
  }

  private static String line(JsonNode change) {
    StringBuilder line = new StringBuilder();
    line.append(change.get("state").asText())
        .append(": ")
        .append(change.get("kind").asText())
        .append(" target ")
        .append(change.get("name").asText());
    if (change.has("replaced_by")) {
      return line.append(", there is ").append(change.get("replaced_by").asText()).toString();
    }
    line.append(" on ").append(String.join(", ", methods(change)));
    if (change.has("reason")) {
      line.append(": ").append(change.get("reason").asText().replace("\n", "; "));
    }
    return line.toString();
  }
}
