package io.loopsentinel.agent.command.classpath;

import io.loopsentinel.agent.command.UsageException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
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
   * Has all of them read.
   *
   * @throws UsageException if there is no such file; none is read then
   */
  public void read(ClassFileSink sink) throws UsageException {
    List<File> files = files();
    for (File file : files) {
      if (!file.exists()) {
        throw new UsageException(file + ": there is no such file");
      }
    }
    ClassPath classPath = new ClassPath(sink);
    files.forEach(classPath::read);
  }

  private List<File> files() {
    return paths.stream()
        .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
        .filter(file -> !file.isEmpty())
        .map(File::new)
        .toList();
  }
}
