package io.loopsentinel.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lines that a person types at the prompt of {@code sh}, such as those that a page shows. Standard
 * output has all that a terminal would, what goes to standard error included.
 *
 * <p>Immutable. Runs on the JDK of the tests unless another one is named, in an environment without
 * anything that would set JVM options or configure Loop Sentinel.
 */
public final class ShellCommand {

  private final String script;
  private final File directory;
  private final Jdk jdk;
  private final Map<String, String> environment;

  private ShellCommand(String script, File directory, Jdk jdk, Map<String, String> environment) {
    this.script = script;
    this.directory = directory;
    this.jdk = jdk;
    this.environment = environment;
  }

  /** Returns the command that runs a script in a folder. */
  public static ShellCommand of(String script, File directory) {
    return new ShellCommand(script, directory, Jdks.running(), Map.of());
  }

  /** Has {@code java} and {@code JAVA_HOME} be those of this JDK. */
  public ShellCommand on(Jdk jdk) {
    return new ShellCommand(script, directory, jdk, environment);
  }

  public ShellCommand environment(String name, String value) {
    Map<String, String> more = new TreeMap<>(environment);
    more.put(name, value);
    return new ShellCommand(script, directory, jdk, more);
  }

  /**
   * Runs it to its end.
   *
   * @throws AssertionError if it does not end within the limit; tells what it wrote so far
   */
  public ProgramResult run(Duration limit) {
    try (RunningProgram running = start()) {
      return running.await(limit);
    }
  }

  /** Starts it; to be closed by the caller. */
  public RunningProgram start() {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", script).directory(directory).redirectErrorStream(true);
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(JavaProgram::meddles);
    String bin = jdk.java().getParent();
    variables.merge("PATH", bin, (path, first) -> first + File.pathSeparator + path);
    variables.put("JAVA_HOME", jdk.home().getPath());
    variables.putAll(environment);
    try {
      return new RunningProgram(builder.start(), jdk + ": " + script);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start sh", e);
    }
  }
}
