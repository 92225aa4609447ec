package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;

/**
 * The advice that Byte Buddy copies into the JDK's executors and futures, to carry runs between
 * threads; see {@link GuardAdvice}.
 */
@SuppressWarnings({"UnusedVariable", "NullAway"}) // Byte Buddy sets them.
final class RunAdvice {

  private RunAdvice() {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Last {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface LastType {}

  /** Methods that submit their last argument to another thread. */
  static final class Submission {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.handOver(task);
    }
  }

  /** Methods of a {@link java.util.concurrent.ForkJoinPool} that submit their last argument. */
  static final class PoolSubmission {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object pool, @Last Object task) {
      Hook.handOver(pool, task);
    }
  }

  /** The method of a task that submits it. */
  static final class Fork {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object task) {
      Hook.handOver(task);
    }
  }

  /** The method that executes a task. */
  static final class Execution {
    @Advice.OnMethodEnter
    static Object enter(@Advice.This Object task) {
      return Hook.begin(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object begun) {
      Hook.end(begun);
    }
  }

  /** The main method of a pool thread, which may have a first task. */
  static final class WorkerStart {
    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue("firstTask") Object task) {
      Hook.leave();
      Hook.begin(task);
    }
  }

  /** The method that fetches the next task of a pool thread. */
  static final class NextTask {
    @Advice.OnMethodEnter
    static void enter() {
      Hook.leave();
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Return Object task) {
      Hook.begin(task);
    }
  }

  /** The method that a pool thread calls before each task. */
  static final class BeforeRun {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.beforeRun(task);
    }
  }

  /** The method that rejects a task. The task ends there without having run. */
  static final class Rejection {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.end(Hook.begin(task));
    }
  }

  /** Methods of a future whose last argument is a function that the future calls later. */
  static final class Stage {
    @Advice.OnMethodEnter
    static void enter(@Last Object function, @LastType Class<?> type) {
      function = Hook.carry(function, type);
    }
  }
}
