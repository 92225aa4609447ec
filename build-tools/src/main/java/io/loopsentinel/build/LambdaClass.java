package io.loopsentinel.build;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class of one lambda: what the JDK would make of it when the program runs.
 *
 * @param name its internal name
 * @param host the nest that it belongs to, so that it may call what is private there
 * @param version of its class file
 * @param site what it is made of
 */
record LambdaClass(String name, String host, int version, LambdaSite site) {

  private static final String CONSTANT = "INSTANCE";
  private static final String FACTORY = "of";
  private static final String OBJECT = "java/lang/Object";

  /** Writes what makes an object of it, in place of the invokedynamic instruction. */
  void writeCreation(MethodVisitor code) {
    String function = site.function().getDescriptor();
    if (site.isConstant()) {
      code.visitFieldInsn(Opcodes.GETSTATIC, name, CONSTANT, function);
    } else {
      code.visitMethodInsn(Opcodes.INVOKESTATIC, name, FACTORY, factoryDescriptor(), false);
    }
  }

  /** Returns its class file. */
  byte[] toBytes() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        version,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        OBJECT,
        interfaces());
    writer.visitNestHost(host);
    for (int i = 0; i < site.captured().size(); i++) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
      writer.visitField(access, field(i), site.captured().get(i).getDescriptor(), null, null);
    }
    writeConstructor(writer);
    if (site.isConstant()) {
      writeConstant(writer);
    } else {
      writeFactory(writer);
    }
    site.signatures().stream().distinct().forEach(signature -> writeMethod(writer, signature));
    writer.visitEnd();
    return writer.toByteArray();
  }

  private String[] interfaces() {
    List<Type> all = new ArrayList<>(List.of(site.function()));
    all.addAll(site.markers());
    return all.stream().map(Type::getInternalName).distinct().toArray(String[]::new);
  }

  private void writeConstructor(ClassWriter writer) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", constructorDescriptor(), null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
    int variable = 1;
    for (int i = 0; i < site.captured().size(); i++) {
      Type type = site.captured().get(i);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      code.visitFieldInsn(Opcodes.PUTFIELD, name, field(i), type.getDescriptor());
      variable += type.getSize();
    }
    end(code, Type.VOID_TYPE);
  }

  private void writeConstant(ClassWriter writer) {
    String function = site.function().getDescriptor();
    int access = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(access, CONSTANT, function, null, null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructorDescriptor(), false);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, CONSTANT, function);
    end(code, Type.VOID_TYPE);
  }

  private void writeFactory(ClassWriter writer) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_STATIC, FACTORY, factoryDescriptor(), null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    int variable = 0;
    for (Type type : site.captured()) {
      code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      variable += type.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructorDescriptor(), false);
    end(code, site.function());
  }

  /** The interface's method: it calls the implementation. */
  private void writeMethod(ClassWriter writer, Type signature) {
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, site.method(), signature.getDescriptor(), null, null);
    code.visitCode();
    Handle implementation = site.implementation();
    boolean creates = implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    if (creates) {
      code.visitTypeInsn(Opcodes.NEW, implementation.getOwner());
      code.visitInsn(Opcodes.DUP);
    }
    writeArguments(code, signature);
    code.visitMethodInsn(
        instruction(implementation),
        implementation.getOwner(),
        implementation.getName(),
        implementation.getDesc(),
        implementation.isInterface());
    Type wanted = signature.getReturnType();
    new Conversion(code).convert(site.given(), site.instantiated().getReturnType(), wanted);
    end(code, wanted);
  }

  private void writeArguments(MethodVisitor code, Type signature) {
    Conversion conversion = new Conversion(code);
    List<Type> taken = site.taken();
    int captured = site.captured().size();
    for (int i = 0; i < captured; i++) {
      Type type = site.captured().get(i);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, field(i), type.getDescriptor());
      conversion.convert(type, type, taken.get(i));
    }
    Type[] erased = signature.getArgumentTypes();
    Type[] actual = site.instantiated().getArgumentTypes();
    int variable = 1;
    for (int i = 0; i < erased.length; i++) {
      code.visitVarInsn(erased[i].getOpcode(Opcodes.ILOAD), variable);
      conversion.convert(erased[i], actual[i], taken.get(captured + i));
      variable += erased[i].getSize();
    }
  }

  /** A private method of the nest is called as any other (JEP 181). */
  private static int instruction(Handle implementation) {
    return switch (implementation.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      default -> implementation.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    };
  }

  private static void end(MethodVisitor code, Type returned) {
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private String constructorDescriptor() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, site.captured().toArray(new Type[0]));
  }

  private String factoryDescriptor() {
    return Type.getMethodDescriptor(site.function(), site.captured().toArray(new Type[0]));
  }

  private static String field(int index) {
    return "captured" + index;
  }
}
