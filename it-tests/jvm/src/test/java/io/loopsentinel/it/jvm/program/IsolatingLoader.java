package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Defines the programs' classes again and finds nothing else but {@code java.*}, as bundles in an
 * OSGi container do that import nothing. It hides the class files of the JDK, too.
 */
final class IsolatingLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String OWN = "io.loopsentinel.it.jvm.program.";

  IsolatingLoader() {
    super(null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return super.loadClass(name, resolve);
    }
    if (!name.startsWith(OWN)) {
      throw new ClassNotFoundException(name + " is not visible here");
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    return name.startsWith(OWN.replace('.', '/'))
        ? IsolatingLoader.class.getClassLoader().getResource(name)
        : null;
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = IsolatingLoader.class.getClassLoader().getResourceAsStream(resource)) {
      byte[] file = Objects.requireNonNull(in, resource).readAllBytes();
      return defineClass(name, file, 0, file.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
