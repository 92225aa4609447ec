package io.loopsentinel.agent.instrument;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the instructions of methods of a class file.
 *
 * <p>The rest is copied as it is; no member is added, as the JVM would refuse that for a class that
 * is loaded already.
 */
final class MethodBodies {

  private MethodBodies() {}

  /** Chooses what is written into a method. */
  interface Choice {

    /**
     * Returns what reads the instructions of a method and passes on what they become.
     *
     * @param next takes what they become
     * @return {@code next} where they stay as they are
     */
    MethodVisitor of(String name, MethodSite site, MethodVisitor next);
  }

  /**
   * Returns a copy of a class file with other instructions in some of its methods.
   *
   * @throws IllegalArgumentException if its format is newer than what this agent knows
   */
  static byte[] rewrite(byte[] file, Choice choice) {
    ClassReader reader = new ClassReader(file);
    Map<String, Integer> maxLocals = new ClassOutline(file).maxLocals();
    int version = reader.readInt(4);
    String owner = reader.getClassName();
    ClassWriter writer = new ClassWriter(reader, 0);
    ClassVisitor bodies =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer locals = maxLocals.get(name + descriptor);
            if (locals == null) {
              return next;
            }
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            return choice.of(
                name, new MethodSite(version, owner, isStatic, descriptor, locals), next);
          }
        };
    reader.accept(bodies, ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }
}
