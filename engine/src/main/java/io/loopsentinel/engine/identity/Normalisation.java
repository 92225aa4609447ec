package io.loopsentinel.engine.identity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The differences between arguments that do not make calls different. Immutable and thread-safe.
 *
 * @param texts applied to texts at any depth, but not to names
 * @param descriptions whether text arguments that only {@linkplain #DESCRIPTIONS describe} the call
 *     are left out, unless there are no others; no effect if the rule has {@code only} paths
 * @param defaults values by argument name; an argument with its default value is left out. Values
 *     are null, texts, numbers, booleans, lists and maps
 */
public record Normalisation(
    Set<TextNormaliser> texts, boolean descriptions, Map<String, @Nullable Object> defaults) {

  public static final Normalisation NONE = new Normalisation(Set.of(), false, Map.of());

  /** Names of arguments by which models explain a call, in different words each time. */
  public static final Set<String> DESCRIPTIONS =
      Set.of(
          "comment",
          "description",
          "explanation",
          "justification",
          "purpose",
          "rationale",
          "reason",
          "reasoning",
          "thought",
          "thoughts");

  public Normalisation {
    texts = Collections.unmodifiableSet(new TreeSet<>(texts));
    defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
  }

  boolean isNone() {
    return texts.isEmpty() && !descriptions && defaults.isEmpty();
  }

  /** Returns the normalised text, or the text itself if it is too long to be written in full. */
  String apply(String text) {
    String compared = text;
    if (!texts.isEmpty() && text.length() <= CanonicalJson.MAX_CHARACTERS) {
      for (TextNormaliser normaliser : texts) {
        compared = normaliser.apply(compared);
      }
    }
    return compared;
  }
}
