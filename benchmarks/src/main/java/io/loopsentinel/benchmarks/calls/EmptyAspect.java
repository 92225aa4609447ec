package io.loopsentinel.benchmarks.calls;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

/** Interception by AspectJ that lets every call through. */
@Aspect
public final class EmptyAspect {

  /** Creates the aspect, for AspectJ. */
  public EmptyAspect() {}

  /** Runs the tool. */
  @Around("execution(String io.loopsentinel.benchmarks.guarded.Dispatcher.dispatch(..))")
  public Object proceed(ProceedingJoinPoint call) throws Throwable {
    return call.proceed();
  }

  /** Tells that the class was rewritten. */
  @Around("execution(String io.loopsentinel.benchmarks.guarded.Dispatcher.rewrittenBy())")
  public Object name(ProceedingJoinPoint call) {
    return "AspectJ";
  }
}
