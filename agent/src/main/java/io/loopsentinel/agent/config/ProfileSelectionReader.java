package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code profiles}: {@code auto}, {@code none}, or names of shipped profiles. */
final class ProfileSelectionReader {

  private static final String KEY = "profiles";
  private static final Map<String, ProfileSelection> WORDS =
      Map.of("auto", new ProfileSelection.Auto(), "none", new ProfileSelection.None());

  private final Profiles profiles;

  ProfileSelectionReader(Profiles profiles) {
    this.profiles = profiles;
  }

  /** Reads the selection. */
  ProfileSelection read(Section root) {
    @Nullable ConfigNode node = root.node(KEY);
    if (node == null) {
      return SentinelConfig.DEFAULT.profiles();
    }
    if (node instanceof Scalar scalar && scalar.isText() && WORDS.containsKey(scalar.text())) {
      return WORDS.getOrDefault(scalar.text(), SentinelConfig.DEFAULT.profiles());
    }
    if (node instanceof Sequence sequence) {
      return named(sequence, root);
    }
    root.error(
        node.origin(),
        "profiles: expected auto, none or a list such as [langchain4j], found " + node.described());
    return SentinelConfig.DEFAULT.profiles();
  }

  private ProfileSelection named(Sequence sequence, Section root) {
    List<String> names = new ArrayList<>();
    for (ConfigNode item : sequence.items()) {
      ScalarType.TEXT
          .read(KEY, item, root.problems())
          .ifPresent(
              name -> {
                checkShipped(name, item.origin(), root);
                names.add(name);
              });
    }
    return new ProfileSelection.Named(names);
  }

  private void checkShipped(String name, Origin origin, Section root) {
    List<String> shipped = profiles.names();
    if (!shipped.contains(name)) {
      String near = Wording.didYouMean(name, shipped);
      String all = shipped.isEmpty() ? "there are none" : "there are " + Wording.allOf(shipped);
      String advice = near.isEmpty() ? "; " + all : near;
      root.error(origin, "profiles: unknown profile " + Wording.quoted(name) + advice);
    }
  }
}
