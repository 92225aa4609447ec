package io.loopsentinel.tools.support;

import io.loopsentinel.targets.text.Numbers;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/** The parameters of a command that name an application's files. */
public final class ApplicationFiles {

  /** The message of a command that found no class in the given files. */
  public static final String NOTHING_READ =
      "No class could be read. Name the application's jars, folders of class files, or both. Files"
          + " that are not jars and folders without .class files are skipped.";

  @Parameters(
      paramLabel = "PATHS",
      arity = "1..*",
      description = "Jars (Spring Boot's too), folders, or class paths.")
  private List<String> paths = new ArrayList<>();

  /**
   * Reads all class files. Unreadable files are reported and skipped. Progress is shown on a
   * terminal.
   *
   * @param classes receives each class file; throws a {@link RuntimeException} if it is invalid
   * @param err for reports and progress
   * @throws UsageException if a file does not exist; no file is read then
   */
  public void read(Consumer<byte[]> classes, PrintWriter err) throws UsageException {
    read(files(), jar -> true, classes, err);
  }

  /**
   * Reads all class files as above.
   *
   * @param classes receives each class file with its place: {@code app.jar!/a/B.class}
   */
  public void read(BiConsumer<String, byte[]> classes, PrintWriter err) throws UsageException {
    read(files(), jar -> true, classes, err);
  }

  /** Returns the named jars and folders. */
  public List<Path> files() {
    return paths.stream()
        .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
        .filter(file -> !file.isEmpty())
        .map(Path::of)
        .toList();
  }

  /** Reads the class files of jars and folders in the same way, except jars that do not match. */
  public static void read(
      List<Path> files, Predicate<Path> jars, Consumer<byte[]> classes, PrintWriter err)
      throws UsageException {
    read(files, jars, (place, file) -> classes.accept(file), err);
  }

  private static void read(
      List<Path> files, Predicate<Path> jars, BiConsumer<String, byte[]> classes, PrintWriter err)
      throws UsageException {
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new UsageException(file + ": there is no such file");
      }
    }
    Progress progress = new Progress(err);
    AtomicInteger count = new AtomicInteger();
    ClassPath classPath =
        new ClassPath(
            jars,
            (place, file) -> {
              progress.show(Numbers.count(count.incrementAndGet()) + " class files read");
              classes.accept(place, file);
            },
            message -> {
              progress.clear();
              err.println(message);
            });
    files.forEach(classPath::read);
    progress.clear();
  }
}
