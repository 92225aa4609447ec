package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;

/**
 * What Byte Buddy copies into methods of the JDK's executors and futures, to carry runs from thread
 * to thread; see {@link GuardAdvice}.
 */
@SuppressWarnings({"UnusedVariable", "NullAway"}) // Byte Buddy fills them in.
final class RunAdvice {

  private RunAdvice() {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Last {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface LastType {}

  /** Of methods whose last argument is a task that another thread will do. */
  static final class Submission {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.handOver(task);
    }
  }

  /** Of those of {@link java.util.concurrent.ForkJoinPool}. */
  static final class PoolSubmission {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object pool, @Last Object task) {
      Hook.handOver(pool, task);
    }
  }

  /** Of the method of a task that leaves it to another thread. */
  static final class Fork {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object task) {
      Hook.handOver(task);
    }
  }

  /** Of the method in which a task is done. */
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

  /** Of the method with which a thread of a pool begins, maybe with a first task. */
  static final class WorkerStart {
    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue("firstTask") Object task) {
      Hook.leave();
      Hook.begin(task);
    }
  }

  /** Of the method in which a thread of a pool looks for its next task. */
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

  /** Of the method that a thread of a pool calls right before it runs a task. */
  static final class BeforeRun {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.beforeRun(task);
    }
  }

  /** Of the method that refuses a task: it is forgotten, as if it had begun and ended. */
  static final class Rejection {
    @Advice.OnMethodEnter
    static void enter(@Last Object task) {
      Hook.end(Hook.begin(task));
    }
  }

  /** Of methods of a future whose last argument is a function that it will call. */
  static final class Stage {
    @Advice.OnMethodEnter
    static void enter(@Last Object function, @LastType Class<?> type) {
      function = Hook.carry(function, type);
    }
  }
}
