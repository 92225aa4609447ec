package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types of an application. The first of equal names wins, as on a class path. */
final class TypeIndex implements Types {

  private final Observations seen;
  private final Map<String, TypeModel> types = new LinkedHashMap<>();
  private final List<TypeModel> own = new ArrayList<>();
  private final Map<String, List<TypeModel>> subtypes = new HashMap<>();

  TypeIndex(Observations seen) {
    this.seen = seen;
  }

  void add(TypeModel type) {
    if (types.putIfAbsent(type.name(), type) == null) {
      if (!Libraries.contain(type.name())) {
        own.add(type);
      }
      type.supertypes().stream()
          .filter(supertype -> !supertype.equals("java/lang/Object"))
          .forEach(each -> subtypes.computeIfAbsent(each, key -> new ArrayList<>()).add(type));
    }
  }

  /** Reads class files. Unreadable ones, as of a later Java version, are skipped. */
  static TypeIndex of(Iterable<byte[]> files, Observations seen) {
    TypeIndex index = new TypeIndex(seen);
    for (byte[] file : files) {
      try {
        index.add(TypeModel.read(file).withObservations(seen));
      } catch (RuntimeException unreadable) {
        // The type stays unknown.
      }
    }
    return index;
  }

  Observations seen() {
    return seen;
  }

  int size() {
    return types.size();
  }

  @Override
  public @Nullable TypeModel find(String name) {
    return types.get(name);
  }

  /** Returns all types except those of {@link Libraries}. */
  List<TypeModel> all() {
    return own;
  }

  /** Returns the methods of all types except those of {@link Libraries}. */
  Stream<MethodModel> methods() {
    return own.stream().flatMap(type -> type.methods().stream());
  }

  Set<MethodRef> bodies(Set<MethodRef> methods) {
    return methods.stream().flatMap(each -> bodies(each).stream()).collect(Collectors.toSet());
  }

  /** Returns the methods that a target matches: the given one, or all that implement it. */
  Set<MethodRef> bodies(MethodRef method) {
    TypeModel type = types.get(method.owner());
    return type == null
        ? Set.of()
        : Stream.concat(
                Stream.of(type), type.isInterface() ? subtypes(type.name()) : Stream.empty())
            .flatMap(each -> each.declared(method).stream())
            .filter(each -> !each.isAbstract())
            .map(MethodModel::ref)
            .collect(Collectors.toSet());
  }

  /** Returns the supertypes' methods that a method overrides. */
  Stream<MethodRef> overridden(MethodRef method) {
    return declaring(hierarchy(method.owner()).stream().skip(1), method);
  }

  /** Returns the methods in types that have the name and descriptor of the given method. */
  static Stream<MethodRef> declaring(Stream<TypeModel> types, MethodRef method) {
    return types.flatMap(type -> type.declared(method).stream()).map(MethodModel::ref);
  }

  Stream<TypeModel> subtypes(String name) {
    return subtypes.getOrDefault(name, List.of()).stream()
        .flatMap(each -> Stream.concat(Stream.of(each), subtypes(each.name())));
  }

  @Override
  public List<TypeModel> implementations(String name) {
    return subtypes(name).filter(subtype -> !subtype.isAbstract()).toList();
  }

  @Override
  public ToolShape choose(MethodRef method, List<ToolShape> shapes) {
    return seen.choose(bodies(method), shapes);
  }

  boolean isSubtype(String name, String ancestor) {
    return name.equals(ancestor)
        || hierarchy(name).stream().anyMatch(type -> type.supertypes().contains(ancestor));
  }
}
