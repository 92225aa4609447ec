package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose a call or turn is. Immutable.
 *
 * @param run the run that it is part of, as text; empty where it is part of none
 * @param labels the values of labels, an agent's or user's name for one, by the labels' names;
 *     hashed where they are not to be shown
 */
public record Attribution(String run, Map<String, String> labels) {

  /** What is known of a call of which nothing is known. */
  public static final Attribution NONE = new Attribution("", Map.of());

  /** The label that tells the agent, by which calls are counted. */
  private static final String AGENT = "agent";

  private static final int SHOWN_DIGITS = 16;

  public Attribution {
    labels = Map.copyOf(labels);
  }

  /** Returns what stands for a label's value that is not to be shown: the same in every JVM. */
  public static String hash(String value) {
    return "sha256:" + Fingerprint.of(value).toHex().substring(0, SHOWN_DIGITS);
  }

  /** Returns the agent; {@code null} where that is not known. */
  public @Nullable String agent() {
    return labels.get(AGENT);
  }

  /** Returns this attribution, with what another one tells and it does not. */
  public Attribution or(Attribution other) {
    String told = run.isEmpty() ? other.run : run;
    if (told.equals(run) && labels.keySet().containsAll(other.labels.keySet())) {
      return this;
    }
    Map<String, String> all = new LinkedHashMap<>(other.labels);
    all.putAll(labels);
    return new Attribution(told, all);
  }
}
