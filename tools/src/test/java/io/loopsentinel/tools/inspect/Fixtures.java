package io.loopsentinel.tools.inspect;

import io.loopsentinel.fixture.Agent;
import io.loopsentinel.fixture.Call;
import io.loopsentinel.fixture.Completion;
import io.loopsentinel.fixture.Model;
import io.loopsentinel.fixture.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The class files of the fixture, in the forms in which applications come. */
final class Fixtures {

  private static final List<Class<?>> TYPES =
      List.of(Agent.class, Call.class, Completion.class, Model.class, Output.class);

  private Fixtures() {}

  /** Returns a folder with the class files. */
  static Path folder(Path parent) throws IOException {
    for (Class<?> type : TYPES) {
      Path file = parent.resolve(path(type));
      Files.createDirectories(file.getParent());
      Files.write(file, bytes(type));
    }
    return parent;
  }

  /** Returns a jar that has the class files below a folder of its own. */
  static Path jar(Path file, String folder) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(out, folder);
    }
    return file;
  }

  static Path jar(Path file, String folder, Class<?>... types) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(out, folder, List.of(types));
    }
    return file;
  }

  static Path jarInJar(Path file, String nested) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new JarEntry(nested));
      write(out, "");
      out.closeEntry();
    }
    return file;
  }

  private static void write(OutputStream out, String folder) throws IOException {
    write(out, folder, TYPES);
  }

  private static void write(OutputStream out, String folder, List<Class<?>> types)
      throws IOException {
    JarOutputStream jar = new JarOutputStream(out);
    for (Class<?> type : types) {
      jar.putNextEntry(new JarEntry(folder + path(type)));
      jar.write(bytes(type));
      jar.closeEntry();
    }
    jar.finish();
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
