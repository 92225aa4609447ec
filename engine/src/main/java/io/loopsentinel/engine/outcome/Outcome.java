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
 * <p>An {@link OutcomeReader} fills it, as often as it is asked to, so nobody may keep it beyond
 * the next call. Not thread-safe.
 */
public final class Outcome {

  private long rawKey;
  private long normalisedKey;
  private long settledKey;
  private boolean acknowledgement;
  private boolean failed;
  private long errorKey;
  private @Nullable String tellingLine;
  private @Nullable String readableLine;
  private long stagnationKey;
  private boolean substantial;
  private long sketchBits;
  private int sketchWords;
  private @Nullable Scratch scratch;

  /** Creates one to be filled. */
  public Outcome() {}

  /** Returns the key of the whole text: equal for the same text, character by character. */
  public long rawKey() {
    return rawKey;
  }

  /** Returns the key of the text without volatile tokens. */
  public long normalisedKey() {
    return normalisedKey;
  }

  /**
   * Returns the key of what the text shows: equal where a repetition of the same call shows nothing
   * new. Only keys of calls with equal arguments may be compared.
   */
  public long settledKey() {
    return settledKey;
  }

  /** Whether it only says that the call was done ("ok", an empty text); never of a failure. */
  public boolean acknowledgement() {
    return acknowledgement;
  }

  /** Whether the call failed. */
  public boolean failed() {
    return failed;
  }

  /** Returns the key of the failure: the telling line and the counts of what failed; 0 if none. */
  public long errorKey() {
    return errorKey;
  }

  /**
   * Returns the line that tells this failure from others, made comparable.
   *
   * <p>It has no numbers, no volatile tokens, and § for the call's own arguments; at most 200
   * characters. It is a part of the tool's answer: for the message to the model, never for a log.
   *
   * @return null if the call did not fail
   */
  public @Nullable String tellingLine() {
    return tellingLine;
  }

  /**
   * Returns the same line as it was written, for the message to the model, never for a log.
   *
   * @return without control characters, at most 160 characters; null if the call did not fail
   */
  public @Nullable String readableLine() {
    return readableLine;
  }

  /**
   * Returns a key that is equal where calls with different arguments had the same answer. It says
   * nothing of a failure or an acknowledgement.
   */
  public long stagnationKey() {
    return stagnationKey;
  }

  /** Whether the text is so long that two questions hardly ever share it by chance. */
  public boolean substantial() {
    return substantial;
  }

  /** Returns the bits of the sketch of the call's arguments. */
  public long sketchBits() {
    return sketchBits;
  }

  /** Returns how many words the sketch of the call's arguments is of. */
  public int sketchWords() {
    return sketchWords;
  }

  /** Returns the sketch of the call's arguments. */
  public ArgumentSketch sketch() {
    return new ArgumentSketch(sketchBits, sketchWords);
  }

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
    map.put("sketch", hex(sketchBits));
    map.put("sketch_words", sketchWords);
    return map;
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException if it is no such map; says which member is wrong
   */
  public static Outcome of(Map<?, ?> map) {
    Outcome outcome = new Outcome();
    int words = map.get("sketch_words") instanceof Number n ? n.intValue() : 0;
    outcome.begin(key(map, "sketch"), words, flag(map, "substantial"));
    outcome.setKeys(key(map, "raw"), key(map, "normalised"), key(map, "settled"));
    outcome.stagnationKey = key(map, "stagnation");
    outcome.acknowledgement = flag(map, "acknowledgement");
    outcome.failed = flag(map, "failed");
    outcome.errorKey = key(map, "error");
    return outcome;
  }

  /** Forgets what it was of before. */
  void begin(long bits, int words, boolean isSubstantial) {
    sketchBits = bits;
    sketchWords = words;
    substantial = isSubstantial;
    acknowledgement = false;
    failed = false;
    errorKey = 0;
    tellingLine = null;
    readableLine = null;
  }

  /** Returns what it takes to read one. */
  Scratch scratch() {
    Scratch kept = scratch;
    if (kept == null) {
      kept = new Scratch();
      scratch = kept;
    }
    return kept;
  }

  /** Sets the keys of a text; {@link #setAnswer} and {@link #setEcho} may change them. */
  void setKeys(long raw, long normalised, long settled) {
    rawKey = raw;
    normalisedKey = normalised;
    settledKey = settled;
    stagnationKey = normalised;
  }

  /** Makes it one that shows what the call has written. */
  void setEcho(long key) {
    settledKey = key;
  }

  /** Makes it a negative answer. */
  void setAnswer(long key) {
    stagnationKey = key;
  }

  void setAcknowledgement() {
    acknowledgement = true;
  }

  void setFailure(Failure failure) {
    failed = true;
    errorKey = failure.key();
    tellingLine = failure.tellingLine();
    readableLine = failure.readableLine();
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

  private static boolean flag(Map<?, ?> map, String name) {
    return Boolean.TRUE.equals(map.get(name));
  }
}
