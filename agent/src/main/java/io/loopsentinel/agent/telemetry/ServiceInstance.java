package io.loopsentinel.agent.telemetry;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose events are told: which application, where it runs, and which of its processes.
 *
 * @param service name of the application
 * @param host name of the machine or container
 */
public record ServiceInstance(String service, String host, long pid) {

  /** Tells the JVMs of one application apart: eight hexadecimal digits, others at each start. */
  public static final String ID =
      Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000_0000, Integer.MAX_VALUE));

  private static final String UNKNOWN = "unknown";

  /** Read at once, where the JDK would ask the name service, too, for seconds in bad cases. */
  private static final String LINUX_HOST = "/proc/sys/kernel/hostname";

  /**
   * Returns this JVM's; may ask the system for the name of the host, and wait for that.
   *
   * @param configured the name that the configuration gives; {@code null} where it gives none
   */
  public static ServiceInstance current(@Nullable String configured) {
    return new ServiceInstance(
        service(configured, System.getenv(), System.getProperties()),
        host(System.getenv("HOSTNAME")),
        ProcessHandle.current().pid());
  }

  /** Names the application as others do that watch it, or else by what was started. */
  static String service(
      @Nullable String configured, Map<String, String> environment, Properties properties) {
    return Stream.of(
            String.valueOf(configured),
            String.valueOf(properties.getProperty("otel.service.name")),
            environment.getOrDefault("OTEL_SERVICE_NAME", ""),
            String.valueOf(properties.getProperty("spring.application.name")),
            environment.getOrDefault("SPRING_APPLICATION_NAME", ""),
            started(properties.getProperty("sun.java.command", "")))
        .filter(name -> !name.isBlank() && !name.equals("null"))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Returns the main class, or the name of the jar, without what follows on the command line. */
  private static String started(String command) {
    String main = command.strip().split("\\s", 2)[0];
    return main.endsWith(".jar") ? main.replaceFirst(".*[/\\\\]", "") : main;
  }

  private static String host(@Nullable String named) {
    if (named != null && !named.isBlank()) {
      return named;
    }
    try (FileInputStream in = new FileInputStream(LINUX_HOST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      // The first use of InetAddress loads a native library.
      return new Headroom().isThere() ? resolvedHost() : UNKNOWN;
    }
  }

  private static String resolvedHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return UNKNOWN;
    }
  }
}
