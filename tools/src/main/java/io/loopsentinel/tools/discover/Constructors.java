package io.loopsentinel.tools.discover;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/** Finds the constructors of a class that only store their parameters in fields. */
final class Constructors {

  /** Methods that return an equal value, or an empty one instead of null. */
  private static final Pattern PASSING_ON =
      Pattern.compile("requireNonNull.*|copyOf|unmodifiable.*|of|empty.*");

  private Constructors() {}

  /**
   * Returns for each such constructor the names of the fields, in the order of its parameters,
   * shortest first; empty if the class file cannot be found.
   */
  static List<List<String>> of(Class<?> type) {
    byte[] file = MethodBodies.fileOf(type);
    List<List<String>> found = new ArrayList<>();
    if (file != null) {
      MethodBodies.read(
          file,
          (access, name, descriptor) ->
              name.equals("<init>") && (access & Opcodes.ACC_SYNTHETIC) == 0
                  ? new Stores(descriptor, found)
                  : null);
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
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (!PASSING_ON.matcher(name).matches()) {
        loaded = -1;
      }
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
