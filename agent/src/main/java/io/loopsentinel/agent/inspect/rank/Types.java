package io.loopsentinel.agent.inspect.rank;

import io.loopsentinel.agent.inspect.model.TypeModel;
import org.jspecify.annotations.Nullable;

/** Finds the types that others name. */
public interface Types {

  /**
   * Returns a type by its internal name; {@code null} where it is not known, as those of the JDK.
   */
  @Nullable TypeModel find(String name);
}
