package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Jars of the fixture, as it is and as a new version of it could be. */
final class NewVersion {

  private static final Path SOURCES = Path.of("src/test/java/io/loopsentinel/tools/check/fixture");

  private NewVersion() {}

  /** Writes the fixture's jar as it is. */
  static Path old(Path folder) throws IOException {
    return jar(
        folder.resolve("desk-1.0.jar"), ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL));
  }

  /**
   * Writes the jar of a new version.
   *
   * @param changes texts in the sources and in their names, each followed by what stands in its
   *     place
   */
  static Path of(Path folder, String... changes) throws IOException {
    return jar(folder.resolve("desk-2.0.jar"), compile(folder, changes));
  }

  /** Compiles the sources of a new version, and returns the folder of its classes. */
  static Path compile(Path folder, String... changes) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-parameters", "-d", folder.resolve("new").toString()));
    for (Path file : files(SOURCES)) {
      if (!file.endsWith("package-info.java")) {
        Path copy = sources.resolve(changed(file.getFileName().toString(), changes));
        Files.writeString(copy, changed(Files.readString(file), changes));
        arguments.add(copy.toString());
      }
    }
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    assertThat(
            compiler.run(
                null, OutputStream.nullOutputStream(), null, arguments.toArray(String[]::new)))
        .isZero();
    return folder.resolve("new");
  }

  /** Packs a folder. */
  private static Path jar(Path file, Path classes) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Path each : files(classes)) {
        out.putNextEntry(new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(each));
      }
    }
    return file;
  }

  private static String changed(String text, String... changes) {
    String changed = text;
    for (int i = 0; i < changes.length; i += 2) {
      changed = changed.replace(changes[i], changes[i + 1]);
    }
    return changed;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
