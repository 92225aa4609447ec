package io.loopsentinel.tools.check;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Determines which methods are known to be read-only.
 *
 * <p>A fluent request has methods that look like those of a response: {@code Request.call()} sends
 * it. A target expression that calls such a method would have an effect although the application is
 * only observed. Therefore a method counts as read-only only if its instructions show it: they
 * write to no field or array, take no lock, have no loop, and call only read-only methods. A method
 * without a body is read-only if it has at least one known implementation and all of them are
 * read-only. Each method is examined once.
 */
final class ReadOnlyMembers {

  /** Maximum number of methods on a path of calls; more are in doubt. */
  private static final int MAX_DEPTH = 16;

  private final Map<String, byte[]> files;
  private final Map<String, MemberEffects> types = new HashMap<>();
  private final Map<MemberEffects.Call, Boolean> known = new HashMap<>();

  /** The names of the direct subtypes of each type; read when it is first needed. */
  private @Nullable Map<String, List<String>> subtypes;

  /**
   * Creates an instance.
   *
   * @param files the class files of an application by binary name
   */
  ReadOnlyMembers(Map<String, byte[]> files) {
    this.files = files;
  }

  /** Returns the doubt about a loaded method. Empty for methods of the JDK or of unknown types. */
  Optional<String> doubt(Method method) {
    String owner = Type.getInternalName(method.getDeclaringClass());
    MemberEffects type = owner.startsWith("java/") ? null : find(owner);
    MemberEffects.Call called =
        new MemberEffects.Call(owner, method.getName(), Type.getMethodDescriptor(method));
    return type == null || onlyReads(called, 0)
        ? Optional.empty()
        : Optional.of(
            "calls %s.%s(), which is not known to be read-only"
                .formatted(method.getDeclaringClass().getSimpleName(), method.getName()));
  }

  /** Returns whether the declared or inherited method is read-only. */
  private boolean onlyReads(MemberEffects.Call call, int depth) {
    if (depth > MAX_DEPTH) {
      return false;
    }
    Boolean before = known.get(call);
    if (before != null) {
      return before;
    }
    // Recursion counts as read-only, because decorators forward calls.
    known.put(call, true);
    boolean onlyReads = declaration(call).map(found -> examine(call, found, depth)).orElse(false);
    known.put(call, onlyReads);
    return onlyReads;
  }

  private boolean examine(MemberEffects.Call call, MemberEffects.Effects effects, int depth) {
    if (effects.isAbstract()) {
      List<String> implementations = implementations(call.owner());
      return !implementations.isEmpty()
          && implementations.stream().allMatch(each -> onlyReads(call.in(each), depth + 1));
    }
    return !effects.acts()
        && effects.calls().stream().allMatch(called -> onlyReads(called, depth + 1));
  }

  private Optional<MemberEffects.Effects> declaration(MemberEffects.Call call) {
    Set<String> names = new LinkedHashSet<>(List.of(call.owner()));
    Queue<String> next = new ArrayDeque<>(names);
    while (!next.isEmpty()) {
      MemberEffects type = find(next.remove());
      if (type != null) {
        MemberEffects.Effects found = type.declared(call);
        if (found != null) {
          return Optional.of(found);
        }
        type.supertypes().stream().filter(names::add).forEach(next::add);
      }
    }
    return Optional.empty();
  }

  private @Nullable MemberEffects find(String type) {
    byte[] file = files.get(type.replace('/', '.'));
    return file == null ? null : types.computeIfAbsent(type, each -> MemberEffects.read(file));
  }

  /** Returns the subtypes that can be instantiated. */
  private List<String> implementations(String type) {
    Set<String> names = new HashSet<>();
    Queue<String> next = new ArrayDeque<>(List.of(type));
    while (!next.isEmpty()) {
      subtypes().getOrDefault(next.remove(), List.of()).stream()
          .filter(names::add)
          .forEach(next::add);
    }
    return names.stream()
        .filter(
            each -> {
              MemberEffects found = find(each);
              return found != null && !found.isAbstract();
            })
        .toList();
  }

  private Map<String, List<String>> subtypes() {
    Map<String, List<String>> all = subtypes;
    if (all == null) {
      all = new HashMap<>();
      for (byte[] file : files.values()) {
        ClassReader type = OpenedClassReader.of(file);
        for (String each :
            Stream.concat(Stream.ofNullable(type.getSuperName()), Stream.of(type.getInterfaces()))
                .toList()) {
          all.computeIfAbsent(each, name -> new ArrayList<>()).add(type.getClassName());
        }
      }
      subtypes = all;
    }
    return all;
  }
}
