package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.tools.support.Libraries;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds methods among the loaded classes. */
final class Loaded {

  private Loaded() {}

  /** Returns the methods with some names, by the names of their classes. */
  static List<MethodId> named(Instrumentation instrumentation, Map<String, Set<String>> names) {
    List<MethodId> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      Set<String> wanted = names.get(type.getName());
      if (wanted != null && Stacks.isWatchable(type)) {
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
      if (Stacks.isWatchable(type) && !type.isArray()) {
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
    for (MethodNode method : MethodBodies.of(caller.owner())) {
      if (caller.key().equals(method.name + method.desc)) {
        for (AbstractInsnNode each : method.instructions) {
          if (each instanceof MethodInsnNode call) {
            addCall(call, calls);
          }
        }
      }
    }
  }

  private static void addCall(MethodInsnNode call, Map<String, Set<String>> calls) {
    String owner = call.owner.replace('/', '.');
    Type returned = Type.getReturnType(call.desc);
    if (returned.getSort() == Type.OBJECT
        && !returned.getClassName().equals(owner)
        && !Libraries.haveClass(returned.getClassName())
        && !Libraries.haveClass(owner)) {
      calls.computeIfAbsent(owner, key -> new LinkedHashSet<>()).add(call.name + call.desc);
    }
  }
}
