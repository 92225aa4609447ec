package io.loopsentinel.tools.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads the class files of jars and folders, one at a time, and loads no class.
 *
 * <p>A jar within a jar is read where Spring Boot and servlet containers put them ({@code
 * BOOT-INF/lib}, {@code WEB-INF/lib}). Passed over are the variants of multi-release jars, since
 * the plain classes say the same of what is called.
 *
 * <p>Jars may come from anywhere, and a few bytes of one can unpack to gigabytes, so what is read
 * is bounded: each class, each jar within a jar, how deep these lie, and all together.
 */
final class ClassPath {

  /** Bytes of a class file. The largest of known libraries have a tenth of it. */
  private static final int MAX_CLASS = 16 << 20;

  /** Jars within jars: an application server's archive has two levels of them. */
  private static final int MAX_DEPTH = 4;

  /** Bytes of all class files: a hundred times those of a large application. */
  private static final long MAX_BYTES = 16L << 30;

  private static final int BUFFER = 1 << 16;
  private static final Pattern ARCHIVE = Pattern.compile(".*\\.(jar|war|zip)");
  private static final Pattern NESTED_ARCHIVE =
      Pattern.compile("((BOOT-INF|WEB-INF)/)?lib/" + ARCHIVE);
  private static final Pattern CLASS =
      Pattern.compile("(?!META-INF/versions/).*(?<!module-info|package-info)\\.class");

  private final Predicate<Path> jars;
  private final Consumer<byte[]> classes;
  private final Consumer<String> complaints;

  /** A jar within a jar is unpacked into memory, and for a moment is there twice. */
  private final long maxNestedJar = Runtime.getRuntime().maxMemory() / 4;

  private long bytesLeft = MAX_BYTES;

  /**
   * Creates a class path.
   *
   * @param jars which jars are read; they may lie within another
   * @param classes takes in the class files
   * @param complaints receives a line for each file that cannot be read, with the reason
   */
  ClassPath(Predicate<Path> jars, Consumer<byte[]> classes, Consumer<String> complaints) {
    this.jars = jars;
    this.classes = classes;
    this.complaints = complaints;
  }

  /** Reads a jar, a folder with class files and jars, or a class file. */
  void read(Path file) {
    if (Files.isDirectory(file)) {
      folder(file, file + file.getFileSystem().getSeparator(), ARCHIVE, 0);
    } else if (Files.isRegularFile(file)) {
      file(file, file.toString(), CLASS.matcher(file.toString()).matches(), 0);
    } else {
      complain(file.toString(), "is no regular file, but a pipe or a device");
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

  /** Returns the files in a folder, in order; what cannot be read of it is reported. */
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
              complain(shown + folder.relativize(file), "cannot be read: " + e);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      complain(shown, "cannot be read: " + e);
    }
    Collections.sort(files);
    return files;
  }

  private void file(Path file, String shown, boolean isClass, int depth) {
    try {
      if (!Files.isRegularFile(file)) {
        complain(shown, "is not a regular file");
      } else if (isClass) {
        classFile(file, shown);
      } else if (depth > 0 && !isNestedJarRead(file, shown, depth)) {
        return;
      } else if (jars.test(file)) {
        try (FileSystem archive = FileSystems.newFileSystem(file)) {
          folder(archive.getPath("/"), shown + "!/", NESTED_ARCHIVE, depth + 1);
        }
      }
    } catch (ZipException e) {
      complain(shown, "is no jar, or an empty one");
    } catch (IOException e) {
      complain(shown, "cannot be read: " + e);
    } catch (RuntimeException e) {
      complain(shown, "is no class file that can be read: " + e);
    }
  }

  private void classFile(Path file, String shown) throws IOException {
    if (bytesLeft < 0) {
      return;
    }
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_CLASS + 1);
    }
    bytesLeft -= content.length;
    if (bytesLeft < 0) {
      complain(shown, "with all that follow, more than " + MAX_BYTES + " bytes of classes");
    } else if (content.length > MAX_CLASS) {
      complain(shown, "a class file has at most " + MAX_CLASS + " bytes here");
    } else {
      classes.accept(content);
    }
  }

  /** Whether a jar within a jar is neither too deep nor, whatever its entry says, too large. */
  private boolean isNestedJarRead(Path file, String shown, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      complain(shown, "lies within more than " + MAX_DEPTH + " jars");
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
      complain(
          shown,
          "a jar within a jar has at most %d bytes here; java -Xmx4g allows more"
              .formatted(maxNestedJar));
    }
    return size <= maxNestedJar && bytesLeft >= 0;
  }

  private void complain(String file, String reason) {
    complaints.accept(file + ": skipped: " + reason);
  }
}
