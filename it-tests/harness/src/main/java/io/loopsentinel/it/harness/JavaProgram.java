package io.loopsentinel.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Java program to be run in a JVM of its own, with or without the agent.
 *
 * <p>Immutable: every method that sets something returns a changed copy, so that one program can be
 * run guarded and unguarded. Unless set, it runs on the JDK and the class path of the tests, in an
 * environment without anything that would set JVM options or configure Loop Sentinel.
 */
public final class JavaProgram {

  /**
   * A JVM option for programs that run most of their code once: to compile it well takes longer.
   * All have it but the guarded ones of {@code it-tests/jvm} on the second JDK of the full matrix,
   * which run as they do for users.
   */
  public static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  /** For the same programs: a collector without threads, which take a twelfth of their time. */
  private static final String SERIAL_COLLECTOR = "-XX:+UseSerialGC";

  private final List<String> main;
  private Jdk jdk = Jdks.running();
  private String classPath = System.getProperty("java.class.path");
  private @Nullable String agent;
  private @Nullable File directory;
  private int descriptors;
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();

  private JavaProgram(List<String> main) {
    this.main = main;
  }

  /** Returns a program that starts at the {@code main} method of a class. */
  public static JavaProgram ofMain(Class<?> main) {
    return ofMain(main.getName());
  }

  /** Returns a program that starts at the {@code main} method of a class. */
  public static JavaProgram ofMain(String main) {
    return new JavaProgram(List.of(main));
  }

  /** Returns a program that is an executable jar; it uses no other class path. */
  public static JavaProgram ofJar(File jar) {
    return new JavaProgram(List.of("-jar", jar.getPath()));
  }

  public JavaProgram on(Jdk jdk) {
    JavaProgram copy = copy();
    copy.jdk = jdk;
    return copy;
  }

  /** Runs it in this working directory instead of the tests' own. */
  public JavaProgram in(File workingDirectory) {
    JavaProgram copy = copy();
    copy.directory = workingDirectory;
    return copy;
  }

  /** Runs it with these class path entries instead of the tests' own. */
  public JavaProgram classPath(File... entries) {
    JavaProgram copy = copy();
    copy.classPath =
        Arrays.stream(entries).map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    return copy;
  }

  /** Adds JVM options; they follow the agent's. */
  public JavaProgram jvmOptions(String... options) {
    JavaProgram copy = copy();
    copy.jvmOptions.addAll(List.of(options));
    return copy;
  }

  public JavaProgram arguments(String... arguments) {
    JavaProgram copy = copy();
    copy.arguments.addAll(List.of(arguments));
    return copy;
  }

  /** Limits how many files and sockets it can have open; needs {@code sh}. */
  public JavaProgram descriptors(int max) {
    JavaProgram copy = copy();
    copy.descriptors = max;
    return copy;
  }

  public JavaProgram environment(String name, String value) {
    JavaProgram copy = copy();
    copy.environment.put(name, value);
    return copy;
  }

  /** Guards it by the agent, with nothing configured. */
  public JavaProgram agent() {
    return agentOption("");
  }

  /** Guards it by the agent with these arguments, as they follow the {@code =} of the option. */
  public JavaProgram agentArguments(String arguments) {
    return agentOption("=" + arguments);
  }

  /**
   * Guards it by the agent with this configuration.
   *
   * @param folder where to write it, usually a {@code @TempDir}
   * @param yaml the content of the configuration file
   */
  public JavaProgram agentConfig(File folder, String yaml) {
    try {
      File file = File.createTempFile("sentinel-config-", ".yaml", folder);
      Files.writeString(file.toPath(), yaml);
      return agentArguments(file.getPath());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a configuration to " + folder, e);
    }
  }

  /**
   * Runs it to its end.
   *
   * @param limit how long it may take; it is killed thereafter
   * @throws AssertionError if it does not end within the limit; tells what it wrote so far
   */
  public ProgramResult run(Duration limit) {
    try (RunningProgram running = start()) {
      return running.await(limit);
    }
  }

  /** Starts it, for tests that have something to do while it runs; to be closed by the caller. */
  public RunningProgram start() {
    ProcessBuilder builder = new ProcessBuilder(command()).directory(directory);
    builder.environment().keySet().removeIf(JavaProgram::meddles);
    builder.environment().putAll(environment);
    try {
      return new RunningProgram(builder.start(), jdk + ": " + String.join(" ", main));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + jdk.java(), e);
    }
  }

  /** A guarded application gets the API from the agent's jar, and from nowhere else. */
  private JavaProgram agentOption(String arguments) {
    JavaProgram copy = copy();
    copy.classPath =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(classPath)
            .filter(entry -> !isBootstrap(new File(entry)))
            .collect(Collectors.joining(File.pathSeparator));
    copy.agent = "-javaagent:" + AgentJar.file().getPath() + arguments;
    return copy;
  }

  private JavaProgram copy() {
    JavaProgram copy = new JavaProgram(main);
    copy.jdk = jdk;
    copy.classPath = classPath;
    copy.agent = agent;
    copy.directory = directory;
    copy.descriptors = descriptors;
    copy.jvmOptions.addAll(jvmOptions);
    copy.arguments.addAll(arguments);
    copy.environment.putAll(environment);
    return copy;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    if (descriptors > 0) {
      String limited = "ulimit -n %d; exec \"$@\"".formatted(descriptors);
      command.addAll(List.of("sh", "-c", limited, "sh"));
    }
    command.add(jdk.java().getPath());
    if (agent != null) {
      command.add(agent);
    }
    // What RunningProgram reads; up to JDK 17 the first sets both streams, from 19 on the others.
    command.addAll(
        List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
    if (Matrix.startsQuickly(jdk)) {
      command.addAll(List.of(QUICK_START, SERIAL_COLLECTOR));
    }
    command.addAll(jvmOptions);
    if (!main.get(0).equals("-jar")) {
      command.addAll(List.of("-cp", classPath));
    }
    command.addAll(main);
    command.addAll(arguments);
    return command;
  }

  private static boolean isBootstrap(File entry) {
    return entry.isDirectory()
        ? new File(entry, "io/loopsentinel/ToolLoopError.class").isFile()
        : entry.getName().startsWith("loop-sentinel-bootstrap");
  }

  /** Whether a variable of the environment sets JVM options or configures Loop Sentinel. */
  static boolean meddles(String variable) {
    return variable.startsWith("LOOPSENTINEL_")
        || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")
            .contains(variable);
  }
}
