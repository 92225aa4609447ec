package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a receiver is told.
 *
 * @param values what happened, by its documented names
 * @param instance whose events they are
 * @param heldBack how many events beyond the limit of a minute were not told before, by type
 * @param lost how many found the queue full, or could not be delivered
 */
public record Alert(
    Map<String, Object> values,
    ServiceInstance instance,
    Map<String, Long> heldBack,
    Map<String, Long> lost) {

  private static final int MAX_TEXT_LENGTH = 2000;

  /** Returns all of it by its names, as {@link AlertBody#JSON} sends it; a copy. */
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
