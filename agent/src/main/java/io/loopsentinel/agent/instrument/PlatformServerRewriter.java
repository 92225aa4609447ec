package io.loopsentinel.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has {@link java.lang.management.ManagementFactory} hand the platform's MBean server to the hook
 * whenever somebody asks for it.
 */
final class PlatformServerRewriter {

  private static final String METHOD = "getPlatformMBeanServer";

  /** What the call to the hook needs of the stack beside the server: its copy and a text. */
  private static final int STACK = 2;

  private final String hook;
  private final String operation;

  /**
   * Creates a rewriter.
   *
   * @param hook the internal name of the hook
   * @param operation what the hook is asked with the server
   */
  PlatformServerRewriter(String hook, String operation) {
    this.hook = hook;
    this.operation = operation;
  }

  /** Returns the class with the call in it. */
  byte[] rewrite(byte[] file) {
    return MethodBodies.rewrite(file, (name, site) -> name.equals(METHOD) ? Asking::new : null);
  }

  /** Asks the hook before each return, with what is returned. */
  private final class Asking extends MethodVisitor {

    Asking(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN) {
        super.visitInsn(Opcodes.DUP);
        super.visitLdcInsn(operation);
        super.visitInsn(Opcodes.SWAP);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            hook,
            "ask",
            "(Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;",
            false);
        super.visitInsn(Opcodes.POP);
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + STACK, locals);
    }
  }
}
