package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.GlobMap;
import io.loopsentinel.targets.text.Wording;
import java.util.List;
import java.util.Set;

/** Checks names and patterns that are keys of a section. */
final class PatternChecks {

  private PatternChecks() {}

  /**
   * Reports names and globs that are too long or too many.
   *
   * @param noun plural noun for the named things
   * @return whether there are few enough to compare them with each other
   */
  static boolean check(Section root, String key, String noun, Set<String> names) {
    for (String name : names) {
      if (name.length() > GlobMap.MAX_NAME_LENGTH) {
        root.error(
            root.originOfName(key, name),
            "%s: expected a name or pattern of at most %s characters, found one of %s; in the names of %s, only the first %s characters count"
                .formatted(
                    root.pathOf(key),
                    GlobMap.MAX_NAME_LENGTH,
                    name.length(),
                    noun,
                    GlobMap.MAX_NAME_LENGTH));
      }
    }
    long wildcards = names.stream().map(Glob::of).filter(glob -> !glob.isExact()).count();
    if (wildcards > GlobMap.MAX_WILDCARDS) {
      root.error(
          key,
          ": expected at most %s patterns with * or ?, found %s; use fewer, wider patterns, or exact names of %s, which have no such limit"
              .formatted(GlobMap.MAX_WILDCARDS, wildcards, noun));
      return false;
    }
    return true;
  }

  /** Warns about each pattern that an earlier one makes useless. */
  static void warnOfShadowed(Section root, String key, Set<String> names) {
    // Exact names come first and match only themselves, so only wildcards are compared.
    List<Glob> wildcards =
        names.stream().map(Glob::of).filter(tools -> !tools.isExact()).sorted().toList();
    for (int i = 0; i < wildcards.size(); i++) {
      Glob later = wildcards.get(i);
      wildcards.subList(0, i).stream()
          .filter(earlier -> later.text().startsWith(earlier.literalStart()))
          .filter(earlier -> covers(earlier, later))
          .findFirst()
          .ifPresent(
              earlier ->
                  root.warning(
                      root.originOfName(key, later.text()),
                      "%s.%s is never used because %s matches the same tools and comes first"
                          .formatted(key, later, Wording.quoted(earlier.text()))));
    }
  }

  /**
   * Returns whether one glob matches everything that another matches. It does if it matches the
   * other's shortest names and longer ones, written with a character that no name contains.
   */
  private static boolean covers(Glob glob, Glob other) {
    String foreign = "\uFFFF";
    String shortest = other.text().replace("?", foreign).replace("*", "");
    String longer = other.text().replace("?", foreign).replace("*", foreign.repeat(3));
    return glob.matches(shortest) && glob.matches(longer);
  }
}
