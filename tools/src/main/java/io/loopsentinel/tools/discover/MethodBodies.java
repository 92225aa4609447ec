package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.ClassResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Reads the methods in class files. */
final class MethodBodies {

  /** Methods that return an equal value, or an empty one instead of null. */
  private static final Pattern PASSING_ON =
      Pattern.compile("requireNonNull.*|copyOf|unmodifiable.*|of|empty.*");

  private MethodBodies() {}

  /** Returns the methods that a class declares; empty if its class file cannot be found. */
  static List<MethodNode> of(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    byte[] file =
        loader == null ? null : ClassResource.read(type.getName().replace('.', '/'), loader);
    return file == null ? List.of() : of(file);
  }

  /** Returns the methods of a class file, in its order. Annotations may be malformed. */
  static List<MethodNode> of(byte[] file) {
    List<MethodNode> methods = new ArrayList<>();
    new ClassReader(file)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                MethodNode method = new Body(access, name, descriptor);
                methods.add(method);
                return method;
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return methods;
  }

  /**
   * Returns, for each constructor that only stores its parameters, the names of the fields in the
   * order of the parameters; the shortest first.
   */
  static List<List<String>> constructors(Class<?> type) {
    List<List<String>> found = new ArrayList<>();
    for (MethodNode each : of(type)) {
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
      } else if (each instanceof InsnNode
          || (each instanceof MethodInsnNode call && !PASSING_ON.matcher(call.name).matches())) {
        loaded = -1;
      }
    }
    return Arrays.asList(fields);
  }

  private static final class Body extends MethodNode {

    Body(int access, String name, String descriptor) {
      super(Opcodes.ASM9, access, name, descriptor, null, null);
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      return null;
    }
  }
}
