package io.loopsentinel.agent.instrument;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A class as far as an explanation needs to know it; equal to itself however it is come by. */
interface KnownClass {

  /** Returns its binary name. */
  String name();

  boolean isInterface();

  /** Returns its superclass, if it has one that is known. */
  Optional<KnownClass> superclass();

  /** Returns the interfaces that it names itself, as far as they are known. */
  List<KnownClass> interfaces();

  /** Returns the methods that it declares; none where it has no class file. */
  List<MethodOutline> methods();

  /** Whether it declares a field of this name, of any visibility. */
  boolean declaresField(String field);

  /** Returns its superclasses and interfaces, and theirs: each before what stands above it. */
  default Set<KnownClass> ancestors() {
    Set<KnownClass> found = new LinkedHashSet<>();
    collect(this, found);
    return found;
  }

  /** Whether it is another class, or extends or implements it. */
  default boolean isA(KnownClass other) {
    return equals(other) || ancestors().contains(other);
  }

  private static void collect(KnownClass type, Set<KnownClass> found) {
    Stream.concat(type.superclass().stream(), type.interfaces().stream())
        .filter(found::add)
        .forEach(parent -> collect(parent, found));
  }
}
