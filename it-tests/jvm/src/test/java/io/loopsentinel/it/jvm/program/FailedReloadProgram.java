package io.loopsentinel.it.jvm.program;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Makes each method that applies a configuration throw once, reloads the file again, and writes
 * whether that applied it. Takes the folder of the configuration.
 */
public final class FailedReloadProgram {

  private static final int CALLS = 100;

  private static int sessions;

  private FailedReloadProgram() {}

  /** Returns a configuration that lets a call run so many times. */
  public static String config(int threshold) {
    return """
        sentinel:
          profiles: none
          default: {threshold: %s, action: hint}
          targets:
            - {name: t%s, kind: tool, type: %s, method: dispatch, tool: arg0, args: '{}', session: arg1}
        """
        .formatted(threshold, threshold, FailedReloadProgram.class.getName());
  }

  static String dispatch(String tool, String session) {
    return "ran";
  }

  /** Starts the program. */
  public static void main(String[] arguments) throws Exception {
    Path file =
        Objects.requireNonNull(
            new File(arguments[0]).listFiles((dir, name) -> name.endsWith(".yaml")))[0]
            .toPath();
    int threshold = 1;
    runs();
    Files.writeString(file, config(++threshold));
    Set<String> entered = Faults.record();
    reload();
    Faults.disarm();
    List<String> applying =
        entered.stream()
            .filter(method -> method.matches("AgentRuntime\\.re.*|.*\\.(retarget|relink)\\(.*"))
            .toList();
    for (String method : applying) {
      boolean failed = reloadFails(method, file, config(++threshold));
      reload();
      print(method, failed, runs() == threshold);
      failed = reloadFails(method, file, config(threshold + 1));
      Files.writeString(file, config(threshold));
      reload();
      print(method + " and the file is put back", failed, runs() == threshold);
    }
  }

  private static void print(String method, boolean failed, boolean isApplied) {
    System.out.println(
        method
            + (failed ? ": failed, " : ": did not fail, ")
            + (isApplied ? "applied" : "not applied"));
  }

  private static boolean reloadFails(String method, Path file, String config) throws Exception {
    Files.writeString(file, config);
    Faults.arm(method, new IllegalStateException("injected"));
    String answer = reload();
    return Faults.disarm() && answer.equals("failed");
  }

  private static String reload() throws JMException {
    try {
      return (String) server().invoke(agent(), "reload", null, null);
    } catch (RuntimeException e) {
      return "failed";
    }
  }

  /** Returns how many of many equal calls of a new session run. */
  private static int runs() {
    sessions++;
    int runs = 0;
    for (int i = 0; i < CALLS; i++) {
      runs += dispatch("search", "session " + sessions).equals("ran") ? 1 : 0;
    }
    return runs;
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static ObjectName agent() throws JMException {
    return new ObjectName("io.loopsentinel:type=Sentinel");
  }
}
