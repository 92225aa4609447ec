package io.loopsentinel.agent.instrument;

import org.objectweb.asm.Opcodes;

/**
 * What the instructions without operands take from the operand stack and put there (JVMS 6.5), but
 * for those that copy what lies there.
 *
 * <p>A text stands for the values on a stack, with a letter for each slot (JVMS 2.6.2).
 */
final class StackEffects {

  /** A value in one slot. */
  static final String NARROW = "1";

  /** A {@code long} or {@code double}, in two. */
  static final String WIDE = "2=";

  private static final int[] TAKES = new int[Opcodes.MONITOREXIT + 1];
  private static final String[] PUTS = new String[Opcodes.MONITOREXIT + 1];

  static {
    effect(Opcodes.NOP, Opcodes.NOP, 0, "");
    effect(Opcodes.ACONST_NULL, Opcodes.ICONST_5, 0, NARROW);
    effect(Opcodes.LCONST_0, Opcodes.LCONST_1, 0, WIDE);
    effect(Opcodes.FCONST_0, Opcodes.FCONST_2, 0, NARROW);
    effect(Opcodes.DCONST_0, Opcodes.DCONST_1, 0, WIDE);
    effect(Opcodes.IALOAD, Opcodes.SALOAD, 2, NARROW);
    effect(Opcodes.LALOAD, Opcodes.LALOAD, 2, WIDE);
    effect(Opcodes.DALOAD, Opcodes.DALOAD, 2, WIDE);
    effect(Opcodes.IASTORE, Opcodes.SASTORE, 3, "");
    effect(Opcodes.LASTORE, Opcodes.LASTORE, 4, "");
    effect(Opcodes.DASTORE, Opcodes.DASTORE, 4, "");
    effect(Opcodes.POP, Opcodes.POP, 1, "");
    effect(Opcodes.POP2, Opcodes.POP2, 2, "");
    // Of each operation there are four: for int, long, float and double.
    for (int operation = Opcodes.IADD; operation < Opcodes.INEG; operation += 4) {
      effect(operation, operation + 2, 2, NARROW);
      effect(operation + 1, operation + 1, 4, WIDE);
      effect(operation + 3, operation + 3, 4, WIDE);
    }
    effect(Opcodes.INEG, Opcodes.DNEG, 0, "");
    for (int shift = Opcodes.ISHL; shift < Opcodes.IAND; shift += 2) {
      effect(shift, shift, 2, NARROW);
      effect(shift + 1, shift + 1, 3, WIDE);
    }
    for (int logic = Opcodes.IAND; logic <= Opcodes.IXOR; logic += 2) {
      effect(logic, logic, 2, NARROW);
      effect(logic + 1, logic + 1, 4, WIDE);
    }
    effect(Opcodes.I2L, Opcodes.I2D, 1, WIDE);
    effect(Opcodes.I2F, Opcodes.I2F, 1, NARROW);
    effect(Opcodes.L2I, Opcodes.L2F, 2, NARROW);
    effect(Opcodes.L2D, Opcodes.L2D, 2, WIDE);
    effect(Opcodes.F2I, Opcodes.F2D, 1, WIDE);
    effect(Opcodes.F2I, Opcodes.F2I, 1, NARROW);
    effect(Opcodes.D2I, Opcodes.D2F, 2, NARROW);
    effect(Opcodes.D2L, Opcodes.D2L, 2, WIDE);
    effect(Opcodes.I2B, Opcodes.I2S, 1, NARROW);
    effect(Opcodes.LCMP, Opcodes.DCMPG, 4, NARROW);
    effect(Opcodes.FCMPL, Opcodes.FCMPG, 2, NARROW);
    effect(Opcodes.ARRAYLENGTH, Opcodes.ARRAYLENGTH, 1, NARROW);
    effect(Opcodes.MONITORENTER, Opcodes.MONITOREXIT, 1, "");
  }

  private StackEffects() {}

  /** Returns how many slots an instruction takes. */
  static int taken(int opcode) {
    return TAKES[opcode];
  }

  /** Returns the values that an instruction puts there. */
  static String put(int opcode) {
    return PUTS[opcode];
  }

  private static void effect(int first, int last, int takes, String puts) {
    for (int opcode = first; opcode <= last; opcode++) {
      TAKES[opcode] = takes;
      PUTS[opcode] = puts;
    }
  }
}
