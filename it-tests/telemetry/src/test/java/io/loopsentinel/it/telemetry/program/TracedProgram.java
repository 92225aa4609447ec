package io.loopsentinel.it.telemetry.program;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;

/** Makes the same call four times, in a span of the API alone: whose SDK it is, others decide. */
public final class TracedProgram {

  private TracedProgram() {}

  /** Calls. */
  public static void main(String[] args) {
    Span span = GlobalOpenTelemetry.getTracer("acme").spanBuilder("invoke_agent").startSpan();
    Context.current().with(span).wrap(() -> BareProgram.main(args)).run();
    span.end();
  }
}
