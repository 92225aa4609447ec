package io.loopsentinel.tools.support;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Profiles;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The packages of the frameworks that have a shipped profile. */
public final class FrameworkPackages {

  /** Deeper packages of one framework differ by module. */
  private static final int MAX_SEGMENTS = 3;

  private static final int ORGANIZATION = 2;

  private final Map<String, String> profiles = new LinkedHashMap<>();

  /** Reads the packages of the shipped profiles. */
  public FrameworkPackages() {
    Profiles shipped = Profiles.shipped();
    Map<String, List<String>> types = new LinkedHashMap<>();
    Set<String> packages = new LinkedHashSet<>();
    for (String profile : shipped.names()) {
      List<String> guarded =
          shipped.read(profile).stream().map(TargetSpec::type).filter(Objects::nonNull).toList();
      types.put(profile, guarded);
      packages.addAll(packages(guarded));
    }
    for (String each : packages) {
      // Some profiles also guard a few methods of another profile's framework.
      types.entrySet().stream()
          .max(Comparator.comparingLong(profile -> count(profile.getValue(), each)))
          .ifPresent(profile -> profiles.put(each, profile.getKey()));
    }
  }

  /** Returns the profile of the framework to which a class belongs; {@code null} if none does. */
  public @Nullable String profileOf(String type) {
    return profiles.keySet().stream()
        .filter(each -> type.startsWith(each + "."))
        .max(Comparator.comparingInt(String::length))
        .map(profiles::get)
        .orElse(null);
  }

  private static long count(List<String> types, String inPackage) {
    return types.stream().filter(type -> type.startsWith(inPackage + ".")).count();
  }

  /** Returns the common package of the types of each organization. */
  private static List<String> packages(List<String> types) {
    return types.stream()
        .map(type -> List.of(type.split("\\.")))
        .collect(Collectors.groupingBy(type -> type.subList(0, ORGANIZATION)))
        .values()
        .stream()
        .map(FrameworkPackages::commonPackage)
        .toList();
  }

  private static String commonPackage(Collection<List<String>> types) {
    List<String> first = types.iterator().next();
    int length = Math.min(MAX_SEGMENTS, first.size() - 1);
    for (List<String> type : types) {
      int mismatch = Arrays.mismatch(first.toArray(), type.toArray());
      length = mismatch < 0 ? length : Math.min(length, mismatch);
    }
    return String.join(".", first.subList(0, length));
  }
}
