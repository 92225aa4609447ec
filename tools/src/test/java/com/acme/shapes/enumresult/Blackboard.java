package com.acme.shapes.enumresult;

import java.util.LinkedHashMap;
import java.util.Map;

/** The findings so far. */
public final class Blackboard {

  private final Map<String, Object> facts = new LinkedHashMap<>();

  public void put(String key, Object value) {
    facts.put(key, value);
  }

  public Map<String, Object> facts() {
    return facts;
  }
}
