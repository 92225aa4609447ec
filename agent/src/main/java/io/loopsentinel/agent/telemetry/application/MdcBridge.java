package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The application's SLF4J, which may know the ids of traces whatever makes them. */
public final class MdcBridge implements ApplicationLibrary {

  /** What is no id is the application's, and not told. */
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{8,64}");

  @Override
  public LoopEvent.@Nullable Trace trace() {
    LoopEvent.Trace trace = trace("trace_id", "span_id");
    return trace != null ? trace : trace("traceId", "spanId");
  }

  private static LoopEvent.@Nullable Trace trace(String traceKey, String spanKey) {
    String trace = MDC.get(traceKey);
    String span = MDC.get(spanKey);
    return isId(trace) && isId(span) ? new LoopEvent.Trace(trace, span) : null;
  }

  private static boolean isId(@Nullable String text) {
    return text != null && ID.matcher(text).matches();
  }
}
