package io.loopsentinel.engine.lists;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes lists of others without streams.
 *
 * <p>Until the first guarded call has returned, the agent made lists in some forty places, by
 * streams: 68 classes of the JDK and the linking of each took 6 percent of its time until then.
 * Where that does not matter streams are fine.
 */
public final class Lists {

  private Lists() {}

  /** Returns what a function makes of each element, never {@code null}; unmodifiable. */
  public static <T, R> List<R> map(
      Collection<T> elements, Function<? super T, ? extends R> function) {
    List<R> results = new ArrayList<>(elements.size());
    for (T element : elements) {
      results.add(function.apply(element));
    }
    return Collections.unmodifiableList(results);
  }

  /** Returns the elements that meet a condition, in their order; unmodifiable. */
  public static <T> List<T> filter(Collection<T> elements, Predicate<? super T> condition) {
    List<T> results = new ArrayList<>(elements.size());
    for (T element : elements) {
      if (condition.test(element)) {
        results.add(element);
      }
    }
    return Collections.unmodifiableList(results);
  }

  /** Returns whether an element meets a condition. */
  public static <T> boolean any(Collection<T> elements, Predicate<? super T> condition) {
    for (T element : elements) {
      if (condition.test(element)) {
        return true;
      }
    }
    return false;
  }
}
