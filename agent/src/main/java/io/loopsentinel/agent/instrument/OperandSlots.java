package io.loopsentinel.agent.instrument;

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
 * <p>The stack is a text with a letter for each slot (JVMS 2.6.2). Instructions that copy slots,
 * such as {@code dup2_x1}, then need not know what they copy. What lies there after a jump is known
 * from the frames of the class file (JVMS 4.7.4), or, where it is too old for those, from the first
 * jump. One for each method; not thread-safe.
 */
abstract class OperandSlots extends MethodVisitor {

  /** A slot with a value of its own. */
  private static final char NARROW = '1';

  /** The two slots of a {@code long} or {@code double}. */
  private static final String WIDE = "2=";

  /** Of each instruction without operands how many slots it takes, and what it puts there. */
  private static final int[] TAKES = new int[Opcodes.MONITOREXIT + 1];

  private static final String[] PUTS = new String[Opcodes.MONITOREXIT + 1];

  static {
    String narrow = String.valueOf(NARROW);
    effect(Opcodes.NOP, Opcodes.NOP, 0, "");
    effect(Opcodes.ACONST_NULL, Opcodes.ICONST_5, 0, narrow);
    effect(Opcodes.LCONST_0, Opcodes.LCONST_1, 0, WIDE);
    effect(Opcodes.FCONST_0, Opcodes.FCONST_2, 0, narrow);
    effect(Opcodes.DCONST_0, Opcodes.DCONST_1, 0, WIDE);
    effect(Opcodes.IALOAD, Opcodes.SALOAD, 2, narrow);
    effect(Opcodes.LALOAD, Opcodes.LALOAD, 2, WIDE);
    effect(Opcodes.DALOAD, Opcodes.DALOAD, 2, WIDE);
    effect(Opcodes.IASTORE, Opcodes.SASTORE, 3, "");
    effect(Opcodes.LASTORE, Opcodes.LASTORE, 4, "");
    effect(Opcodes.DASTORE, Opcodes.DASTORE, 4, "");
    effect(Opcodes.POP, Opcodes.POP, 1, "");
    effect(Opcodes.POP2, Opcodes.POP2, 2, "");
    // Of each operation there are four: for int, long, float and double.
    for (int operation = Opcodes.IADD; operation < Opcodes.INEG; operation += 4) {
      effect(operation, operation + 2, 2, narrow);
      effect(operation + 1, operation + 1, 4, WIDE);
      effect(operation + 3, operation + 3, 4, WIDE);
    }
    effect(Opcodes.INEG, Opcodes.DNEG, 0, "");
    for (int shift = Opcodes.ISHL; shift < Opcodes.IAND; shift += 2) {
      effect(shift, shift, 2, narrow);
      effect(shift + 1, shift + 1, 3, WIDE);
    }
    for (int logic = Opcodes.IAND; logic <= Opcodes.IXOR; logic += 2) {
      effect(logic, logic, 2, narrow);
      effect(logic + 1, logic + 1, 4, WIDE);
    }
    effect(Opcodes.I2L, Opcodes.I2D, 1, WIDE);
    effect(Opcodes.I2F, Opcodes.I2F, 1, narrow);
    effect(Opcodes.L2I, Opcodes.L2F, 2, narrow);
    effect(Opcodes.L2D, Opcodes.L2D, 2, WIDE);
    effect(Opcodes.F2I, Opcodes.F2D, 1, WIDE);
    effect(Opcodes.F2I, Opcodes.F2I, 1, narrow);
    effect(Opcodes.D2I, Opcodes.D2F, 2, narrow);
    effect(Opcodes.D2L, Opcodes.D2L, 2, WIDE);
    effect(Opcodes.I2B, Opcodes.I2S, 1, narrow);
    effect(Opcodes.LCMP, Opcodes.DCMPG, 4, narrow);
    effect(Opcodes.FCMPL, Opcodes.FCMPG, 2, narrow);
    effect(Opcodes.ARRAYLENGTH, Opcodes.ARRAYLENGTH, 1, narrow);
    effect(Opcodes.MONITORENTER, Opcodes.MONITOREXIT, 1, "");
  }

  private final Map<Label, String> atLabels = new HashMap<>();
  private final StringBuilder slots = new StringBuilder();
  private boolean reached = true;

  OperandSlots(int api, MethodVisitor next) {
    super(api, next);
  }

  private static void effect(int first, int last, int takes, String puts) {
    for (int opcode = first; opcode <= last; opcode++) {
      TAKES[opcode] = takes;
      PUTS[opcode] = puts;
    }
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
    atLabels.put(handler, String.valueOf(NARROW));
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
      put(wide ? WIDE : String.valueOf(NARROW));
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
      take(TAKES[opcode]);
      put(PUTS[opcode]);
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
        atLabels.putIfAbsent(label, slots.toString() + NARROW);
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
    put(size == 0 ? "" : size == 1 ? String.valueOf(NARROW) : WIDE);
  }

  private void put(String pushed) {
    slots.append(pushed);
  }
}
