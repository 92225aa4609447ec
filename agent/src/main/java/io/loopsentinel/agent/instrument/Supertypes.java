package io.loopsentinel.agent.instrument;

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

  private final WeakLoaderMap<List<String>> parents = new WeakLoaderMap<>();

  /** Returns the internal names of all supertypes of a class that a loader is about to define. */
  Set<String> of(ClassOutline type, ClassLoader loader) {
    Set<String> found = new HashSet<>();
    collect(type.parents(), loader, parents.get(loader), found);
    return found;
  }

  /** Returns the internal names of all supertypes of a loaded class. */
  static Set<String> of(Class<?> type) {
    Set<String> found = new HashSet<>();
    collect(type, found);
    return found;
  }

  private static void collect(
      List<String> names,
      ClassLoader loader,
      ConcurrentHashMap<String, List<String>> known,
      Set<String> found) {
    for (String name : names) {
      // No target lies above a class of the JDK.
      if (found.add(name) && !name.startsWith("java/")) {
        List<String> next = known.get(name);
        if (next == null) {
          next = readParents(name, loader);
          known.put(name, next);
        }
        collect(next, loader, known, found);
      }
    }
  }

  private static void collect(Class<?> type, Set<String> found) {
    for (Class<?> parent : type.getInterfaces()) {
      add(parent, found);
    }
    Class<?> superclass = type.getSuperclass();
    if (superclass != null) {
      add(superclass, found);
    }
  }

  private static void add(Class<?> parent, Set<String> found) {
    if (found.add(parent.getName().replace('.', '/'))) {
      collect(parent, found);
    }
  }

  private static List<String> readParents(String name, ClassLoader loader) {
    ClassOutline type = ClassFiles.find(name, loader);
    return type == null ? List.of() : type.parents();
  }
}
