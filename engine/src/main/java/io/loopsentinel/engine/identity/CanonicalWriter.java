package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.PlainJson.Digits;
import io.loopsentinel.engine.identity.PlainJson.Elements;
import io.loopsentinel.engine.identity.PlainJson.Mark;
import io.loopsentinel.engine.identity.PlainJson.Member;
import io.loopsentinel.engine.identity.PlainJson.Members;
import java.lang.reflect.Array;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values as canonical JSON, up to a bound in characters. Not thread-safe.
 *
 * <p>Strings are escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for a
 * surrogate without its partner; it is written as an escape (<code>&#92;ud800</code>), as <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a> does, so that two
 * different ones stay different.
 */
final class CanonicalWriter {

  private static final int HEX_BITS = 4;
  private static final int HEX_MASK = 0xf;
  private static final int HIGHEST_DIGIT = 12;

  private final StringBuilder text = new StringBuilder();
  private final int maxLength;
  private boolean complete = true;

  private CanonicalWriter(int maxLength) {
    this.maxLength = maxLength;
  }

  /**
   * A value in canonical form.
   *
   * @param complete whether all of it was read and written
   */
  record Form(String text, boolean complete) {}

  /**
   * Writes one of the values that {@link PlainJson} lists.
   *
   * @param maxLength from here on a string is cut, and no member or element is begun
   */
  static Form write(@Nullable Object json, int maxLength) {
    CanonicalWriter writer = new CanonicalWriter(maxLength);
    try {
      writer.value(json);
    } catch (StackOverflowError e) {
      writer.mark(Mark.more(false));
    }
    return new Form(writer.text.toString(), writer.complete);
  }

  /** Returns what a value is sorted by: a text by itself, all others by their canonical form. */
  static Form sortable(@Nullable Object json) {
    return json instanceof String text
        ? new Form(text, true)
        : write(json, CanonicalJson.CHARACTERS);
  }

  private void value(@Nullable Object json) {
    if (json instanceof String string) {
      string(string);
    } else if (json instanceof Members object) {
      object(object);
    } else if (json instanceof Elements array) {
      array(array);
    } else if (json instanceof Long number) {
      text.append(number.longValue());
    } else if (json instanceof Double number) {
      text.append(Es6Number.of(number));
    } else if (json instanceof Digits number) {
      text.append(number.text());
    } else if (json instanceof Mark mark) {
      mark(mark);
    } else if (json != null && json.getClass().isArray()) {
      primitives(json);
    } else {
      text.append(json);
    }
  }

  private void mark(Mark mark) {
    text.append(mark.text());
    complete &= mark.known();
  }

  private void object(Members object) {
    text.append(object.typeName()).append('{');
    for (Member member : object.members()) {
      if (!next('{')) {
        break;
      }
      if (member.isText()) {
        string(member.name());
      } else {
        text.append(member.name());
      }
      text.append(':');
      value(member.value());
    }
    end(object.end(), '}');
  }

  private void array(Elements array) {
    text.append('[');
    for (Object element : array.elements()) {
      if (!next('[')) {
        break;
      }
      value(element);
    }
    end(array.end(), ']');
  }

  private void primitives(Object array) {
    if (array instanceof byte[] bytes) {
      primitives(bytes.length, i -> text.append(bytes[i]));
    } else if (array instanceof int[] numbers) {
      primitives(numbers.length, i -> text.append(numbers[i]));
    } else if (array instanceof double[] numbers) {
      primitives(numbers.length, i -> text.append(Es6Number.of(numbers[i])));
    } else {
      primitives(Array.getLength(array), i -> value(Scalars.plain(Array.get(array, i))));
    }
  }

  private void primitives(int length, IntConsumer write) {
    text.append('[');
    for (int i = 0; i < length && next('['); i++) {
      write.accept(i);
    }
    text.append(']');
  }

  /** Begins a member or element; returns false if there is no room for it. */
  private boolean next(char opening) {
    if (text.charAt(text.length() - 1) != opening) {
      text.append(',');
    }
    if (text.length() >= maxLength) {
      mark(Mark.more(false));
      return false;
    }
    return true;
  }

  private void end(@Nullable Mark notRead, char closing) {
    if (notRead != null) {
      text.append(notRead.known() ? "" : ",");
      mark(notRead);
    }
    text.append(closing);
  }

  private void string(String value) {
    int end = Math.min(value.length(), Math.max(0, maxLength - text.length()));
    complete &= end == value.length();
    text.append('"');
    int start = 0;
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        continue;
      }
      if (i + 1 < end && Character.isSurrogatePair(c, value.charAt(i + 1))) {
        i++;
        continue;
      }
      text.append(value.substring(start, i));
      escape(c);
      start = i + 1;
    }
    text.append(value.substring(start, end)).append('"');
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> text.append('\\').append(c);
      case '\b' -> text.append("\\b");
      case '\t' -> text.append("\\t");
      case '\n' -> text.append("\\n");
      case '\f' -> text.append("\\f");
      case '\r' -> text.append("\\r");
      default -> {
        text.append("\\u");
        for (int shift = HIGHEST_DIGIT; shift >= 0; shift -= HEX_BITS) {
          text.append(Character.forDigit(c >> shift & HEX_MASK, 1 << HEX_BITS));
        }
      }
    }
  }
}
