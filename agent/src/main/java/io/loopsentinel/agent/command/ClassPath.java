package io.loopsentinel.agent.command;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads the class files of jars and folders, one at a time, and loads no class.
 *
 * <p>A jar within a jar is read where Spring Boot and servlet containers put them ({@code
 * BOOT-INF/lib}, {@code WEB-INF/lib}). Passed over are the variants of multi-release jars, since
 * the plain classes say the same of what is called, and what is longer than any class file is.
 */
final class ClassPath {

  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final Consumer<byte[]> classes;
  private final Consumer<String> complaints;

  /**
   * Creates a reader.
   *
   * @param classes takes in the class files
   * @param complaints told once of each file that cannot be read, with the reason
   */
  ClassPath(Consumer<byte[]> classes, Consumer<String> complaints) {
    this.classes = classes;
    this.complaints = complaints;
  }

  /** Reads a jar, a folder with class files and jars, or a class file. */
  void read(File file) {
    try {
      if (file.isDirectory()) {
        folder(file.toPath());
      } else {
        try (InputStream in = new BufferedInputStream(new FileInputStream(file))) {
          entry(file.getPath(), file.getName(), in);
        }
      }
    } catch (IOException | RuntimeException e) {
      unreadable(file.getPath(), e);
    }
  }

  private void folder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      if (isArchive(file.toString())
          || isClass(folder.relativize(file).toString().replace('\\', '/'))) {
        read(file.toFile());
      }
    }
  }

  private void entry(String path, String name, InputStream in) throws IOException {
    if (!isClass(name)) {
      archive(path, in);
      return;
    }
    byte[] file = in.readNBytes(MOST_BYTES);
    if (file.length == MOST_BYTES) {
      skipped(path, "is longer than a class file can be");
      return;
    }
    try {
      classes.accept(file);
    } catch (RuntimeException e) {
      skipped(path, "is no class file that can be read: " + e);
    }
  }

  private void archive(String path, InputStream in) throws IOException {
    // Not closed: that would close the stream of the archive around it.
    ZipInputStream zip = new ZipInputStream(in);
    int entries = 0;
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      entries++;
      String name = entry.getName();
      if (!entry.isDirectory() && (isClass(name) || isNestedArchive(name))) {
        nested(path + "!/" + name, name, zip);
      }
    }
    if (entries == 0) {
      skipped(path, "is no jar, or an empty one");
    }
  }

  private void nested(String path, String name, ZipInputStream zip) throws IOException {
    try {
      entry(path, name, zip);
    } catch (IOException e) {
      // What is wrong with a jar in a jar is no reason to pass over those behind it.
      if (!isArchive(name)) {
        throw e;
      }
      unreadable(path, e);
    }
  }

  private void unreadable(String path, Exception e) {
    skipped(path, "cannot be read: " + (e.getMessage() == null ? e : e.getMessage()));
  }

  private void skipped(String path, String reason) {
    complaints.accept(path + ": skipped: " + reason);
  }

  private static boolean isClass(String name) {
    return name.endsWith(".class")
        && !name.startsWith("META-INF/versions/")
        && !name.endsWith("module-info.class")
        && !name.endsWith("package-info.class");
  }

  private static boolean isNestedArchive(String name) {
    return isArchive(name)
        && (name.startsWith("BOOT-INF/lib/")
            || name.startsWith("WEB-INF/lib/")
            || name.startsWith("lib/"));
  }

  private static boolean isArchive(String name) {
    return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".zip");
  }
}
