package com.acme.shapes.ownjson;

/** An object of JSON, which notes when it came. */
public final class JsonObject {

  private final String json;
  private final long receivedAt = System.nanoTime();

  public JsonObject(String json) {
    this.json = json;
  }

  public String toJson() {
    return json;
  }

  public long age() {
    return System.nanoTime() - receivedAt;
  }
}
