package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.Optional;

/** The classes among which a target looks for its methods: of a JVM, or of a class path. */
interface KnownClasses {

  /** Returns those of the application. */
  List<KnownClass> all();

  /** Returns the class of a binary name. */
  default Optional<KnownClass> find(String name) {
    return all().stream().filter(type -> type.name().equals(name)).findFirst();
  }

  /** Says what all of them are, as in "has been loaded". */
  String whereabouts();
}
