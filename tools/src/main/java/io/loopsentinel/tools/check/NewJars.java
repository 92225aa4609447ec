package io.loopsentinel.tools.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Jars of new versions, and the jars of a class path that they replace. */
final class NewJars {

  /** A version and a suffix; in {@code log4j-1.2-api-2.17.jar} the version is the last one. */
  private static final Pattern VERSION =
      Pattern.compile("(-\\d(?!.*-[A-Za-z]\\w*-\\d+\\.\\d).*)?(\\.[a-z]+)?$");

  private final List<NewJar> jars;

  private record NewJar(Path file, List<String> replaces) {}

  NewJars(List<Path> jars) {
    this.jars = jars.stream().map(jar -> new NewJar(jar, new ArrayList<>())).toList();
  }

  /** Returns whether a new jar has the name of a jar, except for the version, and records that. */
  boolean markReplaced(Path jar) {
    String old = withoutVersion(jar);
    List<NewJar> successors =
        jars.stream().filter(each -> withoutVersion(each.file()).equals(old)).toList();
    successors.forEach(each -> each.replaces().add(jar.getFileName().toString()));
    return !successors.isEmpty();
  }

  private static String withoutVersion(Path jar) {
    Path name = jar.getFileName(); // Null for a root folder.
    return name == null ? "" : VERSION.matcher(name.toString()).replaceFirst("");
  }

  /** Returns the new jars with the jars that they replace. */
  List<DriftReport.Jar> report() {
    return jars.stream()
        .map(each -> new DriftReport.Jar(each.file().toString(), List.copyOf(each.replaces())))
        .toList();
  }
}
