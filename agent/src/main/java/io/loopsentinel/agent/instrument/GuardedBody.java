package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the calls of the hook into a guarded method.
 *
 * <p>Before the body stands {@code verdict = Hook.enter(Owner.class, index, this, arguments)}.
 *
 * <p>A result that is an object may be replaced: after the body stands {@code return (T)
 * Hook.exit(verdict, result, failure)}, and the body does not run where the verdict is an {@link
 * java.util.Optional}, which has the result. One that the method cannot return stays away: the
 * method returns what it would have.
 *
 * <p>Any other result cannot carry a message: the body always runs, and the hook is told afterwards
 * where the verdict asks for it.
 *
 * <p>The guard may change arguments where its target says so; then it gives no result. It puts only
 * values into the array that the parameters take: a cast stands before each, and a failing one
 * would be the application's.
 */
final class GuardedBody extends SurroundedBody {

  private static final String OBJECT = "java/lang/Object";
  private static final String UNFIT = "java/lang/ClassCastException";

  private final String hook;
  private final int index;
  private final boolean changesArguments;
  private final boolean returnsObject;

  /**
   * Creates a writer.
   *
   * @param hook the internal name of the hook
   * @param index of the method among the guarded ones of its class
   * @param changesArguments whether the guard may
   */
  GuardedBody(
      String hook, int index, boolean changesArguments, MethodSite site, MethodVisitor next) {
    super(site, next);
    this.hook = hook;
    this.index = index;
    this.changesArguments = changesArguments;
    this.returnsObject = site.returnType().getSort() >= Type.ARRAY;
  }

  @Override
  @Nullable String skippedOn() {
    return returnsObject && !changesArguments ? "java/util/Optional" : null;
  }

  @Override
  void begin() {
    int arguments = result; // Nothing is in it yet.
    if (changesArguments) {
      site.pushArguments(mv);
      mv.visitVarInsn(Opcodes.ASTORE, arguments);
    }
    mv.visitLdcInsn(Type.getObjectType(site.owner()));
    MethodSite.pushInt(mv, index);
    site.pushReceiver(mv);
    if (changesArguments) {
      mv.visitVarInsn(Opcodes.ALOAD, arguments);
    } else {
      site.pushArguments(mv);
    }
    callHook(
        "enter", "(Ljava/lang/Class;ILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
    if (changesArguments) {
      site.setArguments(mv, arguments);
    }
  }

  @Override
  void end() {
    if (returnsObject) {
      mv.visitVarInsn(Opcodes.ALOAD, state);
      mv.visitVarInsn(Opcodes.ALOAD, result);
      mv.visitInsn(Opcodes.ACONST_NULL);
      callExit();
      returnFitting();
      return;
    }
    Label told = new Label();
    mv.visitVarInsn(Opcodes.ALOAD, state);
    mv.visitJumpInsn(Opcodes.IFNULL, told);
    mv.visitVarInsn(Opcodes.ALOAD, state);
    if (site.returnType().equals(Type.VOID_TYPE)) {
      mv.visitInsn(Opcodes.ACONST_NULL);
    } else {
      MethodSite.pushObject(mv, site.returnType(), result);
    }
    mv.visitInsn(Opcodes.ACONST_NULL);
    callExit();
    mv.visitInsn(Opcodes.POP);
    mv.visitLabel(told);
    resultFrame();
    returnResult();
  }

  @Override
  void endFailed() {
    mv.visitVarInsn(Opcodes.ALOAD, state);
    mv.visitInsn(Opcodes.ACONST_NULL);
    mv.visitVarInsn(Opcodes.ALOAD, result);
    callExit();
    mv.visitInsn(Opcodes.POP);
  }

  private void returnFitting() {
    String type = site.returnType().getInternalName();
    if (type.equals(OBJECT)) {
      mv.visitInsn(Opcodes.ARETURN);
      return;
    }
    Label cast = new Label();
    Label fits = new Label();
    Label unfit = new Label();
    mv.visitTryCatchBlock(cast, fits, unfit, UNFIT);
    mv.visitLabel(cast);
    mv.visitTypeInsn(Opcodes.CHECKCAST, type);
    mv.visitLabel(fits);
    mv.visitInsn(Opcodes.ARETURN);
    mv.visitLabel(unfit);
    resultFrame(UNFIT);
    mv.visitInsn(Opcodes.POP);
    returnResult();
  }

  private void callExit() {
    callHook(
        "exit", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;");
  }

  private void callHook(String method, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, hook, method, descriptor, false);
  }
}
