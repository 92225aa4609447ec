package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** A lookup of types by name. */
public interface Types {

  /** Returns a type by its internal name; {@code null} if not known, like those of the JDK. */
  @Nullable TypeModel find(String name);

  /** Returns a type, or {@code null} if it is not known or not a class or interface. */
  default @Nullable TypeModel find(Type type) {
    return type.getSort() == Type.OBJECT ? find(type.getInternalName()) : null;
  }

  default List<TypeModel> implementations(String name) {
    return List.of();
  }

  /** Chooses from shapes that are sorted by likelihood. */
  default ToolShape choose(MethodRef method, List<ToolShape> shapes) {
    return shapes.get(0);
  }

  /** Returns a type with all its superclasses and interfaces that are known. */
  default List<TypeModel> hierarchy(String name) {
    Map<String, TypeModel> found = new LinkedHashMap<>();
    collect(name, found);
    return new ArrayList<>(found.values());
  }

  private void collect(String name, Map<String, TypeModel> found) {
    TypeModel type = find(name);
    if (type != null && found.putIfAbsent(name, type) == null) {
      type.supertypes().forEach(each -> collect(each, found));
    }
  }
}
