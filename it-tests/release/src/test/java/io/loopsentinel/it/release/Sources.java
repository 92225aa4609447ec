package io.loopsentinel.it.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/**
 * A copy of the sources with another version.
 *
 * @param folder where it is
 * @param repository Maven's local repository for it
 */
record Sources(Path folder, Path repository) {

  /** Of the release, whether or not the sources are those of a snapshot. */
  static final String VERSION = System.getProperty("release.version").replace("-SNAPSHOT", "");

  private static final Path ORIGINAL = Path.of(System.getProperty("release.sources"));
  private static final Set<Path> NOT_SOURCES = Set.of(Path.of("target"), Path.of(".git"));

  /** Copies the sources to a folder that is not there yet. */
  static Sources copiedTo(Path folder, Path repository, String version) {
    try {
      Files.walkFileTree(ORIGINAL, new Copying(folder, version));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Sources(folder, repository);
  }

  /** Returns the names of a module's source files, as a jar has them. */
  static List<String> javaFiles(String module) throws IOException {
    Path folder = ORIGINAL.resolve(module).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> folder.relativize(file).toString())
          .toList();
    }
  }

  static String page(String path) {
    try {
      return Files.readString(ORIGINAL.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces a text of a file, which has to be there. */
  void replace(String file, String text, String replacement) {
    try {
      Path path = folder.resolve(file);
      String before = Files.readString(path);
      Assertions.assertTrue(before.contains(text), text);
      Files.writeString(path, before.replace(text, replacement));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs Maven with the profile for releases, without tests. What checks sources is left out: it
   * writes nothing to the files that are published, and this build's sources have passed it.
   */
  Command release(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("release.maven"));
    command.addAll(List.of("-B", "-ntp", "-Prelease", "-Dmaven.test.skip=true"));
    command.addAll(List.of("-Dspotless.check.skip=true", "-Dcheckstyle.skip=true"));
    command.add("-Dcompiler.checks=-g");
    command.add("-Dmaven.repo.local=" + repository);
    command.addAll(List.of(arguments));
    return Command.run(folder, environment, command);
  }

  private static final class Copying extends SimpleFileVisitor<Path> {

    private final Path copy;
    private final String version;

    Copying(Path copy, String version) {
      this.copy = copy;
      this.version = version;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (NOT_SOURCES.contains(folder.getFileName())) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      Files.createDirectories(copyOf(folder));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (file.endsWith("pom.xml")) {
        String pom = Files.readString(file);
        Files.writeString(
            copyOf(file), pom.replace(System.getProperty("release.version"), version));
      } else if (!file.endsWith(".git")) {
        Files.copy(file, copyOf(file));
      }
      return FileVisitResult.CONTINUE;
    }

    private Path copyOf(Path file) {
      return copy.resolve(ORIGINAL.relativize(file));
    }
  }
}
