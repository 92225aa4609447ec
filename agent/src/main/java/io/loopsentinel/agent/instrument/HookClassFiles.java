package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Finds class files of the agent that call the hook, with the name that it has in the boot loader.
 */
final class HookClassFiles implements ClassFileLocator {

  private static final String SOURCE = Hook.class.getName().replace('.', '/');

  private final String hook;
  private final ClassFileLocator own =
      ClassFileLocator.ForClassLoader.of(
          Objects.requireNonNull(HookClassFiles.class.getClassLoader()));

  /**
   * Creates a locator.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  HookClassFiles(String hook) {
    this.hook = hook;
  }

  @Override
  public ClassFileLocator.Resolution locate(String name) throws IOException {
    ClassFileLocator.Resolution found = own.locate(name);
    return found.isResolved()
        ? new ClassFileLocator.Resolution.Explicit(renamed(found.resolve(), hook))
        : found;
  }

  @Override
  public void close() throws IOException {
    own.close();
  }

  /** Returns a class file in which the hook has another name. */
  static byte[] renamed(byte[] file, String hook) {
    ClassWriter writer = new ClassWriter(0);
    OpenedClassReader.of(file)
        .accept(
            new ClassRemapper(
                writer, new SimpleRemapper(OpenedClassReader.ASM_API, Map.of(SOURCE, hook))),
            0);
    return writer.toByteArray();
  }
}
