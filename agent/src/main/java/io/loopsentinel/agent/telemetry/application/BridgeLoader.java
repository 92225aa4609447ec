package io.loopsentinel.agent.telemetry.application;

import java.io.IOException;
import java.io.InputStream;

/**
 * Loads a class of the agent, a bridge, that uses a library of the application in its own version.
 * The bridge sees the classes of the agent, and all others through the application's class loader,
 * because the agent may contain another version of the library.
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
   * Creates a bridge. Its class must be in this package and have a public no-argument constructor.
   *
   * @param used the class of the library that the bridge uses first
   * @throws ClassNotFoundException if the application's class loader does not find that class
   */
  static ApplicationLibrary open(String simpleName, String used, ClassLoader application)
      throws ReflectiveOperationException {
    Class.forName(used, false, application);
    String bridge = BridgeLoader.class.getPackageName() + "." + simpleName;
    Class<?> loaded = new BridgeLoader(bridge, application).loadClass(bridge);
    return (ApplicationLibrary) loaded.getConstructor().newInstance();
  }

  /**
   * Does not delegate the bridge to the parent, which could load it but never link it, nor its
   * nested classes, which would then be in another runtime package.
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
