package io.loopsentinel.agent.command.replay.recording;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose members are asked for by name and type; what is absent or of another type
 * does not exist.
 *
 * @param members name to value
 */
public record JsonObject(Map<?, ?> members) {

  /** Returns a value as an object; {@code null} where it is none. */
  public static @Nullable JsonObject of(@Nullable Object value) {
    return value instanceof Map<?, ?> members ? new JsonObject(members) : null;
  }

  /** Returns the first member there is; {@code null} where there is none. */
  public @Nullable Object first(String... names) {
    for (String name : names) {
      Object value = members.get(name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** Returns a member that is an object. */
  public @Nullable JsonObject object(String name) {
    return of(members.get(name));
  }

  /** Returns the items of a member that is a list; none where it is not. */
  public List<?> list(String name) {
    return members.get(name) instanceof List<?> items ? items : List.of();
  }

  /** Returns a member that is a text. */
  public @Nullable String text(String name) {
    return members.get(name) instanceof String text ? text : null;
  }

  /** Returns a member that is a number, cut to a whole one; {@code otherwise} where it is none. */
  public long number(String name, long otherwise) {
    return members.get(name) instanceof Number number ? number.longValue() : otherwise;
  }

  /** Returns a member that is a number. */
  public double decimal(String name, double otherwise) {
    return members.get(name) instanceof Number number ? number.doubleValue() : otherwise;
  }

  /** Returns a member that is true or false, as JSON has it or as 1 or 0. */
  public @Nullable Boolean bool(String name) {
    Object value = members.get(name);
    if (value instanceof Number number) {
      return number.doubleValue() == 1;
    }
    return value instanceof Boolean bool ? bool : null;
  }
}
