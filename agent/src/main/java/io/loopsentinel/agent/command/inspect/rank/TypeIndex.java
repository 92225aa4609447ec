package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.CallSite;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All types of an application. The first of two with the same name counts, as on a class path. */
public final class TypeIndex implements Types {

  private final Map<String, TypeModel> types = new LinkedHashMap<>();
  private final List<TypeModel> own = new ArrayList<>();
  private final Map<String, List<TypeModel>> subtypes = new HashMap<>();
  private @Nullable Map<String, TypeModel> guessed;

  /** Takes a type in, before anything else is done; returns whether it was not there yet. */
  public boolean add(TypeModel type) {
    boolean added = types.putIfAbsent(type.name(), type) == null;
    if (added) {
      if (!Libraries.contain(type.name())) {
        own.add(type);
      }
      type.interfaces()
          .forEach(each -> subtypes.computeIfAbsent(each, n -> new ArrayList<>()).add(type));
      if (type.superName() != null && !type.superName().startsWith("java/")) {
        subtypes.computeIfAbsent(type.superName(), n -> new ArrayList<>()).add(type);
      }
    }
    return added;
  }

  /**
   * Returns a type. One whose class file is not there is known by what is read off it: a library
   * that was not named on the command line, mostly.
   */
  @Override
  public @Nullable TypeModel find(String name) {
    TypeModel type = types.get(name);
    return type == null ? guessed().get(name) : type;
  }

  private Map<String, TypeModel> guessed() {
    if (guessed == null) {
      Map<String, Set<MethodRef>> read = new HashMap<>();
      for (TypeModel type : own) {
        for (MethodModel method : type.methods()) {
          for (CallSite call : method.body().calls()) {
            MethodRef callee = call.callee();
            if (!call.isStatic()
                && callee.descriptor().startsWith("()")
                && !types.containsKey(callee.owner())) {
              read.computeIfAbsent(callee.owner(), owner -> new LinkedHashSet<>()).add(callee);
            }
          }
        }
      }
      guessed = new HashMap<>();
      read.forEach((name, methods) -> guessed.put(name, TypeModel.guessed(name, methods)));
    }
    return guessed;
  }

  /** Returns all types but those of {@link Libraries}, in the order in which they came. */
  public Collection<TypeModel> all() {
    return own;
  }

  /** Returns the types that extend or implement a type directly. */
  List<TypeModel> directSubtypes(String name) {
    return subtypes.getOrDefault(name, List.of());
  }

  @Override
  public List<TypeModel> implementations(String name) {
    List<TypeModel> found = new ArrayList<>();
    for (TypeModel subtype : directSubtypes(name)) {
      if (!subtype.isAbstract() && !subtype.isInterface()) {
        found.add(subtype);
      }
      found.addAll(implementations(subtype.name()));
    }
    return found;
  }

  /** Whether one type extends or implements another, or is the same. */
  public boolean isSubtype(String name, String ancestor) {
    if (name.equals(ancestor)) {
      return true;
    }
    TypeModel type = types.get(name);
    return type != null
        && (type.interfaces().stream().anyMatch(each -> isSubtype(each, ancestor))
            || (type.superName() != null && isSubtype(type.superName(), ancestor)));
  }
}
