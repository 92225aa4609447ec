package io.loopsentinel.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the body of a method anew, with something before it and something after it, however it
 * ends:
 *
 * <pre>
 *           state = before            {@link #begin}
 *   body:   the body; each return is: result = what is returned; goto end
 *   failed: after the failure         {@link #endFailed}; throw it
 *   end:    after the result          {@link #end}; return it
 * </pre>
 *
 * <p>What the body throws goes to {@code failed}; what is thrown before and after it does not, nor
 * to any handler of the method itself. The state and the result have variables of their own behind
 * all others, so those of the body stay where they are, whatever the compiler puts into them. In
 * the frames of {@code failed} and {@code end} (JVMS 4.7.4) nothing else is left, since the body
 * may have changed it.
 */
abstract class SurroundedBody extends OperandSlots {

  /** The class file format that has frames: Java 6. */
  private static final int FIRST_WITH_FRAMES = Opcodes.V1_6;

  /** The most that is put on the stack: a call of the hook with an array that is being filled. */
  private static final int OWN_STACK = 8;

  private static final String THROWABLE = "java/lang/Throwable";

  /** The method. */
  final MethodSite site;

  /** The variable with what {@link #begin} gave. */
  final int state;

  /** The variable with the result, or with the failure. */
  final int result;

  private final Label body = new Label();
  private final Label bodyEnd = new Label();
  private final Label end = new Label();
  private boolean endReached;

  SurroundedBody(MethodSite site, MethodVisitor next) {
    super(Opcodes.ASM9, next);
    this.site = site;
    this.state = site.maxLocals();
    this.result = state + 1;
  }

  /** Writes what comes before the body, and leaves an object on the stack: the state. */
  abstract void begin();

  /** Writes what comes after a body that has returned, up to the return. */
  abstract void end();

  /** Writes what comes after a body that has thrown what is in {@link #result}. */
  abstract void endFailed();

  /** Whether the body does not run where the state is of this type, and the result is null. */
  @Nullable String skippedOn() {
    return null;
  }

  @Override
  public final void visitCode() {
    mv.visitCode();
    begin();
    mv.visitVarInsn(Opcodes.ASTORE, state);
    String skipped = skippedOn();
    if (skipped == null) {
      mv.visitLabel(body);
      return;
    }
    mv.visitVarInsn(Opcodes.ALOAD, state);
    mv.visitTypeInsn(Opcodes.INSTANCEOF, skipped);
    mv.visitJumpInsn(Opcodes.IFEQ, body);
    mv.visitInsn(Opcodes.ACONST_NULL);
    mv.visitVarInsn(Opcodes.ASTORE, result);
    mv.visitJumpInsn(Opcodes.GOTO, end);
    endReached = true;
    mv.visitLabel(body);
    List<Object> locals = site.parameterFrame();
    frame(locals, site.parameterSlots());
    // The body may begin with a frame, and no two can be at the same place.
    mv.visitInsn(Opcodes.NOP);
  }

  @Override
  public final void visitInsn(int opcode) {
    if (!isReturn(opcode)) {
      super.visitInsn(opcode);
      return;
    }
    if (opcode != Opcodes.RETURN) {
      mv.visitVarInsn(site.returnType().getOpcode(Opcodes.ISTORE), result);
      take(site.returnType().getSize());
    }
    discardOperands();
    mv.visitJumpInsn(Opcodes.GOTO, end);
    endReached = true;
    leave();
  }

  @Override
  public final void visitFrame(
      int type,
      int localCount,
      Object @Nullable [] locals,
      int stackCount,
      Object @Nullable [] stack) {
    List<Object> all = new ArrayList<>(Arrays.asList(locals).subList(0, localCount));
    int slots = localCount;
    for (Object local : all) {
      slots += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 1 : 0;
    }
    addState(all, slots);
    super.visitFrame(Opcodes.F_NEW, all.size(), all.toArray(), stackCount, stack);
  }

  @Override
  public final void visitMaxs(int maxStack, int maxLocals) {
    mv.visitLabel(bodyEnd);
    Label failed = new Label();
    mv.visitTryCatchBlock(body, bodyEnd, failed, THROWABLE);
    mv.visitLabel(failed);
    frame(new ArrayList<>(), 0, THROWABLE);
    mv.visitVarInsn(Opcodes.ASTORE, result);
    endFailed();
    mv.visitVarInsn(Opcodes.ALOAD, result);
    mv.visitInsn(Opcodes.ATHROW);
    if (endReached) {
      mv.visitLabel(end);
      resultFrame();
      end();
    }
    mv.visitMaxs(Math.max(maxStack, OWN_STACK), result + Math.max(1, site.returnType().getSize()));
  }

  /** Writes a frame with nothing but the state and the result in it. */
  final void resultFrame(Object... stack) {
    List<Object> locals = new ArrayList<>();
    addState(locals, 0);
    if (!site.returnType().equals(Type.VOID_TYPE)) {
      locals.add(MethodSite.frameType(site.returnType()));
    }
    write(locals, stack);
  }

  /** Writes the return of the result. */
  final void returnResult() {
    Type type = site.returnType();
    if (!type.equals(Type.VOID_TYPE)) {
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), result);
    }
    mv.visitInsn(type.getOpcode(Opcodes.IRETURN));
  }

  private void frame(List<Object> locals, int slots, Object... stack) {
    addState(locals, slots);
    write(locals, stack);
  }

  private void addState(List<Object> locals, int slots) {
    for (int slot = slots; slot < state; slot++) {
      locals.add(Opcodes.TOP);
    }
    locals.add("java/lang/Object");
  }

  private void write(List<Object> locals, Object... stack) {
    if (site.version() >= FIRST_WITH_FRAMES) {
      mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
    }
  }
}
