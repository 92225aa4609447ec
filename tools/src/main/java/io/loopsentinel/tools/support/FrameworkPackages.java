package io.loopsentinel.tools.support;

import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The packages of the frameworks that have a shipped profile, with the names of the profiles. */
public final class FrameworkPackages {

  /** Deeper packages of one framework differ by module. */
  private static final int MAX_SEGMENTS = 3;

  private static final int ORGANIZATION = 2;

  private final Map<String, List<String>> profiles = new LinkedHashMap<>();

  /** Reads the packages of the shipped profiles. */
  public FrameworkPackages() {
    Profiles shipped = Profiles.shipped();
    for (String profile : shipped.names()) {
      shipped.read(profile).stream()
          .map(TargetSpec::type)
          .filter(Objects::nonNull)
          .map(type -> List.of(type.split("\\.")))
          .collect(Collectors.groupingBy(type -> type.subList(0, ORGANIZATION)))
          .values()
          .forEach(
              types ->
                  profiles
                      .computeIfAbsent(commonPackage(types), each -> new ArrayList<>())
                      .add(profile));
    }
  }

  private static String commonPackage(List<List<String>> types) {
    int length = MAX_SEGMENTS;
    for (List<String> type : types) {
      length = Math.min(length, mismatch(type, types.get(0)));
    }
    return String.join(".", types.get(0).subList(0, length));
  }

  private static int mismatch(List<String> one, List<String> other) {
    int found = Arrays.mismatch(one.toArray(), other.toArray());
    return found < 0 ? one.size() - 1 : found;
  }

  /** Returns the framework's package that contains a class; {@code null} if none does. */
  public @Nullable String containing(String type) {
    return profiles.keySet().stream()
        .filter(each -> type.startsWith(each + "."))
        .findFirst()
        .orElse(null);
  }

  /** Returns the profiles of a framework's package. */
  public List<String> profiles(String frameworkPackage) {
    return List.copyOf(profiles.getOrDefault(frameworkPackage, List.of()));
  }
}
