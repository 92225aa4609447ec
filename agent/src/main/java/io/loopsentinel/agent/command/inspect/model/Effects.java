package io.loopsentinel.agent.command.inspect.model;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a method does that may have an effect.
 *
 * @param acts whether it has one by itself: it writes, locks, or what it does is not known
 * @param calls what it calls, but for those methods of the JDK that are known to only read
 */
public record Effects(boolean acts, Set<MethodRef> calls) {

  /** Those of a method whose body was not read. */
  static final Effects UNKNOWN = new Effects(true, Set.of());

  /** Classes of the JDK, and what compilers call, whose methods below only read. */
  private static final Set<String> READ_ONLY_OWNERS =
      Set.of(
          "java/lang/Object",
          "java/lang/String",
          "java/lang/CharSequence",
          "java/lang/Enum",
          "java/lang/Record",
          "java/lang/Boolean",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Double",
          "java/lang/Number",
          "java/util/Collection",
          "java/util/Collections",
          "java/util/List",
          "java/util/Map",
          "java/util/Map$Entry",
          "java/util/Objects",
          "java/util/Optional",
          "java/util/Set",
          "kotlin/jvm/internal/Intrinsics");

  private static final Set<String> READ_ONLY_METHODS =
      Set.of(
          "<init>",
          "asList",
          "booleanValue",
          "checkNotNull",
          "checkNotNullExpressionValue",
          "checkNotNullParameter",
          "contains",
          "containsKey",
          "copyOf",
          "doubleValue",
          "empty",
          "emptyList",
          "emptyMap",
          "equals",
          "get",
          "getFirst",
          "getKey",
          "getOrDefault",
          "getValue",
          "intValue",
          "isBlank",
          "isEmpty",
          "isPresent",
          "length",
          "longValue",
          "name",
          "of",
          "ofNullable",
          "orElse",
          "ordinal",
          "requireNonNull",
          "requireNonNullElse",
          "size",
          "strip",
          "toString",
          "trim",
          "unmodifiableCollection",
          "unmodifiableList",
          "unmodifiableMap",
          "unmodifiableSet",
          "valueOf");

  /** Returns whether a method of the JDK is known to only read. */
  static boolean areNone(MethodRef method) {
    return READ_ONLY_OWNERS.contains(method.owner()) && READ_ONLY_METHODS.contains(method.name());
  }

  /** Returns these and a call. */
  Effects calling(MethodRef method) {
    if (areNone(method)) {
      return this;
    }
    Set<MethodRef> more = new LinkedHashSet<>(calls);
    more.add(method);
    return new Effects(acts, more);
  }

  /** Returns these and an effect. */
  Effects acting() {
    return new Effects(true, calls);
  }
}
