package io.loopsentinel.agent.command.classpath;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
public final class ClassPath {

  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final ClassFileSink sink;

  /** Creates a reader. */
  public ClassPath(ClassFileSink sink) {
    this.sink = sink;
  }

  /** Reads a jar, a folder with class files and jars, or a class file. */
  public void read(File file) {
    if (file.isDirectory()) {
      folder(file.toPath());
      return;
    }
    try (InputStream in = new BufferedInputStream(new FileInputStream(file))) {
      entry(file.getPath(), file.getName(), in);
    } catch (IOException | RuntimeException e) {
      sink.unreadable(file.getPath(), reason(e));
    }
  }

  private void folder(Path folder) {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException | RuntimeException e) {
      sink.unreadable(folder.toString(), reason(e));
      return;
    }
    for (Path file : files) {
      if (isArchive(file.toString())
          || isClass(folder.relativize(file).toString().replace('\\', '/'))) {
        read(file.toFile());
      }
    }
  }

  private void entry(String path, String name, InputStream in) throws IOException {
    if (isClass(name)) {
      byte[] file = in.readNBytes(MOST_BYTES);
      if (file.length < MOST_BYTES) {
        sink.accept(path, file);
      } else {
        sink.unreadable(path, "is longer than a class file can be");
      }
    } else {
      archive(path, in);
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
      sink.unreadable(path, "is no jar, or an empty one");
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
      sink.unreadable(path, reason(e));
    }
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

  private static String reason(Exception e) {
    return "cannot be read: " + (e.getMessage() == null ? e.toString() : e.getMessage());
  }
}
