package io.loopsentinel.agent.telemetry;

import io.loopsentinel.engine.session.Sharing;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The source of events: an application, its host and its process. */
public record ServiceInstance(String service, String host, long pid) {

  /** Identifies a JVM of an application: eight random hexadecimal digits, new at each start. */
  public static final String ID =
      Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000_0000, Integer.MAX_VALUE));

  private static final List<String> NAMES =
      List.of("otel.service.name", "spring.application.name", "quarkus.application.name");

  private static final String UNKNOWN = "unknown";

  /** Immediately readable, whereas the JDK also asks the name service, which may take seconds. */
  private static final String LINUX_HOST = "/proc/sys/kernel/hostname";

  /**
   * Returns the instance of this JVM. May block while the system looks up the host name.
   *
   * @param configured the service name in the configuration; {@code null} if it has none
   */
  public static ServiceInstance current(@Nullable String configured) {
    return new ServiceInstance(
        service(
            configured,
            System.getenv(),
            System.getProperties(),
            ClassLoader.getSystemClassLoader()),
        host(knownHost(System.getenv())),
        ProcessHandle.current().pid());
  }

  /** Returns the name of this JVM among those that share a store, without a name service. */
  public static String pod() {
    return Sharing.podName(knownHost(System.getenv()), ProcessHandle.current().pid());
  }

  /** Returns the name that other monitoring uses, that of the application, or its class or jar. */
  static String service(
      @Nullable String configured,
      Map<String, String> environment,
      Properties properties,
      ClassLoader application) {
    if (configured != null && !configured.isBlank()) {
      return configured;
    }
    for (String name : NAMES) {
      String variable = name.toUpperCase(Locale.ROOT).replace('.', '_');
      String set = properties.getProperty(name, environment.getOrDefault(variable, ""));
      if (!set.isBlank()) {
        return set;
      }
    }
    String written = ApplicationProperties.name(application);
    String main = mainClassOrJar(properties);
    return !written.isEmpty() ? written : main.isEmpty() ? UNKNOWN : main;
  }

  /** Returns the main class or the file name of the jar, without arguments. */
  private static String mainClassOrJar(Properties properties) {
    String command = properties.getProperty("sun.java.command", "").strip();
    // The jar of java -jar, whose path may contain spaces, comes first on the class path.
    String path = properties.getProperty("java.class.path", "");
    String jar = path.split(File.pathSeparator, 2)[0];
    boolean runsJar = jar.endsWith(".jar") && command.startsWith(jar);
    String main = runsJar ? jar : command.split("\\s", 2)[0];
    return main.endsWith(".jar") ? main.replaceFirst(".*[/\\\\]", "") : main;
  }

  private static String host(@Nullable String known) {
    if (known != null) {
      return known;
    }
    // The first use of InetAddress loads a native library.
    return new Headroom().isThere() ? resolvedHost() : UNKNOWN;
  }

  private static @Nullable String knownHost(Map<String, String> environment) {
    String named = environment.getOrDefault("HOSTNAME", environment.get("COMPUTERNAME"));
    if (named != null && !named.isBlank()) {
      return named;
    }
    try (FileInputStream in = new FileInputStream(LINUX_HOST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return null;
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
