package io.loopsentinel.agent.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Loads a class of the agent, a bridge, that uses a library of the application in its own version.
 * The bridge sees the classes of the agent, and all others through the application's class loader,
 * because the agent may contain another version of the library.
 */
public final class BridgeLoader extends ClassLoader {

  private static final String AGENT = "io.loopsentinel.";

  private final String prefix;
  private final ClassLoader application;

  private BridgeLoader(String prefix, ClassLoader application) {
    super("loop-sentinel bridge", BridgeLoader.class.getClassLoader());
    this.prefix = prefix;
    this.application = application;
  }

  /**
   * Creates a bridge.
   *
   * @param bridge the name of its class, which must have a public no-argument constructor
   * @param prefix the prefix of the names of all classes that use the library
   * @param application the class loader of the library; {@code null} for the boot class path
   */
  public static Object open(String bridge, String prefix, @Nullable ClassLoader application)
      throws ReflectiveOperationException {
    ClassLoader library =
        Objects.requireNonNullElseGet(application, ClassLoader::getPlatformClassLoader);
    return new BridgeLoader(prefix, library).loadClass(bridge).getConstructor().newInstance();
  }

  /**
   * Does not delegate the classes of the bridge to the parent, which could load them but never link
   * them.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(prefix)) {
      return name.startsWith(AGENT) ? super.loadClass(name, resolve) : application.loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] content = in == null ? new byte[0] : in.readAllBytes();
      return defineClass(name, content, 0, content.length);
    } catch (IOException | ClassFormatError e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
