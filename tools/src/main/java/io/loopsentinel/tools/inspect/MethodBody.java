package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a method does, as far as its instructions tell without being run.
 *
 * @param calls what it calls outside the JDK
 * @param lambdas its lambda expressions for types outside the JDK
 * @param markers texts in it that tell what it is about; see {@link Markers}
 * @param lookupKeys the paths of the keys by which it looks something up in a Map
 * @param callsLookupResult whether it calls a method of what it looked up
 * @param callsFunction whether it calls a function of the JDK's kinds
 * @param nullChecked the paths of what it checks not to be null
 * @param futureType internal name of the type of what a future that it returns gives; {@code null}
 *     where the instructions do not tell
 * @param initializedFields names of the fields to which it assigns what it makes
 * @param filledCollections the paths of the collections to which it passes something
 * @param argumentFlows what is called with what, where the one is found by a name
 * @param hasSideEffects whether it may have an effect besides those of its calls outside the JDK
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

  /** That of a method whose instructions were not read: what it does is not known. */
  static final MethodBody UNKNOWN =
      new MethodBody(
          List.of(), List.of(), Set.of(), Set.of(), false, false, false, false, false, Set.of(),
          null, Set.of(), Set.of(), Set.of(), true);

  /** Whether it calls what it looked up, or a method by reflection. */
  boolean callsTools() {
    return (callsLookupResult && !lookupKeys.isEmpty()) || usesReflection;
  }
}
