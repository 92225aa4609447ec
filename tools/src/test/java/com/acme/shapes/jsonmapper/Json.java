package com.acme.shapes.jsonmapper;

import java.util.Map;

/** Writes values of JSON. */
public final class Json {

  private Json() {}

  public static String write(JsonValue value) {
    StringBuilder text = new StringBuilder("{");
    for (Map.Entry<String, String> member : value.members.entrySet()) {
      text.append(text.length() > 1 ? "," : "").append('"').append(member.getKey());
      text.append("\":\"").append(member.getValue()).append('"');
    }
    return text.append('}').toString();
  }
}
