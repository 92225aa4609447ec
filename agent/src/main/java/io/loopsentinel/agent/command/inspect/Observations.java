package io.loopsentinel.agent.command.inspect;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What was seen of methods while the application ran. The methods of a candidate are itself, or
 * those that implement it.
 */
public interface Observations {

  /** Those of an application that was not run: all is as the class files have it. */
  Observations NONE =
      new Observations() {
        @Override
        public boolean wereCalled(Set<MethodRef> methods) {
          return true;
        }

        @Override
        public ToolShape choose(Set<MethodRef> methods, List<ToolShape> shapes) {
          return shapes.get(0);
        }

        @Override
        public Optional<String> laterValue(MethodRef method) {
          return Optional.empty();
        }

        @Override
        public void addTo(Candidate candidate, Set<MethodRef> methods) {}

        @Override
        public boolean arePartOf(Set<MethodRef> methods, Set<MethodRef> others) {
          return false;
        }

        @Override
        public boolean leadTo(Set<MethodRef> methods, Set<MethodRef> others) {
          return true;
        }
      };

  /** Returns whether any of a candidate's methods was called; others are not told. */
  boolean wereCalled(Set<MethodRef> methods);

  /** Returns what held a tool's name and arguments, of what may hold them. */
  ToolShape choose(Set<MethodRef> methods, List<ToolShape> shapes);

  /** Returns the type of what a method's futures gave, by its internal name, if it was one. */
  Optional<String> laterValue(MethodRef method);

  /** Adds what speaks for a candidate and against it. */
  void addTo(Candidate candidate, Set<MethodRef> methods);

  /**
   * Returns whether the calls of a candidate were made for the same calls as another one's, or its
   * own, which sees as many at least.
   */
  boolean arePartOf(Set<MethodRef> methods, Set<MethodRef> others);

  /** Returns whether no call of a candidate is known that did not come to another one. */
  boolean leadTo(Set<MethodRef> methods, Set<MethodRef> others);
}
