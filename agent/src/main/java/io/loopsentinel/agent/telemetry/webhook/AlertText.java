package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words of an alert for people, a fact a line. */
final class AlertText {

  /** Characters of what happened, which may name several tools. */
  private static final int LONGEST_REASON = 500;

  private final List<String> lines = new ArrayList<>();
  private final UnaryOperator<String> escape;

  private AlertText(UnaryOperator<String> escape) {
    this.escape = escape;
  }

  /**
   * Returns the lines of an alert. What was missed stands before what others named, which may be
   * cut.
   *
   * @param escape makes the receiver's mark-up in names harmless
   */
  static String of(Alert alert, UnaryOperator<String> escape) {
    AlertText text = new AlertText(escape);
    LoopEvent event = alert.event();
    text.lines.add(
        "Loop Sentinel: " + (event == null ? "alerts that were not sent" : event.type().text()));
    text.count("held back by per_minute", alert.missed().heldBack());
    text.count("not delivered", alert.missed().lost());
    if (event != null) {
      text.describe(event);
    }
    return String.join("\n", text.lines);
  }

  private void describe(LoopEvent event) {
    lines.add("calls stopped so far: " + event.callsStopped());
    add("session", event.session(), Printable.NAME);
    add("tool", event.tool(), Printable.NAME);
    add("target", event.target(), Printable.NAME);
    add("reason", event.reason(), LONGEST_REASON);
    LoopEvent.Loop loop = event.loop();
    if (loop != null) {
      lines.add(
          "detector %s, finding %d, action %s"
              .formatted(escape.apply(loop.detector()), loop.rung(), loop.action()));
    }
  }

  private void add(String label, @Nullable String value, int most) {
    if (value != null) {
      lines.add(label + ": " + escape.apply(Printable.of(value, most)));
    }
  }

  private void count(String label, Map<LoopEvent.Type, Long> counts) {
    if (!counts.isEmpty()) {
      lines.add(
          counts.entrySet().stream()
              .map(each -> each.getValue() + " " + escape.apply(each.getKey().text()))
              .collect(Collectors.joining(", ", label + ": ", "")));
    }
  }
}
