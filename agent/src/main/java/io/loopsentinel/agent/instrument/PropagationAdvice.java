package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.ForkJoinPool;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is written into the JDK's executors and futures.
 *
 * <p>The JVM never runs these classes: Byte Buddy copies the bytecode of their methods, with {@link
 * Hook} replaced by the copy that the boot loader has.
 */
final class PropagationAdvice {

  private PropagationAdvice() {}

  /** Marks the advice parameter that stands for the last argument of a method. */
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Last {}

  /** Marks the advice parameter that stands for the type of the last parameter of a method. */
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface LastType {}

  /** For methods whose last argument is a task that another thread will do. */
  static final class Submission {

    private Submission() {}

    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.handOver(task);
    }
  }

  /** For those of {@link ForkJoinPool}. */
  static final class PoolSubmission {

    private PoolSubmission() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This ForkJoinPool pool, @Last Object task) {
      Hook.handOver(pool, task);
    }
  }

  /** For the method of a task that leaves it to another thread. */
  static final class Fork {

    private Fork() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object task) {
      Hook.handOver(task);
    }
  }

  /** For the method in which a task is done. */
  static final class Execution {

    private Execution() {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(@Advice.This Object task) {
      return Hook.begin(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object begun) {
      if (begun != null) {
        Hook.end(begun);
      }
    }
  }

  /** For the method with which a thread of a pool begins, maybe with a first task. */
  static final class WorkerStart {

    private WorkerStart() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue("firstTask") @Nullable Object task) {
      Hook.leave();
      Hook.begin(task);
    }
  }

  /** For the method in which a thread of a pool looks for its next task. */
  static final class NextTask {

    private NextTask() {}

    @Advice.OnMethodEnter
    static void enter() {
      Hook.leave();
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object task) {
      Hook.begin(task);
    }
  }

  /** For the method that a thread of a pool calls right before it runs a task. */
  static final class BeforeRun {

    private BeforeRun() {}

    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.beforeRun(task);
    }
  }

  /** For the method that refuses a task: it is forgotten, as if it had begun and ended. */
  static final class Rejection {

    private Rejection() {}

    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.end(Hook.begin(task));
    }
  }

  /** For methods of a future whose last argument is a function that it will call. */
  static final class Stage {

    private Stage() {}

    @Advice.OnMethodEnter
    static void enter(@Last @Nullable Object function, @LastType Class<?> type) {
      function = Hook.carry(function, type);
    }
  }
}
