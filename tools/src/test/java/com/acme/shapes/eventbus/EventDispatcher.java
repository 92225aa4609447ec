package com.acme.shapes.eventbus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Hands events to their handlers. */
public final class EventDispatcher {

  private final Map<String, List<Consumer<Map<String, Object>>>> handlers = new HashMap<>();

  /** Something that happened. */
  public record Event(String name, Map<String, Object> payload) {}

  public void subscribe(String name, Consumer<Map<String, Object>> handler) {
    handlers.computeIfAbsent(name, n -> new ArrayList<>()).add(handler);
  }

  public int drain(List<Event> events) {
    int handled = 0;
    for (Event event : events) {
      handled += dispatch(event) ? 1 : 0;
    }
    return handled;
  }

  public boolean dispatch(Event event) {
    List<Consumer<Map<String, Object>>> interested = handlers.get(event.name());
    if (interested == null) {
      return false;
    }
    for (Consumer<Map<String, Object>> handler : interested) {
      handler.accept(event.payload());
    }
    return true;
  }
}
