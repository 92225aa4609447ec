package io.loopsentinel.it.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Maven's local repository for a test: by links all that the machine's has, so that little is
 * fetched, but nothing of Loop Sentinel; and what a test installs, the machine's does not get.
 */
final class LocalRepository {

  private static final Path MACHINES = Path.of(System.getProperty("release.repository"));
  private static final String IO = "io";

  private LocalRepository() {}

  /** Makes one in a folder that is not there yet. */
  static Path in(Path folder) {
    try {
      link(MACHINES, folder, IO);
      link(MACHINES.resolve(IO), folder.resolve(IO), "loopsentinel");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  private static void link(Path from, Path to, String without) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> list = Files.list(from)) {
      files = list.filter(file -> !file.endsWith(without)).toList();
    }
    for (Path file : files) {
      Files.createSymbolicLink(to.resolve(file.getFileName()), file);
    }
  }
}
