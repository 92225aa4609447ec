package io.loopsentinel.benchmarks.startup;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Says on what something was measured. */
final class Machine {

  private Machine() {}

  static String describe(File jvm, int rounds) throws IOException, InterruptedException {
    Process version = new ProcessBuilder(jvm.getPath(), "-Xinternalversion").start();
    String line;
    try (BufferedReader reader = version.inputReader()) {
      line = reader.readLine();
    }
    version.waitFor();
    return "%d processors (%s), %s %s; %s; %d rounds; load average %s%n"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            processor(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            line == null ? "unknown JVM" : line.replaceAll(", built on.*", ""),
            rounds,
            load());
  }

  private static String processor() throws IOException {
    File information = new File("/proc/cpuinfo");
    return information.exists()
        ? Files.readAllLines(information.toPath()).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 2))
            .findFirst()
            .orElse("unknown")
        : "unknown";
  }

  private static String load() throws IOException {
    File load = new File("/proc/loadavg");
    return load.exists() ? Files.readString(load.toPath()).split(" ", 2)[0] : "unknown";
  }
}
