package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The application's SLF4J, whose MDC may have the trace ids of any tracing library. */
public final class MdcBridge implements ApplicationLibrary {

  /** Other values may be private data of the application, and are ignored. */
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
