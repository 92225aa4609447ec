package io.loopsentinel.targets.match;

import io.loopsentinel.ToolLoopError;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Loads classes of an application that is not running, for reflection.
 *
 * <p>Sees the JDK, the added classes, and the agent's API, which is in scope {@code provided} in
 * many applications. Initializes no class.
 */
public final class ClassPathLoader extends ClassLoader {

  private static final String API = "io.loopsentinel.";

  static {
    registerAsParallelCapable();
  }

  private final Map<String, byte[]> files = Collections.synchronizedMap(new LinkedHashMap<>());

  public ClassPathLoader() {
    super(ClassLoader.getPlatformClassLoader());
  }

  /**
   * Adds a class, unless one of its name was added before: the first on a class path counts.
   *
   * @throws RuntimeException if the class file is malformed
   */
  public void add(byte[] file) {
    ClassReader reader = OpenedClassReader.of(file);
    // The constructor reads the constant pool only. The rest must be readable when targets match.
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API) {},
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    files.putIfAbsent(reader.getClassName().replace('/', '.'), file);
  }

  public int size() {
    return files.size();
  }

  /** Returns the class files by class name, in the order of addition. */
  public Map<String, byte[]> files() {
    return Collections.unmodifiableMap(files);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file = files.get(name);
    if (file == null) {
      if (name.startsWith(API) && name.indexOf('.', API.length()) < 0) {
        return Class.forName(name, false, ToolLoopError.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, file, 0, file.length);
  }
}
