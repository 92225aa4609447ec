package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.harness.FrameworkVersion;
import io.loopsentinel.it.harness.Matrix;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The versions of LangChain4j that the scenarios are played on: one for each shape of its API. */
enum Version implements FrameworkVersion {
  V0_36("0.36", AssistantsUpTo036.class),
  V1_0("1.0", AssistantsSince10.class),
  V1_4("1.4", AssistantsSince10.class),
  /** The one that the tests themselves are compiled with. */
  NEWEST("", AssistantsSince10.class);

  private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

  private final String line;
  private final Class<? extends Assistants> assistants;

  Version(String line, Class<? extends Assistants> assistants) {
    this.line = line;
    this.assistants = assistants;
  }

  /** Returns those of the {@link Matrix}. */
  static List<Version> tested() {
    return Matrix.isFull() ? List.of(values()) : List.of(NEWEST);
  }

  @Override
  public boolean isNewest() {
    return this == NEWEST;
  }

  /** Returns its number, as in the documents. */
  String line() {
    return this == NEWEST ? System.getProperty("langchain4j.version") : line;
  }

  Class<? extends Assistants> assistants() {
    return assistants;
  }

  /** Returns the ways in which it can execute a tool. */
  List<Dispatch> dispatches() {
    return Arrays.stream(Dispatch.values())
        .filter(dispatch -> dispatch != Dispatch.CONCURRENT || isSince(V1_4))
        .toList();
  }

  boolean isSince(Version other) {
    return compareTo(other) >= 0;
  }

  /**
   * Returns the class path of a program on this version.
   *
   * @param agent whether the agent runs there: {@code ToolLoopError} then comes from its jar, and
   *     from nowhere else
   */
  File[] classPath(boolean agent) {
    Predicate<File> unwanted = entry -> agent && isBootstrap(entry);
    Stream<File> entries =
        this == NEWEST
            ? testClassPath()
            : Stream.concat(testClassPath().filter(Version::isOfThisProject), libraries());
    return entries.filter(unwanted.negate()).toArray(File[]::new);
  }

  /** Reads what the module of this line has written. */
  private Stream<File> libraries() {
    File modules = new File(System.getProperty("langchain4j.modules"));
    File written = new File(modules, "langchain4j-" + line + "/target/classpath");
    return split(read(written));
  }

  /** Returns the class path of a guarded program that chooses its client of HTTP itself. */
  File[] classPathWithClients() {
    return isSince(V1_4)
        ? Stream.concat(Stream.of(classPath(true)), springClient()).toArray(File[]::new)
        : classPath(true);
  }

  /** Returns the client of LangChain4j's Spring Boot integration; that of 1.4 fits the newest. */
  private static Stream<File> springClient() {
    File modules = new File(System.getProperty("langchain4j.modules"));
    return split(read(new File(modules, "langchain4j-1.4/target/classpath-spring")))
        .filter(file -> file.getName().matches("(spring|langchain4j-http-client-spring|micro).*"));
  }

  private static String read(File written) {
    try {
      return Files.readString(written.toPath()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Build its module first", e);
    }
  }

  private static Stream<File> testClassPath() {
    return split(System.getProperty("java.class.path"));
  }

  private static Stream<File> split(String classPath) {
    return SEPARATOR.splitAsStream(classPath).map(File::new);
  }

  private static boolean isOfThisProject(File entry) {
    return entry.isDirectory() || entry.getName().startsWith("loop-sentinel-");
  }

  private static boolean isBootstrap(File entry) {
    return entry.isDirectory()
        ? new File(entry, "io/loopsentinel/ToolLoopError.class").isFile()
        : entry.getName().startsWith("loop-sentinel-bootstrap");
  }
}
