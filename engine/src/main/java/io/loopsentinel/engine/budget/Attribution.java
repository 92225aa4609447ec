package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The run and the labels of a call or turn. Immutable.
 *
 * @param run the run as text; empty if none
 * @param labels the values of labels, such as the names of agent and user, by label name; hashed if
 *     they must not be shown
 */
public record Attribution(String run, Map<String, String> labels) {

  /** No run and no labels. */
  public static final Attribution NONE = new Attribution("", Map.of());

  /** The label with the agent's name, by which calls are counted. */
  private static final String AGENT = "agent";

  private static final int SHOWN_DIGITS = 16;

  public Attribution {
    labels = Map.copyOf(labels);
  }

  /**
   * Returns the hash that replaces a label's value that must not be shown; the same in every JVM.
   */
  public static String hash(String value) {
    return "sha256:" + Fingerprint.of(value).toHex().substring(0, SHOWN_DIGITS);
  }

  /** Returns the agent; {@code null} if unknown. */
  public @Nullable String agent() {
    return labels.get(AGENT);
  }

  /** Returns this attribution, completed from another one. */
  public Attribution or(Attribution other) {
    String known = run.isEmpty() ? other.run : run;
    if (known.equals(run) && labels.keySet().containsAll(other.labels.keySet())) {
      return this;
    }
    Map<String, String> all = new LinkedHashMap<>(other.labels);
    all.putAll(labels);
    return new Attribution(known, all);
  }
}
