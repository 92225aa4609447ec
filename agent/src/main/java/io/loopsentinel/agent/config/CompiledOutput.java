package io.loopsentinel.agent.config;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what {@link CompiledInput} reads: numbers of two bytes, and texts of which each is written
 * once, in front of all else, and named by its number. Not thread-safe.
 */
final class CompiledOutput {

  /** All, with their numbers. */
  private final Map<String, Integer> texts;

  private final ByteArrayOutputStream numbers = new ByteArrayOutputStream();

  CompiledOutput() {
    this(new LinkedHashMap<>());
  }

  private CompiledOutput(Map<String, Integer> texts) {
    this.texts = texts;
  }

  /** Writes a number from 0 to 65,535. */
  void writeNumber(int number) {
    if (number != (char) number) {
      throw new IllegalArgumentException("expected 0 to 65,535: " + number);
    }
    numbers.write(number >>> Byte.SIZE);
    numbers.write(number);
  }

  void writeFlag(boolean flag) {
    writeNumber(flag ? 1 : 0);
  }

  void writeText(@Nullable String text) {
    writeNumber(text == null ? 0 : number(text));
  }

  private int number(String text) {
    Integer known = texts.putIfAbsent(text, texts.size() + 1);
    return known == null ? texts.size() : known;
  }

  /** Writes how many texts follow, and these. */
  void writeTexts(Collection<String> list) {
    writeNumber(list.size());
    list.forEach(this::writeText);
  }

  /** Writes a part that a reader may step over. */
  void writePart(Consumer<CompiledOutput> writer) throws IOException {
    CompiledOutput part = new CompiledOutput(texts);
    writer.accept(part);
    writeNumber(part.numbers.size());
    part.numbers.writeTo(numbers);
  }

  /** Returns all that was written. */
  byte[] toBytes() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    out.writeShort(texts.size());
    for (String text : texts.keySet()) {
      byte[] bytes = text.getBytes(CompiledInput.CHARSET);
      out.writeShort(bytes.length);
      out.write(bytes);
    }
    numbers.writeTo(out);
    return all.toByteArray();
  }
}
