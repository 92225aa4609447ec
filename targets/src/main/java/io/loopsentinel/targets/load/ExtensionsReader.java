package io.loopsentinel.targets.load;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.ExtensionDetector;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.targets.config.WebhookSettings;
import io.loopsentinel.targets.extension.Extensions;
import io.loopsentinel.targets.extension.Extensions.Configuration;
import io.loopsentinel.targets.extension.Extensions.ExtensionException;
import io.loopsentinel.targets.extension.Secrets;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the list {@code extensions}, and the sections of what their jars provide.
 *
 * @param loaded absent if no extensions are configured
 * @param sharesSessions whether a store is configured that several JVMs share
 */
record ExtensionsReader(Optional<Extensions> loaded, boolean sharesSessions) {

  static final Key KEY =
      new Other(
          "extensions",
          "a list of jars such as [my-rules.jar]",
          "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}",
          false,
          "Jars with detectors, receivers of events, formats, similarities and stores.");

  /** Keys in the section of a detector that belong to the agent, not to the extension. */
  private static final Set<String> OWN_KEYS = Set.of("enabled", "action", "escalation");

  /** Configures what an extension provides, from its section and its own settings. */
  @FunctionalInterface
  private interface Reader<E, T> {
    T read(String name, Section section, Configuration<E> extension, Map<String, Object> settings)
        throws SettingException, ExtensionException;
  }

  static ExtensionsReader read(Section root) {
    List<String> jars = root.list("extensions", ScalarType.TEXT).orElse(List.of());
    if (jars.isEmpty()) {
      return new ExtensionsReader(Optional.empty(), false);
    }
    Set<String> taken = new HashSet<>(Detectors.names());
    taken.addAll(WebhookSettings.FORMATS);
    Extensions extensions = new Extensions();
    for (String jar : jars) {
      try {
        extensions.add(new File(jar), taken);
      } catch (ExtensionException e) {
        root.error("extensions", ": " + Wording.quoted(jar) + " " + e.getMessage());
      }
    }
    // Jars are loaded again with each reading, so they always count as changed.
    root.record("extensions", extensions);
    boolean shares =
        root.node("sessions") instanceof Mapping sessions && sessions.values().containsKey("store");
    return new ExtensionsReader(Optional.of(extensions), shares);
  }

  /** Returns the settings of the detectors of extensions that are configured. */
  List<DetectorSettings> detectors(Section detectors) {
    return read(
        detectors,
        Extensions::rules,
        (name, section, rule, settings) ->
            new ExtensionDetector.Settings(
                name,
                section.get("enabled", true),
                PolicyReader.ladder(section, null),
                rule.of(settings)));
  }

  /** Configures the event sinks of extensions, and returns their names. */
  List<String> sinks(Section sinks) {
    return read(
        sinks,
        Extensions::sinks,
        (name, section, sink, settings) -> {
          Object unused = sink.of(settings);
          return name;
        });
  }

  /** Returns the reader of the store that several JVMs share. */
  SharedStoreReader sharedStore() {
    return new SharedStoreReader(loaded.map(Extensions::sharedStores).orElse(Map.of()));
  }

  /** Reads when texts of a detector mean the same; null if only words are compared. */
  @Nullable SimilarMeaning meaning(Section section) {
    Map<String, Function<String, @Nullable Meaning>> known =
        loaded.map(Extensions::similarities).orElse(Map.of());
    ScalarType<String> named =
        known.isEmpty()
            ? ScalarType.text(
                "a similarity of an extension (none has one; for minilm add"
                    + " loop-sentinel-embeddings.jar to extensions)",
                text -> false)
            : ScalarType.choice(List.copyOf(known.keySet()), each -> each);
    double minScore = section.get("min_score", SimilarMeaning.MIN_SCORE);
    String name = section.get("similarity_by", named.orNone(), Optional.<String>empty()).orElse("");
    Function<String, @Nullable Meaning> reader = known.get(name);
    if (reader == null) {
      if (minScore != SimilarMeaning.MIN_SCORE) {
        section.warning("min_score", " has no effect without similarity_by");
      }
      return null;
    }
    if (sharesSessions && loaded.filter(each -> each.comparesTexts(name)).isPresent()) {
      section.error(
          "similarity_by",
          ": %s compares texts, which JVMs that share sessions do not have; name an embedding, or"
                  .formatted(name)
              + " remove sessions.store");
    }
    return new SimilarMeaning(name, reader, minScore);
  }

  /** Returns the names of the alert formats that extensions provide. */
  Set<String> formats() {
    return loaded.map(each -> each.formats().keySet()).orElse(Set.of());
  }

  private <E, T> List<T> read(
      Section sections,
      Function<Extensions, Map<String, Configuration<E>>> known,
      Reader<E, T> reader) {
    List<T> all = new ArrayList<>();
    loaded
        .map(known)
        .orElse(Map.of())
        .forEach(
            (name, extension) -> {
              ConfigNode written = sections.node(name);
              Section section =
                  sections.child(written, sections.pathOf(name), DetectorsReader.COMMON_KEYS);
              if (written == null) {
                sections.warning(
                    name, " is absent: what the extension provides by that name is switched off");
                return;
              }
              if (written.isUnresolved()) {
                return; // Without its variables the extension cannot judge it.
              }
              Map<String, Object> settings = settings(written);
              Secrets secrets = Secrets.in(settings);
              try {
                all.add(reader.read(name, section, extension, settings));
              } catch (SettingException e) {
                section.error(e.key(), ": " + secrets.hide("" + e.getMessage()));
              } catch (ExtensionException e) {
                sections.error(name, ": " + secrets.hide("" + e.getMessage()));
              }
            });
    return all;
  }

  private static Map<String, Object> settings(ConfigNode written) {
    Map<String, @Nullable Object> settings =
        written instanceof Mapping mapping ? mapping.toJson() : new HashMap<>();
    settings.keySet().removeAll(OWN_KEYS);
    settings.values().removeIf(Objects::isNull);
    return settings;
  }
}
