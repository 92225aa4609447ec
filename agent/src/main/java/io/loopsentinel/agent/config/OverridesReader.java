package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the section {@code overrides}: policies by the name or glob of the tools. */
final class OverridesReader {

  private static final String KEY = "overrides";

  private OverridesReader() {}

  static List<ToolOverride> read(Section root, ToolPolicy defaults) {
    Map<String, ToolPolicy> policies =
        root.named(KEY, section -> PolicyReader.readOverride(section, defaults));
    for (String tools : policies.keySet()) {
      if (tools.isBlank()) {
        root.error(
            root.originOfName(KEY, tools), "expected the name of a tool as the key, found nothing");
      }
    }
    warnOfShadowed(root, policies.keySet());
    return policies.entrySet().stream()
        .map(each -> new ToolOverride(Glob.of(each.getKey()), each.getValue()))
        .toList();
  }

  private static void warnOfShadowed(Section root, Set<String> names) {
    // Names come first and cover nothing but themselves, so only wildcards are compared.
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
                      root.originOfName(KEY, later.text()),
                      "overrides.%s is never used, since %s matches the same tools and comes first"
                          .formatted(later, Wording.quoted(earlier.text()))));
    }
  }

  /**
   * Whether one glob matches all that another one does: it does if it matches the other's shortest
   * names and longer ones, written with a character that no name has.
   */
  private static boolean covers(Glob glob, Glob other) {
    String foreign = "\uFFFF";
    String shortest = other.text().replace("?", foreign).replace("*", "");
    String longer = other.text().replace("?", foreign).replace("*", foreign.repeat(3));
    return glob.matches(shortest) && glob.matches(longer);
  }
}
