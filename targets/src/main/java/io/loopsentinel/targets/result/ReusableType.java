package io.loopsentinel.targets.result;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The results that may be given again: immutable ones, and copies of data. */
public final class ReusableType {

  private static final Set<Class<?>> IMMUTABLE =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class);

  private static final int MAX_NESTED_RECORDS = 8;

  private ReusableType() {}

  /** Returns whether all objects of a class are immutable, as far as its declaration shows. */
  static boolean isImmutable(Class<?> type) {
    return isImmutable(type, MAX_NESTED_RECORDS);
  }

  private static boolean isImmutable(Class<?> type, int depth) {
    return type.isPrimitive()
        || type.isEnum()
        || IMMUTABLE.contains(type)
        || (type.getPackageName().equals("java.time") && !type.isInterface())
        || (type.isRecord()
            && depth > 0
            && Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .allMatch(each -> isImmutable(each, depth - 1)));
  }

  /** Returns whether a class is the node of a JSON tree, which can be copied. */
  public static boolean isJsonTree(Class<?> type) {
    return AsynchronousType.supertype(type, each -> TextResult.JSON_TREES.contains(each.getName()))
        != null;
  }

  /** Returns whether copies of maps and lists can be results of a declared class. */
  public static boolean takesCopies(Class<?> declared) {
    return declared == Map.class || declared == List.class || declared == Collection.class;
  }

  /**
   * Returns the reason, as a clause, that no result can be given again; {@code null} if some can.
   *
   * @param isBuilt whether an expression builds the results
   */
  public static @Nullable String whyNot(ResultType type, boolean isBuilt) {
    Class<?> item = type.item();
    if (!type.comesAsWhole()) {
      return "a stream is not kept";
    }
    if (item == void.class || item == Void.class) {
      return "the method returns nothing";
    }
    boolean mayBe =
        isBuilt
            || item == Object.class
            || item == CharSequence.class
            || isImmutable(item)
            || isJsonTree(item)
            || takesCopies(item);
    return mayBe ? null : "a %s may be changed; set reused".formatted(item.getSimpleName());
  }
}
