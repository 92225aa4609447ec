package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What was seen of methods while the application ran; of one that was not run, all is as the class
 * files have it. The methods of a candidate are itself, or those that implement it.
 */
public interface Observations {

  /** Those of an application that was not run. */
  Observations NONE = new Observations() {};

  /** Returns whether any of a candidate's methods was called; others are not told. */
  default boolean wereCalled(Set<MethodRef> methods) {
    return true;
  }

  /** Returns what held a tool's name and arguments, of what may hold them. */
  default ToolShape choose(Set<MethodRef> methods, List<ToolShape> shapes) {
    return shapes.get(0);
  }

  /** Returns the type of what a method's futures gave, by its internal name, if it was one. */
  default Optional<String> laterValue(MethodRef method) {
    return Optional.empty();
  }

  /** Adds what speaks for a candidate and against it. */
  default void addTo(Candidate candidate, Set<MethodRef> methods) {}

  /**
   * Returns whether the calls of a candidate were made for the same calls as another one's, or its
   * own, which sees as many at least.
   */
  default boolean arePartOf(Set<MethodRef> methods, Set<MethodRef> others) {
    return false;
  }

  /**
   * Returns the methods that were seen to lead to others.
   *
   * @param blocked what leads to others through these alone is not told
   */
  default Set<MethodRef> leadingTo(Set<MethodRef> methods, Set<MethodRef> blocked) {
    return Set.of();
  }

  /** Returns whether no call of a candidate is known that did not come to another one. */
  default boolean leadTo(Set<MethodRef> methods, Set<MethodRef> others) {
    return true;
  }
}
