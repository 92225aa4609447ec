package io.loopsentinel.targets.result;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.reuse.KeptResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies results so that neither the application nor a later call can change what is kept: an
 * immutable value is its own copy, data like JSON is copied. Used for one result.
 */
public final class KeptData {

  private static final int MAX_DEPTH = 64;
  private static final int OVERHEAD = 48;

  /** Larger results are not kept. This also ends the copy of lists that hold each other. */
  private static final int MAX_BYTES = KeptResults.MAX_RESULT_BYTES;

  /** Thrown for a value that may be changed and cannot be copied. */
  private static final class UncopyableException extends Exception {
    private static final long serialVersionUID = 1L;

    UncopyableException(Class<?> type) {
      super(type.getName(), null, false, false);
    }
  }

  private long bytes;

  /** Returns the estimated size of what was copied, in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Returns a copy; {@code null} if the value is {@code null} or cannot be copied. */
  public @Nullable Object copy(@Nullable Object value) {
    try {
      return copy(value, MAX_DEPTH);
    } catch (UncopyableException | ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private @Nullable Object copy(@Nullable Object value, int depth)
      throws UncopyableException, ReflectiveOperationException {
    bytes += OVERHEAD;
    if (value == null) {
      return null;
    }
    if (depth == 0 || bytes > MAX_BYTES) {
      throw new UncopyableException(value.getClass());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        if (!(each.getKey() instanceof String name)) {
          throw new UncopyableException(map.getClass());
        }
        bytes += 2L * name.length();
        copy.put(name, copy(each.getValue(), depth - 1));
      }
      return copy;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      for (Object each : list) {
        copy.add(copy(each, depth - 1));
      }
      return copy;
    }
    if (ReusableType.isJsonTree(value.getClass())) {
      bytes += 2L * value.toString().length();
      return value.getClass().getMethod("deepCopy").invoke(value);
    }
    if (!ReusableType.isImmutable(value.getClass())) {
      throw new UncopyableException(value.getClass());
    }
    if (value instanceof String text) {
      bytes += 2L * text.length();
    } else if (value instanceof Record) {
      bytes += 2L * CanonicalJson.of(value, IdentityRule.ALL_ARGUMENTS).length();
    }
    return value;
  }
}
