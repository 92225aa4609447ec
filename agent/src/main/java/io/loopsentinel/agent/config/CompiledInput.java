package io.loopsentinel.agent.config;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers and texts in the order in which {@link CompiledOutput} wrote them. Not thread-safe,
 * but {@link #readPart} gives readers that may be used by other threads.
 *
 * <p>A {@link java.io.DataInputStream} would do. It takes each byte of a text through three
 * methods, of which the JIT compiler made more than of any class of the agent when an application
 * started.
 */
final class CompiledInput {

  static final Charset CHARSET = StandardCharsets.UTF_8;

  private final byte[] bytes;

  /** Where each text begins, with its length. */
  private final int[] texts;

  private int at;

  private CompiledInput(byte[] bytes, int[] texts, int at) {
    this.bytes = bytes;
    this.texts = texts;
    this.at = at;
  }

  /** Begins to read. */
  static CompiledInput of(byte[] bytes) {
    CompiledInput input = new CompiledInput(bytes, new int[0], 0);
    int[] texts = new int[input.readNumber()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = input.at;
      input.at += 2 + input.number(input.at);
    }
    return new CompiledInput(bytes, texts, input.at);
  }

  int readNumber() {
    int number = number(at);
    at += 2;
    return number;
  }

  boolean readFlag() {
    return readNumber() != 0;
  }

  String readText() {
    return Objects.requireNonNull(readTextOrNull());
  }

  @Nullable String readTextOrNull() {
    int number = readNumber();
    if (number == 0) {
      return null;
    }
    int text = texts[number - 1];
    return new String(bytes, text + 2, number(text), CHARSET);
  }

  List<String> readTexts() {
    int size = readNumber();
    List<String> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(readText());
    }
    return list;
  }

  /** Returns a reader of the part that comes next, and steps over it. */
  CompiledInput readPart() {
    int size = readNumber();
    CompiledInput part = new CompiledInput(bytes, texts, at);
    at += size;
    return part;
  }

  /** Returns another reader that begins where this one stands. */
  CompiledInput copy() {
    return new CompiledInput(bytes, texts, at);
  }

  private int number(int from) {
    return ((bytes[from] & 0xff) << Byte.SIZE) | (bytes[from + 1] & 0xff);
  }
}
