package io.loopsentinel.agent.instrument;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds all supertypes of a class that is just being loaded, by reading class files and without
 * loading any: a class loaded here, too early, could not be defined any more where it belongs.
 *
 * <p>A supertype without a class file (one generated at run time) has no supertypes as far as this
 * can tell. Thread-safe; what has been read is remembered as long as its loader lives.
 */
final class Supertypes {

  private final WeakLoaderMap<ConcurrentHashMap<String, List<String>>> parents =
      new WeakLoaderMap<>(ConcurrentHashMap::new);

  /** Returns the internal names of all supertypes of a class that a loader is about to define. */
  Set<String> of(ClassOutline type, ClassLoader loader) {
    ConcurrentHashMap<String, List<String>> known = parents.get(loader);
    Set<String> found = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(parentsOf(type));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (!found.add(name) || name.startsWith("java/")) {
        continue; // No target lies above a class of the JDK.
      }
      List<String> next = known.get(name);
      if (next == null) {
        next = readParents(name, loader);
        known.put(name, next);
      }
      open.addAll(next);
    }
    return found;
  }

  /** Returns the internal names of all supertypes of a loaded class. */
  static Set<String> of(Class<?> type) {
    Set<String> found = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      Class<?> next = open.remove();
      List<Class<?>> above = new ArrayList<>(List.of(next.getInterfaces()));
      if (next.getSuperclass() != null) {
        above.add(next.getSuperclass());
      }
      for (Class<?> parent : above) {
        if (found.add(parent.getName().replace('.', '/'))) {
          open.add(parent);
        }
      }
    }
    return found;
  }

  private static List<String> parentsOf(ClassOutline type) {
    List<String> names = new ArrayList<>(type.interfaces());
    if (type.superName() != null) {
      names.add(type.superName());
    }
    return names;
  }

  private static List<String> readParents(String name, ClassLoader loader) {
    ClassOutline type = ClassFiles.find(name, loader);
    return type == null ? List.of() : parentsOf(type);
  }
}
