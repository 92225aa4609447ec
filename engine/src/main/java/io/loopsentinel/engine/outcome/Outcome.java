package io.loopsentinel.engine.outcome;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
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
 * @param kind what it says of the call
 * @param errorKey of the failure: the telling line and the counts of what failed; 0 if none
 * @param tellingLine the line that tells this failure from others, made comparable: without numbers
 *     and volatile tokens, with § for the call's own arguments, at most 200 characters. It is a
 *     part of the tool's answer: for the message to the model, never for a log; null if none
 * @param readableLine the same line as it was written, for the message to the model, never for a
 *     log; without control characters, at most 160 characters; null if none, or if the answer holds
 *     objects of the application
 * @param substantial whether the text is so long that two questions hardly ever share it by chance
 * @param words the words of the call's arguments
 */
public record Outcome(
    long rawKey,
    long normalisedKey,
    long settledKey,
    long stagnationKey,
    Kind kind,
    long errorKey,
    @Nullable String tellingLine,
    @Nullable String readableLine,
    boolean substantial,
    WordSet words) {

  /** What an outcome says of its call. */
  public enum Kind {
    /** The call failed. */
    FAILURE,
    /** Something that it asked about still runs, waits or is queued. */
    WAITING,
    /** It succeeded without a word. */
    SILENCE,
    /** It only says that the call was done: "ok", "file created". */
    ACKNOWLEDGEMENT,
    /** It shows the text that the call itself has just written. */
    ECHO,
    /** Anything else. */
    ANSWER
  }

  /** Returns whether the call failed. */
  public boolean failed() {
    return kind == Kind.FAILURE;
  }

  /** Returns whether it says no more than that the call was done. */
  public boolean acknowledgement() {
    return kind == Kind.ACKNOWLEDGEMENT || kind == Kind.SILENCE;
  }

  /** Returns whether it is a short answer that nothing was found, or nothing is there. */
  public boolean negative() {
    return stagnationKey != normalisedKey;
  }

  /** Returns the keys by their documented names; no text. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind.name().toLowerCase(Locale.ROOT));
    map.put("raw", hex(rawKey));
    map.put("normalised", hex(normalisedKey));
    map.put("settled", hex(settledKey));
    map.put("stagnation", hex(stagnationKey));
    map.put("error", hex(errorKey));
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
        kind(map),
        key(map, "error"),
        null,
        null,
        flag(map, "substantial"),
        words(map));
  }

  /** Reads the kind; audit logs of earlier versions have two flags in its place. */
  private static Kind kind(Map<?, ?> map) {
    if (map.get("kind") instanceof String name) {
      try {
        return Kind.valueOf(name.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("unknown kind of outcome \"" + name + "\"", e);
      }
    }
    if (flag(map, "failed")) {
      return Kind.FAILURE;
    }
    return flag(map, "acknowledgement") ? Kind.ACKNOWLEDGEMENT : Kind.ANSWER;
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
