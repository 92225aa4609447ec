package io.loopsentinel.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes the lambdas of one class objects of classes; for one use. */
final class LambdaRewriter extends ClassVisitor {

  /** Between the name of a class and the number of its lambda; javac names no class so. */
  static final String INFIX = "$$Lambda$";

  private final List<LambdaClass> lambdas = new ArrayList<>();
  private String name = "";
  private String host = "";
  private int version;

  LambdaRewriter(ClassWriter writer) {
    super(Opcodes.ASM9, writer);
  }

  /** Returns the classes of the lambdas. */
  List<LambdaClass> lambdas() {
    return lambdas;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    this.version = version;
    this.name = name;
    this.host = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public void visitNestHost(String nestHost) {
    host = nestHost;
    super.visitNestHost(nestHost);
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor code = super.visitMethod(access, method, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, code) {
      @Override
      public void visitInvokeDynamicInsn(
          String called, String type, Handle bootstrap, Object... arguments) {
        Optional<LambdaSite> site = LambdaSite.of(called, type, bootstrap, arguments);
        if (site.isPresent()) {
          added(site.get()).writeCreation(mv);
        } else {
          super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
        }
      }
    };
  }

  private LambdaClass added(LambdaSite site) {
    LambdaClass lambda = new LambdaClass(name + INFIX + (lambdas.size() + 1), host, version, site);
    lambdas.add(lambda);
    return lambda;
  }
}
