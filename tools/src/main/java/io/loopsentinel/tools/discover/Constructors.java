package io.loopsentinel.tools.discover;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Finds the constructors of a class that only store their parameters in fields. */
final class Constructors {

  private Constructors() {}

  /**
   * Returns for each such constructor the names of the fields, in the order of its parameters,
   * shortest first; empty if the class file cannot be found.
   */
  static List<List<String>> of(Class<?> type) {
    List<List<String>> found = new ArrayList<>();
    for (MethodNode each : MethodBodies.of(type)) {
      if (each.name.equals("<init>") && (each.access & Opcodes.ACC_SYNTHETIC) == 0) {
        List<String> fields = fields(each);
        if (!fields.contains(null)) {
          found.add(fields);
        }
      }
    }
    found.sort(Comparator.comparing(List::size));
    return found;
  }

  /** Returns the field in which each parameter is stored; {@code null} for others. */
  private static List<String> fields(MethodNode constructor) {
    Type[] parameters = Type.getArgumentTypes(constructor.desc);
    String[] fields = new String[parameters.length];
    int loaded = -1;
    for (AbstractInsnNode each : constructor.instructions) {
      if (each instanceof VarInsnNode load) {
        loaded = load.var;
      } else if (each instanceof FieldInsnNode store) {
        int slot = 1;
        for (int i = 0; i < parameters.length; i++) {
          if (store.getOpcode() == Opcodes.PUTFIELD && slot == loaded) {
            fields[i] = store.name;
          }
          slot += parameters[i].getSize();
        }
        loaded = -1;
      } else if (each instanceof InsnNode || each instanceof MethodInsnNode) {
        loaded = -1;
      }
    }
    return Arrays.asList(fields);
  }
}
