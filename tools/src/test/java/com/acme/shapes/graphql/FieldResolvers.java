package com.acme.shapes.graphql;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Resolves the fields of a query. */
public final class FieldResolvers {

  /** A field that a query asks for. */
  public record Field(String name, Map<String, Object> arguments, List<Field> selection) {}

  private final Map<String, Function<Map<String, Object>, Object>> resolvers = new HashMap<>();

  public Map<String, Object> execute(List<Field> selection) {
    Map<String, Object> data = new LinkedHashMap<>();
    for (Field field : selection) {
      Object value = resolve(field);
      data.put(field.name(), field.selection().isEmpty() ? value : execute(field.selection()));
    }
    return data;
  }

  private Object resolve(Field field) {
    Function<Map<String, Object>, Object> resolver = resolvers.get(field.name());
    if (resolver == null) {
      throw new IllegalArgumentException("Unknown field: " + field.name());
    }
    return resolver.apply(field.arguments());
  }
}
