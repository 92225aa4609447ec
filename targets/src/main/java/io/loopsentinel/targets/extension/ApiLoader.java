package io.loopsentinel.targets.extension;

/**
 * The parent class loader of extensions: the JDK and the extension API of Loop Sentinel. The
 * libraries of the agent and the application are hidden, so their versions do not matter.
 */
final class ApiLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String API = "io.loopsentinel.engine.api.";
  private static final String EVENT = "io.loopsentinel.LoopEvent";

  ApiLoader() {
    super("loop-sentinel extension API", getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(API) || name.equals(EVENT) || name.startsWith(EVENT + "$")) {
      return Class.forName(name, false, ApiLoader.class.getClassLoader());
    }
    throw new ClassNotFoundException(name);
  }
}
