package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Finds the types that others name. */
public interface Types {

  /** Returns a type by its internal name; {@code null} where it is not known, as in the JDK. */
  @Nullable TypeModel find(String name);

  /** Returns a type that is a class or an interface outside the JDK, as far as it is known. */
  default @Nullable TypeModel find(Type type) {
    return type.getSort() == Type.OBJECT ? find(type.getInternalName()) : null;
  }

  default List<TypeModel> implementations(String name) {
    return List.of();
  }

  /** Returns what holds a tool's name and arguments, of what may hold them, the likeliest first. */
  default ToolShape choose(MethodRef method, List<ToolShape> shapes) {
    return shapes.get(0);
  }

  /** Returns a type, its superclasses and its interfaces, as far as they are known. */
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
