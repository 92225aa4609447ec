package io.loopsentinel.agent.command.inspect.model;

import java.util.List;
import org.objectweb.asm.Opcodes;

/** What plain instructions, those without operands of their own, do to the stack (JVMS 6.5). */
final class Instructions {

  private Instructions() {}

  /** Carries out one of them. */
  static void apply(int opcode, OperandStack stack) {
    switch (opcode) {
      case Opcodes.NOP -> {}
      case Opcodes.ICONST_M1,
          Opcodes.ICONST_0,
          Opcodes.ICONST_1,
          Opcodes.ICONST_2,
          Opcodes.ICONST_3,
          Opcodes.ICONST_4,
          Opcodes.ICONST_5 ->
          stack.push(Value.constant(null, opcode - Opcodes.ICONST_0, false));
      case Opcodes.ACONST_NULL, Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 ->
          stack.push(Value.UNKNOWN);
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          stack.push(Value.WIDE);
      case Opcodes.IALOAD,
          Opcodes.FALOAD,
          Opcodes.AALOAD,
          Opcodes.BALOAD,
          Opcodes.CALOAD,
          Opcodes.SALOAD ->
          replace(stack, 2, Value.UNKNOWN);
      case Opcodes.LALOAD, Opcodes.DALOAD -> replace(stack, 2, Value.WIDE);
      case Opcodes.IASTORE,
          Opcodes.LASTORE,
          Opcodes.FASTORE,
          Opcodes.DASTORE,
          Opcodes.AASTORE,
          Opcodes.BASTORE,
          Opcodes.CASTORE,
          Opcodes.SASTORE ->
          stack.pop(3);
      case Opcodes.POP, Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> stack.pop();
      case Opcodes.POP2 -> stack.pop(slots(stack, 2));
      case Opcodes.DUP -> stack.duplicate(1, 0);
      case Opcodes.DUP_X1 -> stack.duplicate(1, 1);
      case Opcodes.DUP_X2 -> duplicateBelowTwo(stack, 1);
      case Opcodes.DUP2 -> stack.duplicate(slots(stack, 2), 0);
      case Opcodes.DUP2_X1 -> stack.duplicate(slots(stack, 2), 1);
      case Opcodes.DUP2_X2 -> duplicateBelowTwo(stack, slots(stack, 2));
      case Opcodes.SWAP -> {
        stack.duplicate(1, 1);
        stack.pop();
      }
      case Opcodes.LADD,
          Opcodes.LSUB,
          Opcodes.LMUL,
          Opcodes.LDIV,
          Opcodes.LREM,
          Opcodes.LAND,
          Opcodes.LOR,
          Opcodes.LXOR,
          Opcodes.LSHL,
          Opcodes.LSHR,
          Opcodes.LUSHR ->
          replace(stack, 2, Value.WIDE);
      case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM ->
          replace(stack, 2, Value.WIDE);
      case Opcodes.LNEG,
          Opcodes.DNEG,
          Opcodes.I2L,
          Opcodes.I2D,
          Opcodes.L2D,
          Opcodes.F2L,
          Opcodes.F2D,
          Opcodes.D2L ->
          replace(stack, 1, Value.WIDE);
      case Opcodes.INEG,
          Opcodes.FNEG,
          Opcodes.I2F,
          Opcodes.L2I,
          Opcodes.L2F,
          Opcodes.F2I,
          Opcodes.D2I,
          Opcodes.D2F,
          Opcodes.I2B,
          Opcodes.I2C,
          Opcodes.I2S,
          Opcodes.ARRAYLENGTH ->
          replace(stack, 1, Value.UNKNOWN);
      case Opcodes.IRETURN,
          Opcodes.LRETURN,
          Opcodes.FRETURN,
          Opcodes.DRETURN,
          Opcodes.ARETURN,
          Opcodes.ATHROW,
          Opcodes.RETURN ->
          stack.end();
      // What is left takes two values and leaves one: arithmetic and comparisons.
      default -> replace(stack, 2, Value.UNKNOWN);
    }
  }

  private static void replace(OperandStack stack, int taken, Value left) {
    stack.pop(taken);
    stack.push(left);
  }

  /** How many values so many slots hold: a wide one fills two. */
  private static int slots(OperandStack stack, int slots) {
    return stack.peek().isWide() ? slots - 1 : slots;
  }

  private static void duplicateBelowTwo(OperandStack stack, int count) {
    List<Value> copied = stack.pop(count);
    int below = slots(stack, 2);
    copied.forEach(stack::push);
    stack.duplicate(count, below);
  }
}
