package io.loopsentinel.targets.load;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.extension.Extensions.ExtensionException;
import io.loopsentinel.targets.extension.Extensions.SharedStoreKind;
import io.loopsentinel.targets.extension.Secrets;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.Origin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code sessions.store}, the store that several JVMs share.
 *
 * <p>No message shows a value, because it may be a password.
 *
 * @param known the stores that extensions provide, by name
 */
record SharedStoreReader(Map<String, SharedStoreKind> known) {

  static final Key KEY =
      new Other(
          "store",
          "a store of an extension such as {redis: {uri: \"redis://cache:6379\"}}",
          """
          {"type": ["object", "null"], "maxProperties": 1,
           "additionalProperties": {"type": ["object", "string", "null"]}}""",
          true,
          "The store through which several JVMs share sessions.");

  /** The jars of stores that have one of their own. */
  private static final Map<String, String> JARS =
      Map.of("redis", "loop-sentinel-redis.jar", "file", "loop-sentinel-file.jar");

  private static final String NOT_SHOWN = "; the value is not shown because it may be a secret";

  /** Configures the store, if any, and returns its name. */
  Optional<String> read(Section sessions) {
    ConfigNode node = sessions.node("store");
    if (node != null && !node.isNull() && !(node instanceof Mapping)) {
      sessions.error("store", ": expected " + KEY.expected() + NOT_SHOWN);
      return Optional.empty();
    }
    return readStore(sessions.section("store"));
  }

  private Optional<String> readStore(Section store) {
    List<String> names = List.copyOf(store.writtenKeys());
    for (String name : known.keySet()) {
      if (!names.contains(name)) {
        store.warning(name, " is absent: what the extension provides by that name is switched off");
      }
    }
    for (String name : names) {
      ConfigNode value = store.node(name);
      SharedStoreKind kind = known.get(name);
      if (kind == null) {
        store.keyError(
            name,
            store.path()
                + ": there is no store "
                + Printable.of(name, Printable.NAME)
                + advice(name));
      } else if (value != null) {
        configure(store, name, value, kind);
      }
    }
    if (names.size() > 1) {
      store.error(store.origin(), store.path() + ": expected only one store");
    }
    return names.stream().findFirst();
  }

  private String advice(String name) {
    String jar = JARS.get(name);
    String near = Wording.didYouMean(name, known.keySet());
    if (jar != null) {
      return "; add " + jar + " to extensions";
    }
    return near.isEmpty() ? "; add the jar of an extension that has it to extensions" : near;
  }

  private static void configure(
      Section store, String name, ConfigNode value, SharedStoreKind kind) {
    Mapping written = settings(value, kind.mainSetting());
    if (written == null) {
      store.error(
          name, ": expected a mapping of settings, or a text as " + kind.mainSetting() + NOT_SHOWN);
      return;
    }
    Section section = store.child(written, store.pathOf(name), List.of());
    Map<String, @Nullable Object> settings = written.toJson();
    settings.values().removeIf(Objects::isNull);
    if (written.isUnresolved()) {
      return;
    }
    Secrets secrets = Secrets.in(settings);
    try {
      Object unused = kind.configuration().of(settings);
    } catch (SettingException e) {
      section.error(e.key(), ": " + secrets.hide("" + e.getMessage()));
    } catch (ExtensionException e) {
      store.error(name, ": " + secrets.hide("" + e.getMessage()));
    }
  }

  /** Returns the settings as they are written, with a text under its key; null if invalid. */
  private static @Nullable Mapping settings(ConfigNode value, String mainSetting) {
    if (value instanceof Scalar scalar && scalar.isText() && !scalar.text().isBlank()) {
      Origin origin = value.origin();
      return new Mapping(origin, Map.of(mainSetting, value), Map.of(mainSetting, origin));
    }
    return value instanceof Mapping mapping
        ? mapping
        : value.isNull() ? Mapping.empty(value.origin()) : null;
  }
}
