package io.loopsentinel.agent.guard.report;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.outcome.ResultText;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.engine.text.StoppedThread;
import io.loopsentinel.targets.config.TelemetrySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls the application's listeners before and after calls and turns. Thread-safe. */
public record CallHooks(
    Telemetry telemetry, LoopEngine engine, TelemetrySettings settings, AtomicLong ids) {

  private static final int MAX_LENGTH = 10_000;

  /** The content of calls, which only listeners that want it get. */
  private static final List<String> CONTENT = List.of("arguments", "result");

  public CallHooks with(LoopEngine other, TelemetrySettings others) {
    return new CallHooks(telemetry, other, others, ids);
  }

  /** Calls the listeners before calls that begin together, or before a turn. */
  public void before(
      CallEnvironment environment, String kind, Supplier<List<CallSubject>> subjects) {
    if (telemetry.callListeners().isEmpty()) {
      return;
    }
    List<@Nullable Map<String, Object>> begun = new ArrayList<>();
    for (CallSubject subject : subjects.get()) {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("id", ids.incrementAndGet());
      values.put("kind", kind);
      values.put("session", Printable.name(subject.session()));
      values.put("target", subject.target());
      values.put("labels", Map.copyOf(subject.attribution(engine).labels()));
      String tool = subject.tool();
      if (tool != null) {
        values.put("tool", tool);
      }
      if (subject.arguments() != null && wantsContent()) {
        values.put(
            "arguments",
            CanonicalJson.render(subject.arguments(), settings.arguments().redacted(), MAX_LENGTH));
      }
      begun.add(values);
      call(values);
    }
    environment.begun = begun;
  }

  /** Calls the listeners after a turn or all calls of a dispatch, if they brought no result. */
  public void after(CallEnvironment environment, String outcome) {
    List<?> begun = environment.begun == null ? List.of() : environment.begun;
    for (int i = 0; i < begun.size(); i++) {
      after(environment, i, outcome, null);
    }
  }

  /** Calls the listeners after one of the calls, once. */
  public void after(
      CallEnvironment environment, int index, String outcome, @Nullable Object result) {
    List<@Nullable Map<String, Object>> begun = environment.begun;
    Map<String, Object> values = begun == null ? null : begun.set(index, null);
    if (values == null) {
      return;
    }
    values.put("outcome", outcome);
    if ((result instanceof String || result instanceof Throwable) && wantsContent()) {
      String text = ResultText.of(result);
      values.put("result", text.substring(0, Printable.end(text, MAX_LENGTH)));
    }
    call(values);
  }

  private boolean wantsContent() {
    return telemetry.callListeners().containsValue(true);
  }

  private void call(Map<String, Object> values) {
    telemetry
        .callListeners()
        .forEach(
            (listener, content) -> {
              Map<String, Object> shown = new LinkedHashMap<>(values);
              if (!content) {
                shown.keySet().removeAll(CONTENT);
              }
              try {
                listener.accept(shown);
              } catch (Throwable failure) {
                StoppedThread.passOn(failure);
                telemetry
                    .failures()
                    .accept(
                        new LocatedFailure("a CallListener", null, "the call continues", failure));
              }
            });
  }
}
