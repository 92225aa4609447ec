package io.loopsentinel.engine.outcome;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call, as keys: outcomes are the same in some respect if their keys are equal.
 *
 * <p>All keys are 64-bit hashes and never 0, so that 0 can stand for an unseen outcome; only {@code
 * errorKey} and {@code receiptKey} may be 0. Keys are for comparison within one process and may
 * change with any version.
 *
 * @param rawKey key of the whole text: equal if the text is, character by character; if the text
 *     wraps an acknowledgement, without volatile tokens
 * @param normalisedKey key of the text without volatile tokens
 * @param settledKey key of the shown content: equal if a repetition of the same call shows nothing
 *     new. Only keys of calls with equal arguments may be compared
 * @param stagnationKey equal if calls with different arguments had the same answer. Meaningless for
 *     a failure or an acknowledgement
 * @param receiptKey key of what was done: of an acknowledgement, or of an answer that reports that
 *     something with an id was made, without that id; 0 if it is neither
 * @param errorKey key of the failure: the telling line and the counts of failures; 0 if none
 * @param tellingLine the line that distinguishes this failure from others, made comparable: without
 *     numbers and volatile tokens, with § for the call's own arguments, at most 200 characters. It
 *     is part of the tool's answer: for the message to the model, never for a log; null if none
 * @param readableLine the same line as written, for the message to the model, never for a log;
 *     without control characters, at most 160 characters; null if none, or if the answer contains
 *     objects of the application
 * @param substantial whether the text says too much to be the answer to two questions by chance
 * @param record whether it is a flat JSON object of several members: an answer, even if it is the
 *     only one of its tool
 * @param words the words of the call's arguments
 * @param sentences what the failure says, see {@link ErrorSentences}; empty if the call did not
 *     fail
 */
public record Outcome(
    long rawKey,
    long normalisedKey,
    long settledKey,
    long stagnationKey,
    long receiptKey,
    Kind kind,
    long errorKey,
    @Nullable String tellingLine,
    @Nullable String readableLine,
    boolean substantial,
    boolean record,
    WordSet words,
    WordSet sentences) {

  public enum Kind {
    /** The call failed. */
    FAILURE,
    /** Something that the call asked about still runs, waits or is queued. */
    WAITING,
    /** The call succeeded and returned no text. */
    SILENCE,
    /** The result only says that the call was done: "ok", "file created". */
    ACKNOWLEDGEMENT,
    /** The result shows the text that the call itself has just written. */
    ECHO,
    /** Anything else. */
    ANSWER
  }

  /** Returns this outcome of a call whose arguments have these words. */
  public Outcome of(WordSet ofArguments) {
    return with(kind, ofArguments);
  }

  public Outcome with(Kind other) {
    return with(other, words);
  }

  private Outcome with(Kind other, WordSet ofArguments) {
    return new Outcome(
        rawKey,
        normalisedKey,
        settledKey,
        stagnationKey,
        receiptKey,
        other,
        errorKey,
        tellingLine,
        readableLine,
        substantial,
        record,
        ofArguments,
        sentences);
  }

  public boolean failed() {
    return kind == Kind.FAILURE;
  }

  /** Returns whether the call succeeded and asked about nothing that is still to change. */
  public boolean isFinal() {
    return kind != Kind.FAILURE && kind != Kind.WAITING;
  }

  /** Returns whether it only acknowledges the call. */
  public boolean acknowledgement() {
    return kind == Kind.ACKNOWLEDGEMENT || kind == Kind.SILENCE;
  }

  /**
   * Returns whether it is a short answer that nothing was found or exists. The keys of a record may
   * differ because of its id.
   */
  public boolean negative() {
    return !record && stagnationKey != normalisedKey;
  }

  /** Returns the keys by their documented names, without any text. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind.name().toLowerCase(Locale.ROOT));
    map.put("raw", hex(rawKey));
    map.put("normalised", hex(normalisedKey));
    map.put("settled", hex(settledKey));
    map.put("stagnation", hex(stagnationKey));
    if (receiptKey != 0) {
      map.put("receipt", hex(receiptKey));
    }
    map.put("error", hex(errorKey));
    map.put("substantial", substantial);
    if (record) {
      map.put("record", true);
    }
    map.put("words", words.toText());
    if (!sentences.isEmpty()) {
      map.put("sentences", sentences.toText());
    }
    return map;
  }

  /**
   * Returns the outcome that {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException if the map is invalid; the message names the member
   */
  public static Outcome of(Map<?, ?> map) {
    return new Outcome(
        key(map, "raw"),
        key(map, "normalised"),
        key(map, "settled"),
        key(map, "stagnation"),
        map.containsKey("receipt") ? key(map, "receipt") : 0,
        kind(map),
        key(map, "error"),
        null,
        null,
        flag(map, "substantial"),
        flag(map, "record"),
        words(map, "words"),
        words(map, "sentences"));
  }

  /** Returns the kind. Audit logs of earlier versions have two flags instead. */
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

  private static WordSet words(Map<?, ?> map, String name) {
    try {
      return map.get(name) instanceof String text ? WordSet.ofText(text) : WordSet.EMPTY;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("expected Base64 in \"" + name + "\"", e);
    }
  }

  private static boolean flag(Map<?, ?> map, String name) {
    return Boolean.TRUE.equals(map.get(name));
  }
}
