package io.loopsentinel.engine.identity;

/**
 * Reads members of objects as most are: in canonical form, no value a container, no more white
 * space than one space after a colon or comma.
 *
 * <p>One loop reads and notes them all, so that the compiler keeps in registers what {@link
 * JsonScanner} has in fields, and all places come from a list and not from each other (see {@link
 * PlainPlaces}). Without it the form of 2.5 KB takes a third more time. Reused; not thread-safe.
 */
final class SimpleMembers {

  private static final int NOT_SIMPLE = -1;

  private final JsonTape tape;
  private final JsonTokens tokens;
  private final PlainPlaces plain;
  private final OpenContainer container;

  SimpleMembers(JsonTape tape, JsonTokens tokens, PlainPlaces plain, OpenContainer container) {
    this.tape = tape;
    this.tokens = tokens;
    this.plain = plain;
    this.container = container;
  }

  /**
   * Reads as many as there are.
   *
   * @param start where the first one begins
   * @return the place after the last one's value, or the same place if there is none
   */
  int read(byte[] json, int start) {
    int index = plain.index(start);
    int[] places = plain.array();
    int count = plain.count() - PlainPlaces.AHEAD;
    long[] entries = tape.array();
    int size = tape.size();
    int room = tape.room() - 2;
    int spaces = 0;
    int after = start;
    int at = start;
    while (index <= count && size <= room && json[at] == '"') {
      int nameEnd = places[index + 1] + 1;
      if (json[nameEnd - 1] != '"' || json[nameEnd] != ':') {
        break;
      }
      int value = skipSpace(json, nameEnd + 1);
      spaces += value - nameEnd - 1;
      int c = json[value];
      int next = index + 2;
      int end;
      if (c == '"') {
        next = closingQuote(json, places, index + 3, count);
        if (next == NOT_SIMPLE) {
          break;
        }
        end = places[next++] + 1;
      } else {
        end = tokens.scalar(value, c);
        if (end < 0) {
          break;
        }
      }
      entries[size] = JsonTape.entry(at, nameEnd);
      entries[size + 1] = JsonTape.entry(value, end);
      container.name(size);
      size += 2;
      after = end;
      index = next;
      if (json[end] != ',') {
        break;
      }
      at = skipSpace(json, end + 1);
      spaces += at - end - 1;
    }
    plain.goTo(index);
    tape.setSize(size);
    if (spaces > 0) {
      container.notDense();
    }
    return after;
  }

  private static int skipSpace(byte[] json, int at) {
    return json[at] == ' ' ? at + 1 : at;
  }

  /**
   * Returns the index of the end of a string in canonical form.
   *
   * @param first of the first place after its beginning
   */
  private static int closingQuote(byte[] json, int[] places, int first, int count) {
    int index = first;
    int at = places[index];
    while (json[at] == '\\' && index <= count) {
      int escaped = json[at + 1];
      if (escaped == '"' || escaped == '\\') {
        index += 2;
      } else if (escaped == 'n' || escaped == 't' || escaped == 'r') {
        index++;
      } else {
        return NOT_SIMPLE;
      }
      at = places[index];
    }
    return json[at] == '"' ? index : NOT_SIMPLE;
  }
}
