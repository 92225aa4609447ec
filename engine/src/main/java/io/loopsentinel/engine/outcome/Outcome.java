package io.loopsentinel.engine.outcome;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one call brought, as keys: two outcomes are the same in some respect if the keys are equal.
 *
 * <p>All keys are 64-bit hashes and never 0, so that 0 can stand for an outcome that was not seen;
 * {@code errorKey} alone is 0 where the call did not fail. They are made for comparison within one
 * process and may change with any version.
 *
 * @param rawKey of the whole text: equal for the same text, character by character
 * @param normalisedKey of the text without volatile tokens
 * @param settledKey of what the text shows: equal where a repetition of the same call shows nothing
 *     new. Only keys of calls with equal arguments may be compared
 * @param stagnationKey equal where calls with different arguments had the same answer. It says
 *     nothing of a failure or an acknowledgement
 * @param acknowledgement whether it only says that the call was done ("ok", an empty text); never
 *     of a failure
 * @param failed whether the call failed
 * @param errorKey of the failure: the telling line and the counts of what failed; 0 if none
 * @param tellingLine the line that tells this failure from others, made comparable: without numbers
 *     and volatile tokens, with § for the call's own arguments, at most 200 characters. It is a
 *     part of the tool's answer: for the message to the model, never for a log; null if none
 * @param readableLine the same line as it was written, for the message to the model, never for a
 *     log; without control characters, at most 160 characters; null if none
 * @param substantial whether the text is so long that two questions hardly ever share it by chance
 * @param words the words of the call's arguments
 */
public record Outcome(
    long rawKey,
    long normalisedKey,
    long settledKey,
    long stagnationKey,
    boolean acknowledgement,
    boolean failed,
    long errorKey,
    @Nullable String tellingLine,
    @Nullable String readableLine,
    boolean substantial,
    WordSet words) {

  /** Returns the keys by their documented names; no text. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("failed", failed);
    map.put("raw", hex(rawKey));
    map.put("normalised", hex(normalisedKey));
    map.put("settled", hex(settledKey));
    map.put("stagnation", hex(stagnationKey));
    map.put("error", hex(errorKey));
    map.put("acknowledgement", acknowledgement);
    map.put("substantial", substantial);
    map.put("words", words.toText());
    return map;
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException if it is no such map; says which member is wrong
   */
  public static Outcome of(Map<?, ?> map) {
    return new Outcome(
        key(map, "raw"),
        key(map, "normalised"),
        key(map, "settled"),
        key(map, "stagnation"),
        flag(map, "acknowledgement"),
        flag(map, "failed"),
        key(map, "error"),
        null,
        null,
        flag(map, "substantial"),
        words(map));
  }

  private static String hex(long key) {
    return HexFormat.of().toHexDigits(key);
  }

  private static long key(Map<?, ?> map, String name) {
    if (map.get(name) instanceof String digits && digits.matches("[0-9a-f]{16}")) {
      return HexFormat.fromHexDigitsToLong(digits);
    }
    throw new IllegalArgumentException("expected 16 hexadecimal digits in \"" + name + "\"");
  }

  private static WordSet words(Map<?, ?> map) {
    try {
      return map.get("words") instanceof String text ? WordSet.ofText(text) : WordSet.EMPTY;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("expected Base64 in \"words\"", e);
    }
  }

  private static boolean flag(Map<?, ?> map, String name) {
    return Boolean.TRUE.equals(map.get(name));
  }
}
