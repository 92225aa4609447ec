package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the types that others name. */
public interface Types {

  /**
   * Returns a type by its internal name; {@code null} where it is not known, as those of the JDK.
   */
  @Nullable TypeModel find(String name);

  /**
   * Returns the types with bodies that extend or implement a type; none where they are not known.
   */
  default List<TypeModel> implementations(String name) {
    return List.of();
  }
}
