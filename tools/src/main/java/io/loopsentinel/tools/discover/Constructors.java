package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.ClassResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Finds the constructors of a class that only store their parameters in fields. */
final class Constructors {

  private Constructors() {}

  /**
   * Returns for each such constructor the names of the fields, in the order of its parameters,
   * shortest first; empty if the class file cannot be found.
   */
  static List<List<String>> of(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    byte[] file =
        loader == null ? null : ClassResource.read(type.getName().replace('.', '/'), loader);
    List<List<String>> found = new ArrayList<>();
    if (file != null) {
      OpenedClassReader.of(file)
          .accept(
              new ClassVisitor(OpenedClassReader.ASM_API) {
                @Override
                public @Nullable MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                  boolean isConstructor =
                      name.equals("<init>") && (access & Opcodes.ACC_SYNTHETIC) == 0;
                  return isConstructor ? new Stores(descriptor, found) : null;
                }
              },
              ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    found.sort(Comparator.comparing(List::size));
    return found;
  }

  /** Reads which parameter is stored in which field. */
  private static final class Stores extends MethodVisitor {

    private final Type[] parameters;
    private final String[] fields;
    private final List<List<String>> found;
    private int loaded = -1;

    Stores(String descriptor, List<List<String>> found) {
      super(OpenedClassReader.ASM_API);
      this.parameters = Type.getArgumentTypes(descriptor);
      this.fields = new String[parameters.length];
      this.found = found;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      loaded = variable;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      int slot = 1;
      for (int i = 0; i < parameters.length; i++) {
        if (opcode == Opcodes.PUTFIELD && slot == loaded) {
          fields[i] = name;
        }
        slot += parameters[i].getSize();
      }
      loaded = -1;
    }

    @Override
    public void visitInsn(int opcode) {
      loaded = -1;
    }

    @Override
    public void visitEnd() {
      List<String> stored = Arrays.asList(fields);
      if (!stored.contains(null)) {
        found.add(List.copyOf(stored));
      }
    }
  }
}
