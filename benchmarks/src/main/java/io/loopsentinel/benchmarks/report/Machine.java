package io.loopsentinel.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What is measured on. */
final class Machine {

  private static final Path CPUS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns processor, system and JVM in a line. */
  static String text() {
    return "%s, %d processors, %s; %s %s (%s)"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("java.vm.name"),
            Runtime.version(),
            System.getProperty("java.vendor"));
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(CPUS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
