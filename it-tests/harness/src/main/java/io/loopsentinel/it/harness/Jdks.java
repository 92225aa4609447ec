package io.loopsentinel.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the JDKs of this machine.
 *
 * <p>Looked at in this order: the homes listed in {@value #VARIABLE}, the JDK that runs the tests,
 * every {@code JAVA_HOME…} of the environment, and the folders installers use.
 */
public final class Jdks {

  /** The environment variable that lists further JDK homes, separated as on a class path. */
  public static final String VARIABLE = "LOOPSENTINEL_TEST_JDKS";

  private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

  private Jdks() {}

  /** Finds the first JDK of a feature release. */
  public static Optional<Jdk> find(int feature) {
    return homes()
        .flatMap(home -> at(home).stream())
        .filter(jdk -> jdk.feature() == feature)
        .findFirst();
  }

  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), new File(System.getProperty("java.home")));
  }

  /** Returns the JDK in a folder; empty where the folder is no JDK. */
  static Optional<Jdk> at(File home) {
    File release = new File(home, "release");
    if (!release.isFile()) {
      return Optional.empty();
    }
    try {
      Matcher matcher = RELEASE.matcher(Files.readString(release.toPath()));
      return matcher.find()
          ? Optional.of(new Jdk(Integer.parseInt(matcher.group(1)), home))
              .filter(jdk -> jdk.java().isFile())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + release, e);
    }
  }

  private static Stream<File> homes() {
    return Stream.of(listed(), Stream.of(running().home()), javaHomes(), installed())
        .flatMap(files -> files);
  }

  private static Stream<File> listed() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getenv().getOrDefault(VARIABLE, ""))
        .filter(home -> !home.isBlank())
        .map(File::new);
  }

  private static Stream<File> javaHomes() {
    return System.getenv().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("JAVA_HOME"))
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> new File(entry.getValue()));
  }

  private static Stream<File> installed() {
    String user = System.getProperty("user.home");
    return Stream.of(
            "/usr/lib/jvm",
            "/opt/java",
            "/Library/Java/JavaVirtualMachines",
            user + "/Library/Java/JavaVirtualMachines",
            user + "/.sdkman/candidates/java",
            user + "/.jdks",
            "C:\\Program Files\\Java",
            "C:\\Program Files\\Eclipse Adoptium",
            "C:\\Program Files\\Microsoft")
        .map(folder -> new File(folder).listFiles(File::isDirectory))
        .filter(found -> found != null)
        .flatMap(found -> Arrays.stream(found).sorted())
        .flatMap(home -> Stream.of(home, new File(home, "Contents/Home")));
  }
}
