package io.loopsentinel.tools.init;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.match.ClassPathLoader;
import io.loopsentinel.targets.match.ClassPathTargets;
import io.loopsentinel.targets.match.ClassPathTargets.Match;
import io.loopsentinel.tools.support.FrameworkPackages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the shipped profiles that guard a method of a class path. */
final class KnownFrameworks {

  private KnownFrameworks() {}

  /**
   * Returns the names of the profiles, each with the jars in which the guarded classes are.
   *
   * @param jars the name of the jar of each class, without its extension
   */
  static Map<String, SortedSet<String>> in(
      ClassPathLoader classes, Map<String, String> jars, FrameworkPackages frameworks) {
    Profiles profiles = Profiles.shipped();
    Map<TargetSpec, String> names = new HashMap<>();
    List<TargetSpec> targets = new ArrayList<>();
    for (String profile : profiles.names()) {
      for (TargetSpec target : profiles.read(profile)) {
        names.put(target, profile);
        targets.add(target);
      }
    }
    Map<String, SortedSet<String>> found = new LinkedHashMap<>();
    for (Match match : new ClassPathTargets(targets, classes).match()) {
      if (match.method() != null) {
        String type = match.method().getDeclaringClass().getName();
        String profile = String.valueOf(names.get(match.target()));
        if (profile.equals(frameworks.profileOf(type))) {
          found
              .computeIfAbsent(profile, each -> new TreeSet<>())
              .add(jars.getOrDefault(type, "a folder"));
        }
      }
    }
    return found;
  }
}
