package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;

/** Reads the section {@code overrides}: policies by the name or glob of the tools. */
final class OverridesReader {

  private OverridesReader() {}

  static List<ToolOverride> read(Section root, ToolPolicy defaults) {
    List<ToolOverride> overrides = new ArrayList<>();
    Mapping named = root.named("overrides");
    named
        .entries()
        .forEach(
            (tools, entry) -> {
              if (tools.isBlank()) {
                root.error(entry.key(), "expected the name of a tool as the key, found nothing");
              } else {
                ToolPolicy policy =
                    root.read(
                        entry.value(),
                        root.nested("overrides") + "." + tools,
                        section -> PolicyReader.readOverride(section, defaults));
                overrides.add(new ToolOverride(Glob.of(tools), policy));
              }
            });
    warnOfShadowed(overrides, named, root);
    return overrides;
  }

  private static void warnOfShadowed(List<ToolOverride> overrides, Mapping named, Section root) {
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
                  root.warning(
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
