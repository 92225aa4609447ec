package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Observations of method calls while the application ran. The defaults are for an application that
 * did not run. The methods of a candidate are the candidate itself, or its implementations.
 */
public interface Observations {

  /** The observations of an application that did not run. */
  Observations NONE = new Observations() {};

  /** Returns whether any of the methods was called. Otherwise the candidate is not reported. */
  default boolean wereCalled(Set<MethodRef> methods) {
    return true;
  }

  /** Returns the shape that held a tool's name and arguments. */
  default ToolShape choose(Set<MethodRef> methods, List<ToolShape> shapes) {
    return shapes.get(0);
  }

  /** Returns the internal name of the value type of a method's futures, if there was only one. */
  default Optional<String> laterValue(MethodRef method) {
    return Optional.empty();
  }

  /** Adds signals, doubts and notes to a candidate. */
  default void addTo(Candidate candidate, Set<MethodRef> methods) {}

  /**
   * Returns whether one candidate was called for the same tool calls as another (or itself), which
   * saw at least as many.
   */
  default boolean arePartOf(Set<MethodRef> methods, Set<MethodRef> others) {
    return false;
  }

  /**
   * Returns the methods that were seen on a stack that led to the given ones.
   *
   * @param blocked methods through which a path does not count
   */
  default Set<MethodRef> leadingTo(Set<MethodRef> methods, Set<MethodRef> blocked) {
    return Set.of();
  }

  /** Returns whether no call of a candidate is known that did not lead to another one. */
  default boolean leadTo(Set<MethodRef> methods, Set<MethodRef> others) {
    return true;
  }
}
