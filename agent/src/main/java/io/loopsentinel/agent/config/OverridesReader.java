package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;

/** Reads the section {@code overrides}: policies by the name or glob of the tools. */
final class OverridesReader {

  private static final String PATH = "overrides";

  private OverridesReader() {}

  /** Reads all overrides; they come as they stand. */
  static List<ToolOverride> read(Mapping named, ToolPolicy defaults, Problems problems) {
    List<ToolOverride> overrides = new ArrayList<>();
    named
        .entries()
        .forEach(
            (tools, entry) -> {
              if (tools.isBlank()) {
                problems.error(
                    entry.key(), "expected the name of a tool as the key, found nothing");
                return;
              }
              Section section =
                  Section.of(
                      entry.value(), PATH + "." + tools, PolicyReader.OVERRIDE_KEYS, problems);
              ToolPolicy policy = PolicyReader.readOverride(section, defaults);
              overrides.add(new ToolOverride(Glob.of(tools), policy));
            });
    warnOfShadowed(overrides, named, problems);
    return overrides;
  }

  private static void warnOfShadowed(
      List<ToolOverride> overrides, Mapping named, Problems problems) {
    // Names come first and cover nothing but themselves, so only wildcards are compared.
    List<Glob> wildcards =
        overrides.stream()
            .map(ToolOverride::tools)
            .filter(tools -> !tools.isExact())
            .sorted()
            .toList();
    for (int i = 0; i < wildcards.size(); i++) {
      Glob later = wildcards.get(i);
      wildcards.subList(0, i).stream()
          .filter(earlier -> later.text().startsWith(earlier.literalStart()))
          .filter(earlier -> covers(earlier, later))
          .findFirst()
          .ifPresent(
              earlier ->
                  problems.warning(
                      named.originOfKey(later.text()),
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
