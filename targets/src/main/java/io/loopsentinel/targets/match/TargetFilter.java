package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the classes that may have methods of a target. True may be wrong; false is certain.
 *
 * <p>Runs for every class that the application loads, before any library class is loaded. Immutable
 * and thread-safe.
 */
public final class TargetFilter {

  /** The types that targets name; null if a target of annotated methods matches any type. */
  private final Set<@Nullable String> types = new HashSet<>();

  /** Those of {@link #types} whose subtypes match, too. */
  private final Set<@Nullable String> supertypes = new HashSet<>();

  /** Packages in which any class may match, each with a final slash; empty for all. */
  private final Set<String> packages = new HashSet<>();

  private final MethodNameScan scan;

  /** Creates a filter for targets. */
  public TargetFilter(List<TargetHint> hints) {
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

  /** Returns whether a class needs a closer look; throws if the bytes are no class file. */
  public boolean mayMatch(String type, byte[] file) {
    return types.contains(type) || (isInOpenPackages(type) && scan.occursIn(file));
  }

  public boolean mayMatch(Class<?> type) {
    String name = type.getName().replace('.', '/');
    return types.contains(name)
        || (isInOpenPackages(name)
            && (isSubtype(type) || (supertypes.contains(null) && containsText(type, name))));
  }

  private boolean isSubtype(@Nullable Class<?> type) {
    return type != null
        && (supertypes.contains(type.getName().replace('.', '/'))
            || isSubtype(type.getSuperclass())
            || Stream.of(type.getInterfaces()).anyMatch(this::isSubtype));
  }

  /** Reads the class file, because reflection would load the classes of annotations. */
  private boolean containsText(Class<?> type, String name) {
    byte[] file = ClassFiles.bytes(name, type.getClassLoader());
    return file != null && scan.occursIn(file);
  }

  private boolean isInOpenPackages(String type) {
    for (String each : packages) {
      if (type.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
