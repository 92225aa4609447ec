package io.loopsentinel.agent.instrument;

import static io.loopsentinel.agent.instrument.StackEffects.NARROW;
import static io.loopsentinel.agent.instrument.StackEffects.WIDE;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Knows, while the instructions of a method pass by, what lies on its operand stack.
 *
 * <p>Compilers may leave values under the one that is returned: Kotlin's {@code add(x, y ?: return
 * z)} returns while {@code x} lies there. That is allowed at a return, but not at a jump to a place
 * that others reach with an empty stack.
 *
 * <p>The stack is a text with a letter for each slot, see {@link StackEffects}. Instructions that
 * copy slots, such as {@code dup2_x1}, then need not know what they copy. What lies there after a
 * jump is known from the frames of the class file (JVMS 4.7.4), or, where it is too old for those,
 * from the first jump. One for each method; not thread-safe.
 */
abstract class OperandSlots extends MethodVisitor {

  private final Map<Label, String> atLabels = new HashMap<>();
  private final StringBuilder slots = new StringBuilder();
  private boolean reached = true;

  OperandSlots(int api, MethodVisitor next) {
    super(api, next);
  }

  static boolean isReturn(int opcode) {
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }

  /** Writes instructions that take away what lies there, which remains to be taken from here. */
  final void discardOperands() {
    for (int top = slots.length() - 1; top >= 0; top--) {
      boolean wide = slots.charAt(top) == WIDE.charAt(1);
      mv.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
      top -= wide ? 1 : 0;
    }
  }

  /** An instruction has taken so many slots. */
  final void take(int count) {
    slots.setLength(Math.max(0, slots.length() - count));
  }

  /** The instruction that comes next is not reached from here. */
  final void leave() {
    reached = false;
  }

  @Override
  public void visitTryCatchBlock(
      Label start, Label end, Label handler, @Nullable String exception) {
    super.visitTryCatchBlock(start, end, handler, exception);
    atLabels.put(handler, NARROW);
  }

  @Override
  public void visitLabel(Label label) {
    super.visitLabel(label);
    String known = atLabels.get(label);
    // Where only jumps from below lead, as to the body of a loop, it is as it was above.
    if (known != null && !reached) {
      slots.replace(0, slots.length(), known);
    }
    reached = true;
  }

  @Override
  public void visitFrame(
      int type,
      int localCount,
      Object @Nullable [] locals,
      int stackCount,
      Object @Nullable [] stack) {
    super.visitFrame(type, localCount, locals, stackCount, stack);
    slots.setLength(0);
    for (int i = 0; stack != null && i < stackCount; i++) {
      boolean wide = stack[i] == Opcodes.LONG || stack[i] == Opcodes.DOUBLE;
      put(wide ? WIDE : NARROW);
    }
    reached = true;
  }

  @Override
  public void visitInsn(int opcode) {
    super.visitInsn(opcode);
    if (opcode >= Opcodes.DUP && opcode <= Opcodes.DUP2_X2) {
      // dup, dup_x1, dup_x2, and the same for two slots.
      int count = opcode < Opcodes.DUP2 ? 1 : 2;
      copy(count, (opcode - Opcodes.DUP) % 3);
    } else if (opcode == Opcodes.ATHROW || isReturn(opcode)) {
      leave();
    } else if (opcode != Opcodes.SWAP) {
      take(StackEffects.taken(opcode));
      put(StackEffects.put(opcode));
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    super.visitIntInsn(opcode, operand);
    if (opcode != Opcodes.NEWARRAY) {
      put(1);
    }
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    super.visitVarInsn(opcode, variable);
    switch (opcode) {
      case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD -> put(1);
      case Opcodes.LLOAD, Opcodes.DLOAD -> put(2);
      case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.ASTORE -> take(1);
      case Opcodes.LSTORE, Opcodes.DSTORE -> take(2);
      default -> leave(); // ret
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    if (opcode == Opcodes.NEW) {
      put(1);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    super.visitFieldInsn(opcode, owner, name, descriptor);
    int size = Type.getType(descriptor).getSize();
    boolean write = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    take((write ? size : 0) + (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD ? 1 : 0));
    put(write ? 0 : size);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    call(descriptor, opcode == Opcodes.INVOKESTATIC);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    call(descriptor, true);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    super.visitJumpInsn(opcode, label);
    switch (opcode) {
      case Opcodes.GOTO -> {}
      case Opcodes.JSR -> {
        // What it puts there, the routine takes.
        atLabels.putIfAbsent(label, slots + NARROW);
        return;
      }
      default -> take(opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE ? 2 : 1);
    }
    jump(label);
    reached = opcode != Opcodes.GOTO;
  }

  @Override
  public void visitTableSwitchInsn(int first, int last, Label other, Label... labels) {
    super.visitTableSwitchInsn(first, last, other, labels);
    switchTo(other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    super.visitLookupSwitchInsn(other, keys, labels);
    switchTo(other, labels);
  }

  @Override
  public void visitLdcInsn(Object value) {
    super.visitLdcInsn(value);
    boolean wide =
        value instanceof Long
            || value instanceof Double
            || (value instanceof ConstantDynamic constant && constant.getSize() == 2);
    put(wide ? 2 : 1);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    super.visitMultiANewArrayInsn(descriptor, dimensions);
    take(dimensions);
    put(1);
  }

  private void call(String descriptor, boolean ofNoObject) {
    int sizes = Type.getArgumentsAndReturnSizes(descriptor); // They count the receiver.
    take((sizes >> 2) - (ofNoObject ? 1 : 0));
    put(sizes & 3);
  }

  private void switchTo(Label other, Label... labels) {
    take(1);
    jump(other);
    for (Label label : labels) {
      jump(label);
    }
    leave();
  }

  private void jump(Label label) {
    atLabels.putIfAbsent(label, slots.toString());
  }

  /** Puts a copy of the topmost slots under so many others. */
  private void copy(int count, int below) {
    int top = Math.max(0, slots.length() - count);
    slots.insert(Math.max(0, top - below), slots.substring(top));
  }

  private void put(int size) {
    put(size == 0 ? "" : size == 1 ? NARROW : WIDE);
  }

  private void put(String pushed) {
    slots.append(pushed);
  }
}
