package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random JSON values, and random ways to write one value down. */
final class RandomJson {

  private static final String[] PIECES = {
    "a", "b", "Z", "0", " ", "é", "e\u0301", "€", "😂", "דּ", "\"", "\\", "/", "\n", "\u0001",
    "\u007f", "\ud800", "\udc00"
  };

  private static final String[] PLAIN_PIECES = {"a", "b", "path", "line_", "Z", "0", " ", "."};

  private final Random random;
  private final String[] pieces;
  private final boolean plain;

  RandomJson(long seed) {
    this(seed, false);
  }

  private RandomJson(long seed, boolean plain) {
    this.random = new Random(seed);
    this.plain = plain;
    this.pieces = plain ? PLAIN_PIECES : PIECES;
  }

  /**
   * Of values as tools mostly have them: short words of ASCII and few long texts, written without
   * escapes, numbers in one form, and often without white space.
   */
  static RandomJson plain(long seed) {
    return new RandomJson(seed, true);
  }

  Map<String, @Nullable Object> object() {
    return object(3);
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    int size = random.nextInt(12) == 0 ? 60 : random.nextInt(5);
    for (int i = 0; i < size; i++) {
      members.put(name(), value(depth - 1));
    }
    return members;
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 7)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt(20) - 10;
      case 3 -> random.nextLong();
      case 4 -> random.nextInt(1000) / 8.0;
      case 5 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      case 6 -> text();
      case 7 -> list(depth);
      default -> object(depth);
    };
  }

  private List<@Nullable Object> list(int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      elements.add(value(depth - 1));
    }
    return elements;
  }

  /** Without surrogates that have no partner: text with these in names is not parsed. */
  private String name() {
    return new String(text().getBytes(UTF_8), UTF_8);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int size = plain && random.nextInt(50) == 0 ? random.nextInt(1000) : random.nextInt(4);
    for (int i = 0; i < size; i++) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  /** Writes a value as JSON with members in any order, any white space, escapes, number forms. */
  String write(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private void write(@Nullable Object value, StringBuilder out) {
    space(out);
    if (value instanceof Map<?, ?> members) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(members.entrySet());
      Collections.shuffle(entries, random);
      String before = "{";
      for (Map.Entry<?, ?> entry : entries) {
        out.append(before);
        space(out);
        name((String) entry.getKey(), out);
        space(out);
        out.append(':');
        write(entry.getValue(), out);
        before = ",";
      }
      out.append(entries.isEmpty() ? "{" : "");
      space(out);
      out.append('}');
    } else if (value instanceof List<?> elements) {
      out.append('[');
      for (int i = 0; i < elements.size(); i++) {
        out.append(i > 0 ? "," : "");
        write(elements.get(i), out);
      }
      space(out);
      out.append(']');
    } else if (value instanceof String text) {
      string(text, out);
    } else {
      out.append(value instanceof Number number ? number(number) : String.valueOf(value));
    }
    space(out);
  }

  /** Escapes no half of a pair of surrogates: one escaped half in a name is not parsed. */
  private void name(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        out.append(c);
      } else {
        character(c, out);
      }
    }
    out.append('"');
  }

  private void string(String text, StringBuilder out) {
    out.append('"');
    text.chars().forEach(c -> character((char) c, out));
    out.append('"');
  }

  private void character(char c, StringBuilder out) {
    if (c < ' ' || (!plain && random.nextInt(4) == 0)) {
      out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
    } else if (c == '"' || c == '\\' || (c == '/' && random.nextBoolean())) {
      out.append('\\').append(c);
    } else {
      out.append(c);
    }
  }

  private String number(Number number) {
    String text = number.toString();
    boolean exact = !(number instanceof Long) || Math.abs(number.longValue()) < 1L << 53;
    if (plain || !exact || text.contains("E")) {
      return text;
    }
    String fraction = text.contains(".") ? "" : ".0";
    return switch (random.nextInt(5)) {
      case 0 -> text + fraction;
      case 1 -> text + fraction + "00000000000000000000";
      case 2 -> text + "e0";
      case 3 -> text + "E+00";
      default -> text;
    };
  }

  private void space(StringBuilder out) {
    if (plain && random.nextInt(8) > 0) {
      return;
    }
    out.append(" \n\t\r", 0, Math.max(0, random.nextInt(8) - 3));
  }

  /** Returns a copy of an object that differs from it in one place, as JSON sees it. */
  Map<String, @Nullable Object> changed(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(object);
    if (copy.isEmpty() || random.nextInt(4) == 0) {
      copy.put("new" + text(), value(1));
      return copy;
    }
    String name = new ArrayList<>(copy.keySet()).get(random.nextInt(copy.size()));
    if (random.nextInt(3) == 0) {
      copy.remove(name);
    } else {
      copy.put(name, changedValue(copy.get(name)));
    }
    return copy;
  }

  private @Nullable Object changedValue(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      return String.valueOf(value);
    }
    if (value instanceof Integer number) {
      return random.nextBoolean() ? number + 1 : number.toString();
    }
    if (value instanceof Long number) {
      return number + 1;
    }
    if (value instanceof Double number) {
      return Math.nextUp(number);
    }
    if (value instanceof String text) {
      return text + pieces[random.nextInt(pieces.length)];
    }
    return List.of(value);
  }
}
