package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The event by its documented names, for receivers that are programs. */
final class JsonBody implements AlertBody {

  /** The type of a message that tells of no event of its own. */
  static final String MISSED = "alerts.missed";

  /** Characters of a name: a program may look a session up by it. */
  private static final int NAME = 500;

  /** Characters of what the model was told. */
  private static final int MESSAGE = 2000;

  @Override
  public String format() {
    return "json";
  }

  @Override
  public boolean isSecretAddress() {
    return false;
  }

  @Override
  public String write(Alert alert) {
    Map<String, Object> values = new LinkedHashMap<>();
    LoopEvent event = alert.event();
    if (event == null) {
      values.put("type", MISSED);
    } else {
      event.toMap().forEach((name, value) -> values.put(name, harmless(name, value)));
    }
    putCounts(values, "held_back", alert.missed().heldBack());
    putCounts(values, "lost", alert.missed().lost());
    return Json.of(values);
  }

  private static Object harmless(String name, Object value) {
    if (value instanceof String text) {
      return Printable.of(text, name.equals("message") ? MESSAGE : NAME);
    }
    return value instanceof List<?> names
        ? names.stream().map(each -> Printable.of((String) each, Printable.NAME)).toList()
        : value;
  }

  private static void putCounts(
      Map<String, Object> values, String name, Map<LoopEvent.Type, Long> counts) {
    if (!counts.isEmpty()) {
      Map<String, Object> byType = new TreeMap<>();
      counts.forEach((type, count) -> byType.put(type.text(), count));
      values.put(name, byType);
    }
  }
}
