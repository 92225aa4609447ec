package io.loopsentinel.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What is written into methods of the JDK's executors and futures; the hook has the rest. */
enum Propagation {
  /** Into methods whose last argument is a task that another thread will do. */
  SUBMISSION,

  /** Into those of {@link java.util.concurrent.ForkJoinPool}. */
  POOL_SUBMISSION,

  /** Into the method of a task that leaves it to another thread. */
  FORK,

  /** Into the method in which a task is done. */
  EXECUTION,

  /** Into the method with which a thread of a pool begins, maybe with a first task. */
  WORKER_START,

  /** Into the method in which a thread of a pool looks for its next task. */
  NEXT_TASK,

  /** Into the method that a thread of a pool calls right before it runs a task. */
  BEFORE_RUN,

  /** Into the method that refuses a task: it is forgotten, as if it had begun and ended. */
  REJECTION,

  /** Into methods of a future whose last argument is a function that it will call. */
  STAGE;

  private static final String OF_OBJECT = "(Ljava/lang/Object;)V";
  private static final String BEGIN = "(Ljava/lang/Object;)Ljava/lang/Object;";

  /** What is written needs no more of the stack than this beside what is there already. */
  private static final int OWN_STACK = 2;

  /** Returns what writes it. */
  MethodVisitor body(String hook, MethodSite site, MethodVisitor next) {
    return this == EXECUTION ? new Execution(hook, site, next) : new Prefixed(hook, site, next);
  }

  /** Writes it before the body, and before the returns of {@link #NEXT_TASK}. */
  private final class Prefixed extends MethodVisitor {

    private final String hook;
    private final MethodSite site;

    Prefixed(String hook, MethodSite site, MethodVisitor next) {
      super(Opcodes.ASM9, next);
      this.hook = hook;
      this.site = site;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      switch (Propagation.this) {
        case SUBMISSION -> {
          pushLast();
          call("handOver", OF_OBJECT);
        }
        case POOL_SUBMISSION -> {
          site.pushReceiver(mv);
          pushLast();
          call("handOver", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        case FORK -> {
          site.pushReceiver(mv);
          call("handOver", OF_OBJECT);
        }
        case WORKER_START -> {
          call("leave", "()V");
          site.pushReceiver(mv);
          mv.visitFieldInsn(Opcodes.GETFIELD, site.owner(), "firstTask", "Ljava/lang/Runnable;");
          call("begin", BEGIN);
          mv.visitInsn(Opcodes.POP);
        }
        case NEXT_TASK -> call("leave", "()V");
        case BEFORE_RUN -> {
          pushLast();
          call("beforeRun", OF_OBJECT);
        }
        case REJECTION -> {
          pushLast();
          call("begin", BEGIN);
          call("end", OF_OBJECT);
        }
        case STAGE -> carryLast();
        case EXECUTION -> throw new IllegalStateException("is written around the body");
      }
    }

    @Override
    public void visitInsn(int opcode) {
      if (Propagation.this == NEXT_TASK && opcode == Opcodes.ARETURN) {
        mv.visitInsn(Opcodes.DUP);
        call("begin", BEGIN);
        mv.visitInsn(Opcodes.POP);
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + OWN_STACK, maxLocals);
    }

    private void carryLast() {
      pushLast();
      mv.visitLdcInsn(last());
      call("carry", "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;");
      mv.visitTypeInsn(Opcodes.CHECKCAST, last().getInternalName());
      mv.visitVarInsn(Opcodes.ASTORE, lastVariable());
    }

    private void pushLast() {
      mv.visitVarInsn(Opcodes.ALOAD, lastVariable());
    }

    private int lastVariable() {
      return site.parameterSlots() - 1;
    }

    private Type last() {
      Type[] parameters = site.parameters();
      return parameters[parameters.length - 1];
    }

    private void call(String method, String descriptor) {
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, hook, method, descriptor, false);
    }
  }

  /** Writes {@link #EXECUTION} around the body. */
  private static final class Execution extends SurroundedBody {

    private final String hook;

    Execution(String hook, MethodSite site, MethodVisitor next) {
      super(site, next);
      this.hook = hook;
    }

    @Override
    void begin() {
      site.pushReceiver(mv);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, hook, "begin", BEGIN, false);
    }

    @Override
    void end() {
      callEnd();
      returnResult();
    }

    @Override
    void endFailed() {
      callEnd();
    }

    private void callEnd() {
      mv.visitVarInsn(Opcodes.ALOAD, state);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, hook, "end", OF_OBJECT, false);
    }
  }
}
