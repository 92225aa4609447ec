package io.loopsentinel.tools.support;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/** The parameters of a command that name an application's files. */
public final class ApplicationFiles {

  /** What a command says that has read no class from what it was given. */
  public static final String NOTHING_READ =
      "No class could be read. Name the application's jars, folders of class files, or both; what"
          + " is named is skipped where it is no jar, or holds no .class file.";

  @Parameters(
      paramLabel = "PATHS",
      arity = "1..*",
      description = "Jars (Spring Boot's too), folders, or class paths.")
  private List<String> paths = new ArrayList<>();

  /**
   * Has all of them read. What cannot be read is reported and skipped; on a terminal progress is
   * told, too.
   *
   * @param classes takes in a class file; throws a {@link RuntimeException} if it is none
   * @param err for the reports
   * @throws UsageException if there is no such file; none is read then
   */
  public void read(Consumer<byte[]> classes, PrintWriter err) throws UsageException {
    read(jar -> true, classes, err);
  }

  /** Has them read as above, but for those jars that are not wanted. */
  public void read(Predicate<Path> jars, Consumer<byte[]> classes, PrintWriter err)
      throws UsageException {
    read(
        paths.stream()
            .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
            .filter(file -> !file.isEmpty())
            .map(Path::of)
            .toList(),
        jars,
        classes,
        err);
  }

  /** Has other files read in the same way. */
  public static void read(
      List<Path> files, Predicate<Path> jars, Consumer<byte[]> classes, PrintWriter err)
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
            file -> {
              progress.show("%,d class files read".formatted(count.incrementAndGet()));
              classes.accept(file);
            },
            complaint -> {
              progress.clear();
              err.println(complaint);
            });
    files.forEach(classPath::read);
    progress.clear();
  }
}
