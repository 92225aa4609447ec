package io.loopsentinel.engine.identity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What does not tell two calls apart though their arguments are written differently. Immutable and
 * thread-safe.
 *
 * @param texts how texts are compared, at any depth; names are compared as they are
 * @param descriptions whether arguments that only {@linkplain #DESCRIPTIONS describe} the call are
 *     left out where they are text, unless no others are left; without effect where the rule names
 *     the arguments that alone count
 * @param defaults arguments that are left out where they have this value, by name: null, texts,
 *     numbers, booleans, lists and maps
 */
public record Normalisation(
    Set<TextNormaliser> texts, boolean descriptions, Map<String, @Nullable Object> defaults) {

  /** Every difference counts. */
  public static final Normalisation NONE = new Normalisation(Set.of(), false, Map.of());

  /** Names of arguments that models give to explain a call, in other words each time. */
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

  /** Copies the set and the map. */
  public Normalisation {
    texts = Collections.unmodifiableSet(new TreeSet<>(texts));
    defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
  }

  /** Returns a text as it is compared; one that is too long to be written whole is left alone. */
  String text(String text) {
    String compared = text;
    if (text.length() <= CanonicalJson.CHARACTERS) {
      for (TextNormaliser normaliser : texts) {
        compared = normaliser.apply(compared);
      }
    }
    return compared;
  }
}
