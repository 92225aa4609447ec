package io.loopsentinel.targets.match;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The internal names of all superclasses and interfaces of a class.
 *
 * <p>Class files are read without Byte Buddy, whose first use takes half a second, for classes that
 * then mostly turn out to be no target.
 */
final class Supertypes {

  private static final int CLASS_ENTRY = 7;

  private Supertypes() {}

  /** Returns the supertypes of a loaded class. */
  static Set<String> of(Class<?> type) {
    Set<String> names = new HashSet<>();
    addParents(type, names);
    return names;
  }

  /**
   * Returns the supertypes of a class that is being loaded. Classes of the JDK and those without a
   * class file are included, but not their own supertypes, as in {@link ClassFiles}.
   */
  static Set<String> of(byte[] file, ClassLoader loader) {
    Set<String> names = new HashSet<>();
    addParents(file, loader, names);
    return names;
  }

  private static void addParents(Class<?> type, Set<String> names) {
    add(type.getSuperclass(), names);
    for (Class<?> implemented : type.getInterfaces()) {
      add(implemented, names);
    }
  }

  private static void add(@Nullable Class<?> type, Set<String> names) {
    if (type != null && names.add(type.getName().replace('.', '/'))) {
      addParents(type, names);
    }
  }

  /** Reads {@code super_class} and {@code interfaces} (JVMS 4.1), which follow each other. */
  private static void addParents(byte[] file, ClassLoader loader, Set<String> names) {
    int[] entries = MethodNameScan.entries(file);
    int superclass = entries[0] + 4;
    int interfaces = MethodNameScan.u2(file, superclass + 2);
    for (int i = 0; i <= interfaces; i++) {
      int offset = i == 0 ? superclass : superclass + 2 + 2 * i;
      int entry = entries[MethodNameScan.u2(file, offset)];
      if (file[entry] == CLASS_ENTRY) {
        int text = entries[MethodNameScan.u2(file, entry + 1)];
        int length = MethodNameScan.u2(file, text + 1);
        add(new String(file, text + 3, length, StandardCharsets.UTF_8), loader, names);
      }
    }
  }

  private static void add(String name, ClassLoader loader, Set<String> names) {
    if (names.add(name) && !name.startsWith("java/")) {
      byte[] file = ClassResource.read(name, loader);
      if (file != null) {
        addParents(file, loader, names);
      }
    }
  }
}
