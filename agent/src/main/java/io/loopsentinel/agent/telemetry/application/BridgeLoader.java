package io.loopsentinel.agent.telemetry.application;

import java.io.IOException;
import java.io.InputStream;

/**
 * Loads a class of the agent that uses a library of the application, in whatever version that has
 * it. The class sees the agent, and all else as the application's class loader sees it: the agent
 * may have another version of the same library.
 */
final class BridgeLoader extends ClassLoader {

  private static final String AGENT = "io.loopsentinel.";

  private final String bridge;
  private final ClassLoader application;

  private BridgeLoader(String bridge, ClassLoader application) {
    super("loop-sentinel bridge", BridgeLoader.class.getClassLoader());
    this.bridge = bridge;
    this.application = application;
  }

  /**
   * Creates an object of a class in this package that has a public constructor without parameters.
   *
   * @param used the class of the library that it uses first
   * @throws ClassNotFoundException if the application's class loader does not know that
   */
  static ApplicationLibrary open(String simpleName, String used, ClassLoader application)
      throws ReflectiveOperationException {
    Class.forName(used, false, application);
    String bridge = BridgeLoader.class.getPackageName() + "." + simpleName;
    Class<?> loaded = new BridgeLoader(bridge, application).loadClass(bridge);
    return (ApplicationLibrary) loaded.getConstructor().newInstance();
  }

  /**
   * Does not ask the parent for the bridge, which it could load and never link, nor for what is
   * nested in it, which would be of another package at run time.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(bridge) && !name.startsWith(bridge + "$")) {
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
