package com.acme.shapes.extraproperties;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A block of a message by which the model uses a tool. */
public final class ToolUseBlock {

  private final String id;
  private final String name;
  private final JsonValue input;
  private final Map<String, JsonValue> additionalProperties;

  private ToolUseBlock(Builder builder) {
    this.id = builder.id;
    this.name = builder.name;
    this.input = builder.input;
    this.additionalProperties = Collections.unmodifiableMap(builder.additionalProperties);
  }

  public static Builder builder() {
    return new Builder();
  }

  public String id() {
    return id;
  }

  public String name() {
    return name;
  }

  public JsonValue _input() {
    return input;
  }

  public Map<String, JsonValue> _additionalProperties() {
    return additionalProperties;
  }

  /** Builds blocks. */
  public static final class Builder {

    private String id = "";
    private String name = "";
    private JsonValue input = JsonValue.from(Map.of());
    private final Map<String, JsonValue> additionalProperties = new HashMap<>();

    public Builder id(String value) {
      id = value;
      return this;
    }

    public Builder name(String value) {
      name = value;
      return this;
    }

    public Builder input(JsonValue value) {
      input = value;
      return this;
    }

    public Builder putAdditionalProperty(String key, JsonValue value) {
      additionalProperties.put(key, value);
      return this;
    }

    public ToolUseBlock build() {
      return new ToolUseBlock(this);
    }
  }
}
