package io.loopsentinel.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method whose instructions are being rewritten.
 *
 * @param version of its class file (JVMS 4.1)
 * @param owner the internal name of its class
 * @param isStatic whether it has no receiver
 * @param descriptor its parameters and result
 * @param maxLocals the number of its variables, parameters included
 */
record MethodSite(int version, String owner, boolean isStatic, String descriptor, int maxLocals) {

  MethodSite {
    version &= 0xffff; // The rest is the minor version.
  }

  Type returnType() {
    return Type.getReturnType(descriptor);
  }

  Type[] parameters() {
    return Type.getArgumentTypes(descriptor);
  }

  /** Returns how many variables the receiver and the parameters are. */
  int parameterSlots() {
    return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
  }

  /** Returns the variables of the receiver and the parameters as frames name them. */
  List<Object> parameterFrame() {
    List<Object> locals = new ArrayList<>();
    if (!isStatic) {
      locals.add(owner);
    }
    for (Type parameter : parameters()) {
      locals.add(frameType(parameter));
    }
    return locals;
  }

  /** Returns a type as frames name it (JVMS 4.10.1.2). */
  static Object frameType(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      default -> type.getInternalName();
    };
  }

  /**
   * Writes an instruction that puts the receiver on the stack, {@code null} where there is none.
   */
  void pushReceiver(MethodVisitor code) {
    if (isStatic) {
      code.visitInsn(Opcodes.ACONST_NULL);
    } else {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  /** Writes instructions that put the arguments on the stack, as a new array of objects. */
  void pushArguments(MethodVisitor code) {
    Type[] parameters = parameters();
    pushInt(code, parameters.length);
    code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    int variable = isStatic ? 0 : 1;
    for (int i = 0; i < parameters.length; i++) {
      code.visitInsn(Opcodes.DUP);
      pushInt(code, i);
      pushObject(code, parameters[i], variable);
      code.visitInsn(Opcodes.AASTORE);
      variable += parameters[i].getSize();
    }
  }

  /** Writes instructions that set the arguments to what is in an array of objects. */
  void setArguments(MethodVisitor code, int array) {
    Type[] parameters = parameters();
    int variable = isStatic ? 0 : 1;
    for (int i = 0; i < parameters.length; i++) {
      Type parameter = parameters[i];
      code.visitVarInsn(Opcodes.ALOAD, array);
      pushInt(code, i);
      code.visitInsn(Opcodes.AALOAD);
      Type wrapper = wrapper(parameter);
      code.visitTypeInsn(Opcodes.CHECKCAST, wrapper.getInternalName());
      if (!wrapper.equals(parameter)) {
        code.visitMethodInsn(
            Opcodes.INVOKEVIRTUAL,
            wrapper.getInternalName(),
            parameter.getClassName() + "Value",
            "()" + parameter.getDescriptor(),
            false);
      }
      code.visitVarInsn(parameter.getOpcode(Opcodes.ISTORE), variable);
      variable += parameter.getSize();
    }
  }

  /** Writes instructions that put a variable on the stack, as an object. */
  static void pushObject(MethodVisitor code, Type type, int variable) {
    code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
    Type wrapper = wrapper(type);
    if (!wrapper.equals(type)) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          wrapper.getInternalName(),
          "valueOf",
          "(" + type.getDescriptor() + ")" + wrapper.getDescriptor(),
          false);
    }
  }

  /** Writes an instruction that puts a number from 0 to 65,535 on the stack. */
  static void pushInt(MethodVisitor code, int number) {
    if (number <= 5) {
      code.visitInsn(Opcodes.ICONST_0 + number);
    } else if (number <= Byte.MAX_VALUE) {
      code.visitIntInsn(Opcodes.BIPUSH, number);
    } else {
      code.visitLdcInsn(number);
    }
  }

  private static Type wrapper(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> Type.getType(Boolean.class);
      case Type.CHAR -> Type.getType(Character.class);
      case Type.BYTE -> Type.getType(Byte.class);
      case Type.SHORT -> Type.getType(Short.class);
      case Type.INT -> Type.getType(Integer.class);
      case Type.FLOAT -> Type.getType(Float.class);
      case Type.LONG -> Type.getType(Long.class);
      case Type.DOUBLE -> Type.getType(Double.class);
      default -> type;
    };
  }
}
