package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.MatchedMethod;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/** Finds methods among the loaded classes. */
final class Loaded {

  private Loaded() {}

  /** Returns the methods with some names, by the names of their classes. */
  static List<MethodId> named(Instrumentation instrumentation, Map<String, Set<String>> names) {
    List<MethodId> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      Set<String> wanted = names.get(type.getName());
      if (wanted != null && Plumbing.isWatchable(type)) {
        methods(type).values().stream()
            .filter(each -> wanted.contains(each.name()))
            .forEach(found::add);
      }
    }
    return found;
  }

  /**
   * Returns the methods that some methods call, if they return an object that may be a response.
   */
  static Set<MethodId> callees(Instrumentation instrumentation, Collection<MethodId> callers) {
    Map<String, Set<String>> calls = new LinkedHashMap<>(); // methods by class
    callers.forEach(each -> addCalls(each, calls));
    Set<MethodId> found = new LinkedHashSet<>();
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    Map<Class<?>, Set<String>> owners = new LinkedHashMap<>();
    for (Class<?> type : loaded) {
      if (calls.containsKey(type.getName())) {
        owners.put(type, calls.get(type.getName()));
      }
    }
    for (Class<?> type : loaded) {
      if (Plumbing.isWatchable(type) && !type.isArray()) {
        owners.forEach(
            (owner, keys) -> {
              if (owner.isAssignableFrom(type)) {
                Map<String, MethodId> declared = methods(type);
                keys.stream().filter(declared::containsKey).map(declared::get).forEach(found::add);
              }
            });
      }
    }
    return found;
  }

  private static Map<String, MethodId> methods(Class<?> type) {
    Map<String, MethodId> found = new HashMap<>();
    try {
      MatchedMethod.declaredIn(type).forEach((key, method) -> found.put(key, MethodId.of(method)));
    } catch (LinkageError missingType) {
      // Its methods cannot be listed, nor watched.
    }
    return found;
  }

  private static void addCalls(MethodId caller, Map<String, Set<String>> calls) {
    byte[] file = MethodBodies.fileOf(caller.owner());
    if (file != null) {
      MethodBodies.read(
          file,
          (access, name, descriptor) ->
              caller.key().equals(name + descriptor) ? calls(calls) : null);
    }
  }

  private static MethodVisitor calls(Map<String, Set<String>> calls) {
    return new MethodVisitor(OpenedClassReader.ASM_API) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String type = owner.replace('/', '.');
        Type returned = Type.getReturnType(descriptor);
        if (returned.getSort() == Type.OBJECT
            && !returned.getInternalName().equals(owner)
            && !Plumbing.isCarrier(returned.getClassName())
            && !Plumbing.isCarrier(type)) {
          calls.computeIfAbsent(type, key -> new LinkedHashSet<>()).add(name + descriptor);
        }
      }
    };
  }
}
