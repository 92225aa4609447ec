package io.loopsentinel.benchmarks.calls;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

/** The hand-written guard, called from AspectJ. */
@Aspect
public final class GuardAspect {

  /** Creates the aspect, for AspectJ. */
  public GuardAspect() {}

  /** Answers in the tool's place, or has it run. */
  @Around(
      "execution(String io.loopsentinel.benchmarks.guarded.Dispatcher.dispatch(..))"
          + " && args(session, tool, arguments)")
  public Object guard(ProceedingJoinPoint call, String session, String tool, Object arguments)
      throws Throwable {
    String answer = HandWrittenGuard.judgeShared(session, tool, arguments);
    return answer == null ? call.proceed() : answer;
  }

  /** Tells that the class was rewritten. */
  @Around("execution(String io.loopsentinel.benchmarks.guarded.Dispatcher.rewrittenBy())")
  public Object name(ProceedingJoinPoint call) {
    return "AspectJ";
  }
}
