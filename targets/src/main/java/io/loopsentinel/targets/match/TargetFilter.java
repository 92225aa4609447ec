package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the classes that may have methods of a target. True may be wrong; false is certain.
 *
 * <p>Runs for every class that the application loads, before any library class is loaded. Immutable
 * and thread-safe.
 */
public final class TargetFilter {

  private final List<TargetHint> hints;

  /** The types that targets name, and null if a target of annotated methods matches any type. */
  private final Set<@Nullable String> types = new HashSet<>();

  /** Those of {@link #types} whose subtypes match, too. */
  private final Set<@Nullable String> supertypes = new HashSet<>();

  /** Packages in which any class may match, each with a final slash; empty for all. */
  private final Set<String> packages = new HashSet<>();

  private final MethodNameScan scan;

  public TargetFilter(List<TargetHint> hints) {
    this.hints = hints;
    List<TargetHint> open = new ArrayList<>();
    for (TargetHint hint : hints) {
      types.add(hint.type());
      if (hint.open()) {
        open.add(hint);
        supertypes.add(hint.type());
        packages.addAll(hint.packages().isEmpty() ? List.of("") : hint.packages());
      }
    }
    this.scan = new MethodNameScan(open);
  }

  public List<TargetHint> hints() {
    return hints;
  }

  /** Returns whether a class needs a closer look; throws if the bytes are no class file. */
  public boolean mayMatch(String type, byte[] file) {
    return types.contains(type) || (isIn(packages, type) && !scan.occurringIn(file).isEmpty());
  }

  /**
   * As above, and excludes a class that extends no target.
   *
   * @param loaded the class, if it is loaded already
   * @return the hints of the targets that may match; mostly empty
   */
  public List<TargetHint> fitting(
      String type, byte[] file, ClassLoader loader, @Nullable Class<?> loaded) {
    List<TargetHint> fitting = new ArrayList<>();
    if (types.contains(type)) {
      for (TargetHint hint : hints) {
        if (type.equals(hint.type())) {
          fitting.add(hint);
        }
      }
    }
    Set<String> ancestors = null;
    for (TargetHint hint : isIn(packages, type) ? scan.occurringIn(file) : List.<TargetHint>of()) {
      if (hint.packages().isEmpty() || isIn(hint.packages(), type)) {
        if (ancestors == null) {
          ancestors = loaded == null ? Supertypes.of(file, loader) : Supertypes.of(loaded);
        }
        if (hint.type() == null || ancestors.contains(hint.type())) {
          fitting.add(hint);
        }
      }
    }
    return fitting;
  }

  public boolean mayMatch(Class<?> type) {
    String name = type.getName().replace('.', '/');
    return types.contains(name)
        || (isIn(packages, name)
            && (isSubtype(type) || (supertypes.contains(null) && containsText(type, name))));
  }

  private boolean isSubtype(Class<?> type) {
    for (String name : Supertypes.of(type)) {
      if (supertypes.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** Reads the class file, because reflection would load the classes of annotations. */
  private boolean containsText(Class<?> type, String name) {
    byte[] file = ClassResource.read(name, type.getClassLoader());
    return file != null && mayMatch(name, file);
  }

  private static boolean isIn(Collection<String> packages, String type) {
    for (String each : packages) {
      if (type.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
