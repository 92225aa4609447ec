package com.acme.shapes.jsonmapper;

import java.util.Map;

/** A value of JSON. */
public final class JsonValue {

  final Map<String, String> members;

  public JsonValue(Map<String, String> members) {
    this.members = members;
  }
}
