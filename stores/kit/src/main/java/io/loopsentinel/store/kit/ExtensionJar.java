package io.loopsentinel.store.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The jar of an extension, in a class loader as the agent gives it: only the JDK and the API. */
public final class ExtensionJar<T> implements AutoCloseable {

  private final URLClassLoader loader;
  private final T extension;

  /** Work that may throw. */
  public interface Work {
    void run() throws Exception;
  }

  private ExtensionJar(URLClassLoader loader, T extension) {
    this.loader = loader;
    this.extension = extension;
  }

  /** Opens a jar, which has one extension of a type. */
  public static <T> ExtensionJar<T> open(Path jar, Class<T> type) throws Exception {
    URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, new ApiLoader());
    Iterator<T> extensions = ServiceLoader.load(type, loader).iterator();
    T extension = extensions.next();
    assertThat(extension.getClass().getClassLoader()).isSameAs(loader);
    return new ExtensionJar<>(loader, extension);
  }

  public T extension() {
    return extension;
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  /** Returns the names of the files in a jar. */
  public static List<String> files(Path jar) throws Exception {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(JarEntry::getName).toList();
    }
  }

  /** Asserts that some work writes nothing to standard output and standard error. */
  public static void assertSilent(Work work) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (PrintStream writing = new PrintStream(written, true, StandardCharsets.UTF_8)) {
      System.setOut(writing);
      System.setErr(writing);
      work.run();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** The parent class loader of extensions. */
  private static final class ApiLoader extends ClassLoader {

    ApiLoader() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.loopsentinel.engine.api.")) {
        return Class.forName(name, false, ExtensionJar.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }
}
