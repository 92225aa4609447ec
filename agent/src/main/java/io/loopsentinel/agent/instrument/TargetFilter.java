package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells the classes that may have methods of a target from the others. A yes may be wrong, a no is
 * right.
 *
 * <p>Every class that the application loads passes here; it allocates nothing. Immutable and
 * thread-safe.
 */
public final class TargetFilter {

  private final Set<String> types = new HashSet<>();
  private final Set<String> supertypes = new HashSet<>();

  /** Packages in which any class may be meant. */
  private final String[] packages;

  /** Whether any class anywhere may be meant. */
  private final boolean anywhere;

  private final boolean annotations;

  /** Whether a target of the user's may mean classes of any library. */
  private final boolean libraries;

  private final MethodNameScan texts;

  /** Creates a filter for targets. */
  public TargetFilter(List<TargetHint> hints) {
    List<TargetHint> open = new ArrayList<>();
    Set<String> limits = new HashSet<>();
    boolean unlimited = false;
    boolean anyType = false;
    boolean anyLibrary = false;
    for (TargetHint hint : hints) {
      if (hint.type() != null) {
        types.add(hint.type());
      }
      if (hint.open()) {
        open.add(hint);
        limits.addAll(hint.packages());
        unlimited |= hint.packages().isEmpty();
        anyType |= hint.type() == null;
        anyLibrary |= !hint.fromProfile();
        if (hint.type() != null) {
          supertypes.add(hint.type());
        }
      }
    }
    this.packages = limits.toArray(new String[0]);
    this.anywhere = unlimited;
    this.annotations = anyType;
    this.libraries = anyLibrary;
    this.texts = new MethodNameScan(open);
  }

  /**
   * Whether a class is worth a closer look.
   *
   * @param type its internal name ({@code a/b/C})
   * @throws RuntimeException where the bytes are no class file
   */
  boolean mayMatch(String type, byte[] file) {
    return names(type)
        || ((libraries || !LibraryPackages.have(type))
            && isInOpenPackages(type)
            && texts.occursIn(file));
  }

  /** Whether a type itself is that of a target. */
  boolean names(String type) {
    return types.contains(type);
  }

  /** Returns the types whose subtypes are taken in. */
  Set<String> supertypes() {
    return supertypes;
  }

  /** Whether a class may have methods of a target that does not name it. */
  boolean isInOpenPackages(String type) {
    if (anywhere) {
      return true;
    }
    for (String each : packages) {
      if (type.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a target that takes in annotated methods of any class. */
  boolean seeksAnnotations() {
    return annotations;
  }
}
