package io.loopsentinel.tools.check;

import io.loopsentinel.tools.check.fixture.Answer;
import io.loopsentinel.tools.check.fixture.Context;
import io.loopsentinel.tools.check.fixture.Desk;
import io.loopsentinel.tools.check.fixture.Ledger;
import io.loopsentinel.tools.check.fixture.Office;
import io.loopsentinel.tools.check.fixture.Request;
import io.loopsentinel.tools.check.fixture.Stamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Class files of the fixture in a place of their own. */
final class ClassFolder {

  static final List<Class<?>> ALL =
      List.of(
          Answer.class,
          Context.class,
          Desk.class,
          Ledger.class,
          Office.class,
          Request.class,
          Stamp.class,
          Stamp.Colour.class);

  private ClassFolder() {}

  /** Copies class files below a folder, and returns it. */
  static Path of(Path folder, List<Class<?>> types) throws IOException {
    for (Class<?> type : types) {
      Path file = folder.resolve(path(type));
      Files.createDirectories(file.getParent());
      Files.write(file, bytes(type));
    }
    return folder;
  }

  /** Writes a jar in which a jar with all class files lies, as Spring Boot packs applications. */
  static Path bootJar(Path file) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new JarEntry("BOOT-INF/lib/desk.jar"));
      JarOutputStream nested = new JarOutputStream(out);
      for (Class<?> type : ALL) {
        nested.putNextEntry(new JarEntry(path(type)));
        nested.write(bytes(type));
        nested.closeEntry();
      }
      nested.finish();
      out.closeEntry();
    }
    return file;
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream("/" + path(type))) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }
}
