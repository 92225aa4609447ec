package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * An agent that rewrites Loop Sentinel's classes: each method and constructor asks {@link Faults}
 * first.
 */
public final class FaultAgent {

  private FaultAgent() {}

  /** Takes the jar that {@link Faults} is in. */
  public static void premain(String jar, Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
    instrumentation.addTransformer(new Rewriting(), true);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isRewritten(loaded.getName()) && instrumentation.isModifiableClass(loaded)) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  private static boolean isRewritten(String type) {
    return type.startsWith("io.loopsentinel.agent.") || type.startsWith("io.loopsentinel.engine.");
  }

  private static final class Rewriting implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String type,
        @Nullable Class<?> loaded,
        @Nullable ProtectionDomain domain,
        byte[] file) {
      if (type == null || !isRewritten(type.replace('/', '.'))) {
        return null;
      }
      ClassReader reader = new ClassReader(file);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new EntryVisitor(type, writer), 0);
      return writer.toByteArray();
    }
  }

  private static final class EntryVisitor extends ClassVisitor {

    private final String type;

    EntryVisitor(String type, ClassVisitor next) {
      super(Opcodes.ASM9, next);
      this.type = type.substring(type.lastIndexOf('/') + 1);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("<clinit>")
          ? next
          : new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitCode() {
              super.visitCode();
              visitLdcInsn(type + "." + name + descriptor.replaceAll("[^(,;]*/", ""));
              visitMethodInsn(
                  Opcodes.INVOKESTATIC,
                  Faults.class.getName().replace('.', '/'),
                  "enter",
                  "(Ljava/lang/String;)V",
                  false);
            }
          };
    }
  }
}
