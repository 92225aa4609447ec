package io.loopsentinel.agent.command;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads the class files of jars and folders, one at a time, and loads no class.
 *
 * <p>A jar within a jar is read where Spring Boot and servlet containers put them ({@code
 * BOOT-INF/lib}, {@code WEB-INF/lib}). Passed over are the variants of multi-release jars, since
 * the plain classes say the same of what is called.
 */
final class ClassPath {

  private static final Pattern ARCHIVE = Pattern.compile(".*\\.(jar|war|zip)");
  private static final Pattern NESTED_ARCHIVE =
      Pattern.compile("((BOOT-INF|WEB-INF)/)?lib/" + ARCHIVE);
  private static final Pattern CLASS =
      Pattern.compile("(?!META-INF/versions/).*(?<!module-info|package-info)\\.class");

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
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> isArchive(file) || isClass(folder.relativize(file)))
          .sorted()
          .forEach(file -> read(file.toFile()));
    }
  }

  private void entry(String path, String name, InputStream in) throws IOException {
    if (!isClass(name)) {
      archive(path, in);
      return;
    }
    byte[] file = in.readAllBytes();
    try {
      classes.accept(file);
    } catch (RuntimeException e) {
      skipped(path, "is no class file that can be read: " + e);
    }
  }

  private void archive(String path, InputStream in) throws IOException {
    // Not closed: that would close the stream of the archive around it.
    ZipInputStream zip = new ZipInputStream(in);
    ZipEntry entry = zip.getNextEntry();
    if (entry == null) {
      skipped(path, "is no jar, or an empty one");
    }
    for (; entry != null; entry = zip.getNextEntry()) {
      String name = entry.getName();
      if (isClass(name)) {
        entry(path + "!/" + name, name, zip);
      } else if (NESTED_ARCHIVE.matcher(name).matches()) {
        nested(path + "!/" + name, zip);
      }
    }
  }

  /** What is wrong with a jar in a jar is no reason to pass over those behind it. */
  private void nested(String path, ZipInputStream zip) {
    try {
      archive(path, zip);
    } catch (IOException e) {
      unreadable(path, e);
    }
  }

  private void unreadable(String path, Exception e) {
    skipped(path, "cannot be read: " + (e.getMessage() == null ? e : e.getMessage()));
  }

  private void skipped(String path, String reason) {
    complaints.accept(path + ": skipped: " + reason);
  }

  private static boolean isArchive(Path file) {
    return ARCHIVE.matcher(file.toString()).matches();
  }

  private static boolean isClass(Path file) {
    return isClass(file.toString().replace('\\', '/'));
  }

  private static boolean isClass(String name) {
    return CLASS.matcher(name).matches();
  }
}
