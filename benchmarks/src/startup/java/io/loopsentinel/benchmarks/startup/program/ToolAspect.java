package io.loopsentinel.benchmarks.startup.program;

import java.util.concurrent.atomic.AtomicInteger;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** What AspectJ weaves into the tools. */
@Aspect
public class ToolAspect {

  private final AtomicInteger calls = new AtomicInteger();

  /** Counts a call. */
  @Before("execution(* io.loopsentinel.benchmarks.startup.program.*Tool.search(..))")
  public void count() {
    calls.incrementAndGet();
  }
}
