package io.loopsentinel.tools.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads the class files of jars and folders, one at a time, without loading classes.
 *
 * <p>Nested jars are read in the folders of Spring Boot and servlet containers ({@code
 * BOOT-INF/lib}, {@code WEB-INF/lib}). Variants in multi-release jars are skipped, because they
 * make the same calls as the plain classes.
 *
 * <p>Jars are not trusted, and a few bytes of one can unpack to gigabytes. Therefore the size of
 * each class and nested jar, the depth of nesting and the total size are bounded.
 */
final class ClassPath {

  /** Ten times the largest class files of known libraries. */
  private static final int MAX_CLASS_BYTES = 16 << 20;

  /** Levels of nested jars; the archive of an application server has two. */
  private static final int MAX_DEPTH = 4;

  /** Total of all class files: a hundred times that of a large application. */
  private static final long MAX_BYTES = 16L << 30;

  private static final int BUFFER = 1 << 16;
  private static final Pattern ARCHIVE = Pattern.compile(".*\\.(jar|war|zip)");
  private static final Pattern NESTED_ARCHIVE =
      Pattern.compile("((BOOT-INF|WEB-INF)/)?lib/" + ARCHIVE);
  private static final Pattern CLASS =
      Pattern.compile("(?!META-INF/versions/).*(?<!module-info|package-info)\\.class");

  private final Predicate<Path> jars;
  private final BiConsumer<String, byte[]> classes;
  private final Consumer<String> messages;

  /** In bytes. A nested jar is unpacked into memory, and briefly exists twice. */
  private final long maxNestedJar = Runtime.getRuntime().maxMemory() / 4;

  private long bytesLeft = MAX_BYTES;

  /**
   * Creates a class path.
   *
   * @param jars matches the jars to read, including nested ones
   * @param classes receives the class files, each with its place: {@code app.jar!/a/B.class}
   * @param messages receives a line for each skipped file, with the reason
   */
  ClassPath(Predicate<Path> jars, BiConsumer<String, byte[]> classes, Consumer<String> messages) {
    this.jars = jars;
    this.classes = classes;
    this.messages = messages;
  }

  /** Reads a jar, a folder with class files and jars, or a class file. */
  void read(Path file) {
    if (Files.isDirectory(file)) {
      folder(file, file + file.getFileSystem().getSeparator(), ARCHIVE, 0);
    } else if (Files.isRegularFile(file)) {
      file(file, file.toString(), CLASS.matcher(file.toString()).matches(), 0);
    } else {
      reportSkipped(file.toString(), "is not a regular file but a pipe or a device");
    }
  }

  private void folder(Path folder, String shown, Pattern archives, int depth) {
    for (Path file : files(folder, shown)) {
      String name = folder.relativize(file).toString().replace('\\', '/');
      boolean isClass = CLASS.matcher(name).matches();
      if (isClass || archives.matcher(name).matches()) {
        file(file, shown + folder.relativize(file), isClass, depth);
      }
    }
  }

  /** Returns the files in a folder, sorted; unreadable ones are reported. */
  private List<Path> files(Path folder, String shown) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Files.isRegularFile(file)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              reportSkipped(shown + folder.relativize(file), "cannot be read: " + e);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      reportSkipped(shown, "cannot be read: " + e);
    }
    Collections.sort(files);
    return files;
  }

  private void file(Path file, String shown, boolean isClass, int depth) {
    try {
      if (!Files.isRegularFile(file)) {
        reportSkipped(shown, "is not a regular file");
      } else if (isClass) {
        classFile(file, shown);
      } else if (depth > 0 && !isNestedJarAcceptable(file, shown, depth)) {
        return;
      } else if (jars.test(file)) {
        try (FileSystem archive = FileSystems.newFileSystem(file)) {
          folder(archive.getPath("/"), shown + "!/", NESTED_ARCHIVE, depth + 1);
        }
      }
    } catch (ZipException | ProviderNotFoundException e) {
      reportSkipped(
          shown,
          shown.matches(".*\\.ya?ml")
              ? "is not a jar; name a configuration with check -c"
              : "is not a jar, or is empty");
    } catch (IOException e) {
      reportSkipped(shown, "cannot be read: " + e);
    } catch (RuntimeException e) {
      reportSkipped(shown, "is not a readable class file: " + e);
    }
  }

  private void classFile(Path file, String shown) throws IOException {
    if (bytesLeft < 0) {
      return;
    }
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_CLASS_BYTES + 1);
    }
    bytesLeft -= content.length;
    if (bytesLeft < 0) {
      reportSkipped(shown, "with all further files; the limit is " + MAX_BYTES + " bytes");
    } else if (content.length > MAX_CLASS_BYTES) {
      reportSkipped(shown, "exceeds the limit of " + MAX_CLASS_BYTES + " bytes");
    } else {
      classes.accept(shown, content);
    }
  }

  /** Returns whether a nested jar is neither too deep nor too large; its entry is not trusted. */
  private boolean isNestedJarAcceptable(Path file, String shown, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      reportSkipped(shown, "is nested in more than " + MAX_DEPTH + " jars");
      return false;
    }
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0 && size <= maxNestedJar; read = in.read(buffer)) {
        size += read;
      }
    }
    bytesLeft -= size;
    if (size > maxNestedJar) {
      reportSkipped(
          shown,
          "exceeds the limit of %s bytes for a nested jar; java -Xmx4g allows more"
              .formatted(maxNestedJar));
    }
    return size <= maxNestedJar && bytesLeft >= 0;
  }

  private void reportSkipped(String file, String reason) {
    messages.accept(file + ": skipped: " + reason);
  }
}
