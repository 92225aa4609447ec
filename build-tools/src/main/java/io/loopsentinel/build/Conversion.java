package io.loopsentinel.build;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns the value on the stack into one of another type, as {@link
 * java.lang.invoke.LambdaMetafactory} describes it: casts, boxes, unboxes and widens.
 */
final class Conversion {

  private static final Map<Integer, String> BOXES =
      Map.of(
          Type.BOOLEAN, "java/lang/Boolean",
          Type.CHAR, "java/lang/Character",
          Type.BYTE, "java/lang/Byte",
          Type.SHORT, "java/lang/Short",
          Type.INT, "java/lang/Integer",
          Type.FLOAT, "java/lang/Float",
          Type.LONG, "java/lang/Long",
          Type.DOUBLE, "java/lang/Double");

  private static final String OBJECT = "java/lang/Object";

  private final MethodVisitor code;

  Conversion(MethodVisitor code) {
    this.code = code;
  }

  /**
   * Converts.
   *
   * @param from what is there
   * @param actual what it is known to be where {@code from} is erased
   * @param to what is wanted; nothing is left where that is {@code void}
   */
  void convert(Type from, Type actual, Type to) {
    if (to.getSort() == Type.VOID) {
      drop(from);
    } else if (isPrimitive(from)) {
      if (isPrimitive(to)) {
        widen(from, to);
      } else {
        box(from, actual);
      }
    } else if (isPrimitive(to)) {
      unbox(actual, to);
    } else {
      cast(from, to);
    }
  }

  private void drop(Type from) {
    if (from.getSize() > 0) {
      code.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
  }

  /** Boxes as what is wanted where that is a box, as the value's own type else. */
  private void box(Type from, Type wanted) {
    Type value = from;
    for (Map.Entry<Integer, String> box : BOXES.entrySet()) {
      if (box.getValue().equals(wanted.getInternalName())) {
        value = primitive(box.getKey());
        widen(from, value);
      }
    }
    String box = boxOf(value);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        box,
        "valueOf",
        "(" + value.getDescriptor() + ")L" + box + ";",
        false);
  }

  private void unbox(Type actual, Type to) {
    Type value = to;
    for (Map.Entry<Integer, String> box : BOXES.entrySet()) {
      if (box.getValue().equals(actual.getInternalName())) {
        value = primitive(box.getKey());
      }
    }
    String box = boxOf(value);
    code.visitTypeInsn(Opcodes.CHECKCAST, box);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        box,
        value.getClassName() + "Value",
        "()" + value.getDescriptor(),
        false);
    widen(value, to);
  }

  private void widen(Type from, Type to) {
    int source = stackSort(from);
    int target = stackSort(to);
    if (source == target) {
      return;
    }
    int instruction =
        switch (source * 16 + target) {
          case Type.INT * 16 + Type.LONG -> Opcodes.I2L;
          case Type.INT * 16 + Type.FLOAT -> Opcodes.I2F;
          case Type.INT * 16 + Type.DOUBLE -> Opcodes.I2D;
          case Type.LONG * 16 + Type.FLOAT -> Opcodes.L2F;
          case Type.LONG * 16 + Type.DOUBLE -> Opcodes.L2D;
          case Type.FLOAT * 16 + Type.DOUBLE -> Opcodes.F2D;
          default -> throw new IllegalStateException("a " + from + " is no " + to);
        };
    code.visitInsn(instruction);
  }

  private void cast(Type from, Type to) {
    if (!from.equals(to) && !to.getInternalName().equals(OBJECT)) {
      code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
    }
  }

  private static boolean isPrimitive(Type type) {
    return BOXES.containsKey(type.getSort());
  }

  /** What a value is on the stack, where small numbers are an {@code int}. */
  private static int stackSort(Type type) {
    return Math.max(type.getSort(), Type.INT);
  }

  private static Type primitive(int sort) {
    return switch (sort) {
      case Type.BOOLEAN -> Type.BOOLEAN_TYPE;
      case Type.CHAR -> Type.CHAR_TYPE;
      case Type.BYTE -> Type.BYTE_TYPE;
      case Type.SHORT -> Type.SHORT_TYPE;
      case Type.INT -> Type.INT_TYPE;
      case Type.FLOAT -> Type.FLOAT_TYPE;
      case Type.LONG -> Type.LONG_TYPE;
      default -> Type.DOUBLE_TYPE;
    };
  }

  private static String boxOf(Type primitive) {
    String box = BOXES.get(primitive.getSort());
    if (box == null) {
      throw new IllegalStateException("no box for " + primitive);
    }
    return box;
  }
}
