package io.loopsentinel.engine.identity;

/**
 * Checks that a text is JSON (<a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>) and
 * notes on a tape where its values are.
 *
 * <p>It also finds out which parts are in canonical form as they stand, as most of what a program
 * wrote is: those are later copied instead of written anew.
 *
 * <p>Nothing is recursive, so no text is too deep, and the time is in proportion to its length.
 * Reused from text to text; not thread-safe.
 */
final class JsonScanner {

  private static final int INVALID = JsonTokens.INVALID;
  private static final byte[] NOTHING = {};

  /** Stands for the container around the outermost value. */
  private static final int NONE = -1;

  private final JsonTape tape;
  private final TextBytes text;
  private final PlainPlaces plain = new PlainPlaces();
  private final JsonTokens tokens = new JsonTokens(plain);
  private final OpenContainer container;
  private final SimpleMembers simpleMembers;
  private final ContainerRewriter rewriter;

  /** The text; a negative byte stands for a character that is not ASCII, and 0 for the end. */
  private byte[] json = NOTHING;

  private boolean wholeContainers;

  /** The innermost container that is open. */
  private int open;

  private char closer;
  private int depth;

  JsonScanner(JsonTape tape, TextBytes text, NameOrder order) {
    this.tape = tape;
    this.text = text;
    container = new OpenContainer(tape);
    simpleMembers = new SimpleMembers(tape, tokens, plain, container);
    rewriter = new ContainerRewriter(tape, order);
  }

  /**
   * Reads a text.
   *
   * @param containers whether a container may be noted as canonical without its parts
   * @return false if it is not JSON, or has more values than can be noted
   */
  boolean scan(String newText, boolean containers) {
    text.read(newText);
    json = text.array();
    tape.start(newText, json);
    tokens.start(json, text.length());
    wholeContainers = containers;
    open = NONE;
    closer = 0;
    depth = 0;
    boolean isJson = scan();
    json = NOTHING;
    tokens.release();
    return isJson;
  }

  // In all of the following a place is an index into the text, or INVALID if it is not JSON.

  private boolean scan() {
    int at = skipSpace(0);
    while (at != INVALID && at < text.length() && !tape.isFull()) {
      int c = json[at];
      if (c == '{' || c == '[') {
        open(at, c);
        at = skipSpace(at + 1);
        if (json[at] != closer) {
          if (c != '{') {
            continue;
          }
          int after = simpleMembers.read(json, at);
          if (after == at) {
            at = name(at);
            continue;
          }
          at = after;
        }
      } else {
        at = scalar(at, c);
      }
      // A value ends here, and perhaps the containers around it.
      while (at != INVALID) {
        at = skipSpace(at);
        if (open == NONE) {
          return at == text.length();
        }
        int next = json[at];
        if (next == ',') {
          at = skipSpace(at + 1);
          if (closer != '}') {
            break;
          }
          int after = simpleMembers.read(json, at);
          if (after == at) {
            at = name(at);
            break;
          }
          at = after;
          continue;
        }
        if (next != closer) {
          return false;
        }
        at++;
        close(at);
      }
    }
    return false;
  }

  private void open(int at, int bracket) {
    open = tape.open(at, open << OpenContainer.FLAGS | container.flags());
    closer = bracket == '{' ? '}' : ']';
    // What is too deep is not written as it stands, nor is what it stands in.
    container.begin(wholeContainers && depth < Limits.MAX_DEPTH);
    depth++;
  }

  private void close(int end) {
    int closed = open;
    int around = tape.note(closed);
    int formEnd = container.isCanonical() ? formEnd(closed, end) : ContainerRewriter.NOT_DONE;
    if (formEnd >= 0) {
      tape.closeCanonical(closed, formEnd);
    } else {
      tape.close(closed, container.isSorted());
    }
    open = around >> OpenContainer.FLAGS;
    depth--;
    boolean inObject = open != NONE && tape.first(open) == '{';
    closer = inObject ? '}' : ']';
    container.goOn(around, inObject, closed - 1);
    if (formEnd < 0) {
      container.notCanonical();
    } else if (formEnd < end) {
      container.notDense();
    }
  }

  private int formEnd(int closed, int end) {
    return container.isDense() && container.isSorted()
        ? end
        : rewriter.rewrite(json, closed, end, container.isSorted());
  }

  /** Reads a member's name and the colon; returns the place of its value. */
  private int name(int start) {
    if (json[start] != '"') {
      return INVALID;
    }
    int end = tokens.name(start);
    if (end == INVALID) {
      return INVALID;
    }
    container.name(add(start, end));
    int at = skipSpace(JsonTokens.place(end));
    return json[at] == ':' ? skipSpace(at + 1) : INVALID;
  }

  private int scalar(int start, int c) {
    int end = tokens.scalar(start, c);
    if (end == INVALID) {
      return INVALID;
    }
    add(start, end);
    return JsonTokens.place(end);
  }

  private int add(int start, int end) {
    if (end < 0) {
      container.notCanonical();
    }
    return tape.add(start, end);
  }

  private int skipSpace(int start) {
    return json[start] > ' ' ? start : skipOneOrMore(start);
  }

  private int skipOneOrMore(int start) {
    int at = start;
    for (int c = json[at]; c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = json[at]) {
      at++;
    }
    if (at > start) {
      container.notDense();
    }
    return at;
  }
}
