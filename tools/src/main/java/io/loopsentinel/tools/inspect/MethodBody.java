package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a method that can be read from its instructions without running them.
 *
 * @param calls its calls of methods outside the JDK
 * @param lambdas its lambda expressions for types outside the JDK
 * @param markers its string constants that are {@link Markers}
 * @param lookupKeys the paths of the keys of its Map lookups
 * @param callsLookupResult whether it calls a method of an object that it looked up
 * @param callsFunction whether it calls a Java or Kotlin function, or a {@code Callable}
 * @param nullChecked the paths of the values that it passes to null checks
 * @param futureType internal name of the value type of returned futures; {@code null} if not known
 * @param initializedFields names of the fields to which it assigns a new object
 * @param filledCollections the paths of the collections whose methods it calls with arguments
 * @param argumentFlows the flows of arguments into calls of objects that are found by a name
 * @param hasSideEffects whether it may have side effects besides those of its calls outside the JDK
 */
record MethodBody(
    List<CallSite> calls,
    List<Lambda> lambdas,
    Set<String> markers,
    Set<String> lookupKeys,
    boolean callsLookupResult,
    boolean usesReflection,
    boolean usesHttp,
    boolean loops,
    boolean callsFunction,
    Set<String> nullChecked,
    @Nullable String futureType,
    Set<String> initializedFields,
    Set<String> filledCollections,
    Set<ArgumentFlow> argumentFlows,
    boolean hasSideEffects) {

  /** The body of a method whose instructions were not read. */
  static final MethodBody UNKNOWN =
      new MethodBody(
          List.of(), List.of(), Set.of(), Set.of(), false, false, false, false, false, Set.of(),
          null, Set.of(), Set.of(), Set.of(), true);

  /** Returns whether it calls an object that it looked up, or a method by reflection. */
  boolean callsTools() {
    return (callsLookupResult && !lookupKeys.isEmpty()) || usesReflection;
  }
}
