package io.loopsentinel.benchmarks.startup.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** An agent with the settings that {@link AgentBuilder} has by default, and one target. */
public final class ByteBuddyAgent {

  private ByteBuddyAgent() {}

  /** Takes the name of the class whose method {@code search} gets an advice. */
  public static void premain(String argument, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .type(named(argument))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(EmptyAdvice.class).on(named("search"))))
        .installOn(instrumentation);
  }

  /** Copied into the method. */
  static final class EmptyAdvice {

    private EmptyAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {}
  }
}
