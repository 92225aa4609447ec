package io.loopsentinel.it.harness;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Thread dumps of a process and of all that it started, by {@code jcmd}. */
final class ThreadDumps {

  /** A JVM answers at its next safepoint; one that does not within this time is stuck itself. */
  private static final long SECONDS = 60;

  private ThreadDumps() {}

  /** Returns the dumps of those that are alive; says so of a process that gives none. */
  static String of(Process process) {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .filter(ProcessHandle::isAlive)
        .map(
            each ->
                "--- threads of process %d (%s)%n%s".formatted(each.pid(), name(each), of(each)))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String of(ProcessHandle process) {
    String command = new File(Jdks.running().java().getParentFile(), "jcmd").getPath();
    File output = null;
    try {
      output = File.createTempFile("threads", ".txt");
      Process jcmd =
          new ProcessBuilder(command, Long.toString(process.pid()), "Thread.print", "-l")
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      if (!jcmd.waitFor(SECONDS, TimeUnit.SECONDS)) {
        jcmd.destroyForcibly();
        return "no answer within " + SECONDS + " seconds";
      }
      return withFrames(Files.readString(output.toPath(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return "none: " + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "none: interrupted";
    } finally {
      if (output != null) {
        output.delete();
      }
    }
  }

  /** Leaves out the threads that run no Java code, so that a report shows the others early. */
  private static String withFrames(String dump) {
    String kept =
        Stream.of(dump.split("\n\n"))
            .filter(part -> part.contains("\tat ") || part.contains("deadlock"))
            .collect(Collectors.joining("\n\n"));
    return kept.isEmpty() ? dump : kept;
  }

  private static String name(ProcessHandle process) {
    return process.info().command().orElse("unknown");
  }
}
