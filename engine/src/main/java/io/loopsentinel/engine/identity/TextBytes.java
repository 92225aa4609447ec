package io.loopsentinel.engine.identity;

/**
 * A whole text as {@link CharacterBytes}, with a 0 after its end.
 *
 * <p>To read a character takes no more than to read an array: through a window of 2048 characters,
 * scanning took half as long again. The array is kept from text to text, a long one as long as long
 * texts come. Not thread-safe.
 */
final class TextBytes {

  private static final int INITIAL = 1 << 11;

  /** The longest array kept whatever the texts are. */
  private static final int KEPT = 1 << 16;

  /** The longest array kept for the next text of that size, 1.25 MiB. */
  private static final int KEPT_AWHILE = 5 << 18;

  /** How many texts in turn that need no long array make it go. */
  private static final int SHORT_TEXTS = 256;

  private byte[] bytes = new byte[INITIAL];
  private CharacterBytes copier = new CharacterBytes(bytes);
  private int length;
  private int shortTexts;

  /** Copies a text. */
  void read(String text) {
    length = text.length();
    if (length + (long) PlainBytes.SLACK > bytes.length) {
      resize((int) Math.min(Integer.MAX_VALUE - PlainBytes.SLACK, sizeFor(length)));
    }
    for (int at = 0; at < length; at += CharacterBytes.MAX) {
      copier.copy(text, at, Math.min(length, at + CharacterBytes.MAX), at);
    }
    bytes[length] = 0;
  }

  /** Lets go of the array if it is too long to be kept. */
  void release() {
    if (bytes.length > KEPT) {
      shortTexts = sizeFor(length) > KEPT ? 0 : shortTexts + 1;
      if (bytes.length > KEPT_AWHILE || shortTexts == SHORT_TEXTS) {
        resize(INITIAL);
      }
    }
    length = 0;
  }

  /** Returns the array, until the next text is read. */
  byte[] array() {
    return bytes;
  }

  /** Returns the number of characters. */
  int length() {
    return length;
  }

  /** Some room for the next text to be longer, but not so much that the array would not be kept. */
  private static long sizeFor(int length) {
    long needed = (long) length + PlainBytes.SLACK;
    return Math.max(needed, Math.min(needed + needed / 4, KEPT_AWHILE));
  }

  private void resize(int size) {
    bytes = new byte[size];
    copier = new CharacterBytes(bytes);
    shortTexts = 0;
  }
}
