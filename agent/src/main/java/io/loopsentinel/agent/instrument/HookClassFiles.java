package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.io.IOException;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Finds class files of the agent that call the hook, with the name that it has in the boot loader.
 *
 * @param hook name of the class under which the boot loader has the hook
 */
record HookClassFiles(String hook) implements ClassFileLocator {

  private static final ClassFileLocator OWN =
      ClassFileLocator.ForClassLoader.of(HookClassFiles.class.getClassLoader());

  @Override
  public ClassFileLocator.Resolution locate(String name) throws IOException {
    ClassFileLocator.Resolution found = OWN.locate(name);
    return found.isResolved()
        ? new ClassFileLocator.Resolution.Explicit(renamed(found.resolve()))
        : found;
  }

  @Override
  public void close() {}

  private byte[] renamed(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    SimpleRemapper names =
        new SimpleRemapper(
            OpenedClassReader.ASM_API,
            Hook.class.getName().replace('.', '/'),
            hook.replace('.', '/'));
    OpenedClassReader.of(file).accept(new ClassRemapper(writer, names), 0);
    return writer.toByteArray();
  }
}
