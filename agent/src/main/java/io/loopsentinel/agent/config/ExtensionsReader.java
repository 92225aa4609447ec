package io.loopsentinel.agent.config;

import io.loopsentinel.agent.extension.Extensions;
import io.loopsentinel.agent.extension.Extensions.ExtensionException;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.ExtensionDetector;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the list {@code extensions}, and the sections of what their jars bring.
 *
 * @param loaded absent: none are named
 */
record ExtensionsReader(Optional<Extensions> loaded) {

  private static final String EXAMPLE = "a list of jars such as [my-rules.jar]";

  /** What the agent itself reads in the section of a detector or receiver. */
  private static final Set<String> OWN_KEYS = Set.of("enabled", "action", "escalation");

  /** Makes something of the settings of an extension. */
  @FunctionalInterface
  private interface Configuration<T> {
    T apply(Map<String, Object> settings) throws SettingException, ExtensionException;
  }

  static ExtensionsReader read(Section root) {
    List<String> jars = root.list("extensions", ScalarType.TEXT, EXAMPLE).orElse(List.of());
    if (jars.isEmpty()) {
      return new ExtensionsReader(Optional.empty());
    }
    Extensions extensions = new Extensions();
    for (String jar : jars) {
      try {
        extensions.add(new File(jar), Set.copyOf(Detectors.names()));
      } catch (ExtensionException e) {
        root.error("extensions", ": " + Wording.quoted(jar) + " " + e.getMessage());
      }
    }
    return new ExtensionsReader(Optional.of(extensions));
  }

  /** Returns the settings of the detectors that extensions bring; all of them are switched on. */
  List<DetectorSettings> detectors(Section detectors) {
    List<DetectorSettings> all = new ArrayList<>();
    for (String name : loaded.map(Extensions::detectors).orElse(Set.of())) {
      Section section = detectors.child(detectors.node(name), detectors.nested(name));
      configured(detectors, name, values -> loaded.orElseThrow().rule(name, values))
          .ifPresent(
              rule ->
                  all.add(
                      new ExtensionDetector.Settings(
                          name,
                          section.flag("enabled", true),
                          PolicyReader.ladder(section, null),
                          rule)));
    }
    return all;
  }

  /** Returns the receivers of events that extensions bring; all of them are switched on. */
  List<EventSink> sinks(Section sinks) {
    List<EventSink> all = new ArrayList<>();
    for (String name : loaded.map(Extensions::sinks).orElse(Set.of())) {
      Section section = sinks.child(sinks.node(name), sinks.nested(name));
      if (section.flag("enabled", true)) {
        configured(sinks, name, values -> loaded.orElseThrow().sink(name, values))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  private static <T> Optional<T> configured(
      Section sections, String name, Configuration<T> configuration) {
    Map<String, Object> settings = new LinkedHashMap<>();
    sections
        .json(name)
        .orElse(Map.of())
        .forEach(
            (key, value) -> {
              if (value != null && !OWN_KEYS.contains(key)) {
                settings.put(key, value);
              }
            });
    try {
      return Optional.of(configuration.apply(settings));
    } catch (SettingException e) {
      Section section = sections.child(sections.node(name), sections.nested(name));
      section.error(e.key(), ": " + e.getMessage());
    } catch (ExtensionException e) {
      sections.error(name, ": " + e.getMessage());
    }
    return Optional.empty();
  }
}
