package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message to the receiver of a webhook.
 *
 * @param values the values of the event, by their documented names
 * @param heldBack the number of unreported events over the limit of a minute, by type
 * @param lost the number of unreported events that found the queue full or could not be delivered,
 *     by type
 */
public record Alert(
    Map<String, Object> values,
    ServiceInstance instance,
    Map<String, Long> heldBack,
    Map<String, Long> lost) {

  private static final int MAX_TEXT_LENGTH = 2000;

  /** Returns a copy of all members by name, as {@link AlertBody#JSON} sends them. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    values.forEach((name, value) -> members.put(name, printable(value)));
    members.put("service", printable(instance.service()));
    members.put("host", printable(instance.host()));
    members.put("pid", instance.pid());
    members.put("instance", ServiceInstance.ID);
    if (!heldBack.isEmpty()) {
      members.put("held_back", new TreeMap<>(heldBack));
    }
    if (!lost.isEmpty()) {
      members.put("lost", new TreeMap<>(lost));
    }
    return members;
  }

  private static Object printable(Object value) {
    if (value instanceof String text) {
      return Printable.of(text, MAX_TEXT_LENGTH);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> printable = new LinkedHashMap<>();
      map.forEach((name, each) -> printable.put(printable(name), printable(each)));
      return printable;
    }
    return value instanceof List<?> list ? list.stream().map(Alert::printable).toList() : value;
  }
}
