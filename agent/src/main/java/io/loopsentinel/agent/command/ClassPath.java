package io.loopsentinel.agent.command;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Reads the class files of jars and folders, one at a time, and loads no class.
 *
 * <p>A jar within a jar is read where Spring Boot and servlet containers put them ({@code
 * BOOT-INF/lib}, {@code WEB-INF/lib}). Passed over are the variants of multi-release jars, since
 * the plain classes say the same of what is called.
 *
 * @param jars which jars are read; they may lie within another
 * @param classes takes in the class files
 * @param complaints told once of each file that cannot be read, with the reason
 */
record ClassPath(Predicate<Path> jars, Consumer<byte[]> classes, Consumer<String> complaints) {

  private static final Pattern ARCHIVE = Pattern.compile(".*\\.(jar|war|zip)");
  private static final Pattern NESTED_ARCHIVE =
      Pattern.compile("((BOOT-INF|WEB-INF)/)?lib/" + ARCHIVE);
  private static final Pattern CLASS =
      Pattern.compile("(?!META-INF/versions/).*(?<!module-info|package-info)\\.class");

  /** Reads a jar, a folder with class files and jars, or a class file. */
  void read(Path file) {
    if (Files.isDirectory(file)) {
      folder(file, file + file.getFileSystem().getSeparator(), ARCHIVE);
    } else {
      file(file, file.toString(), CLASS.matcher(file.toString()).matches());
    }
  }

  private void folder(Path folder, String shown, Pattern archives) {
    try (Stream<Path> found = Files.walk(folder)) {
      List<Path> files = found.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        boolean isClass = CLASS.matcher(name).matches();
        if (isClass || archives.matcher(name).matches()) {
          file(file, shown + folder.relativize(file), isClass);
        }
      }
    } catch (IOException e) {
      complain(shown, "cannot be read: " + e);
    }
  }

  private void file(Path file, String shown, boolean isClass) {
    try {
      if (isClass) {
        classes.accept(Files.readAllBytes(file));
      } else if (jars.test(file)) {
        try (FileSystem archive = FileSystems.newFileSystem(file)) {
          folder(archive.getPath("/"), shown + "!/", NESTED_ARCHIVE);
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

  private void complain(String file, String reason) {
    complaints.accept(file + ": skipped: " + reason);
  }
}
