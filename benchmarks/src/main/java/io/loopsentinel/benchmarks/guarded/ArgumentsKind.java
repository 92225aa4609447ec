package io.loopsentinel.benchmarks.guarded;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What tools are called with: JSON as text of four sizes, and a map. */
public enum ArgumentsKind {
  /** A map of 84 bytes as JSON. */
  MAP(84, 256),
  /** A text of 84 bytes. */
  TEXT_84(84, 256),
  /** A text of 2.5 KB. */
  TEXT_2500(2_500, 256),
  /** A text of 64 KiB. */
  TEXT_64K(64 << 10, 64),
  /** A text of 1 MiB. */
  TEXT_1M(1 << 20, 32);

  private static final int FIRST = 1_000_000;

  private final int size;
  private final int inTurn;

  ArgumentsKind(int size, int inTurn) {
    this.size = size;
    this.inTurn = inTurn;
  }

  /**
   * Returns the arguments of a call by the number of the call.
   *
   * <p>The map is one object with a new number in it each time. Texts are made before; they come
   * again after more calls than a guard looks back on, 32 at least.
   */
  public IntFunction<Object> source() {
    if (this == MAP) {
      Map<String, Object> map = map();
      return call -> {
        map.put("line", FIRST + call);
        return map;
      };
    }
    String[] texts = new String[inTurn];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(FIRST + i);
    }
    return call -> texts[call & (texts.length - 1)];
  }

  /** Returns how many calls it takes to have what reads them compiled. */
  public int callsToWarmUp() {
    return Math.max(50, Math.min(20_000, 20_000_000 / size));
  }

  /** Returns how many texts come in turn, a power of two. */
  public int inTurn() {
    return inTurn;
  }

  private static Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("path", "src/main/java/com/acme/Dispatcher.java");
    map.put("query", "timeout +");
    return map;
  }

  private String text(int number) {
    if (size < 100) {
      Map<String, Object> map = map();
      return "{\"path\":\"%s\",\"query\":\"%s\",\"line\":%d}"
          .formatted(map.get("path"), map.get("query"), number);
    }
    StringBuilder text = new StringBuilder(size).append("{\"request\":").append(number);
    text.append(",\"edits\":[");
    for (int i = 0; text.length() < size - 160; i++) {
      text.append(i == 0 ? "" : ",").append(edit(i));
    }
    text.append("],\"comment\":\"");
    text.append("x".repeat(size - text.length() - 2));
    return text.append("\"}").toString();
  }

  /** As a model writes it: keys as they come to its mind, a quote and an end of line escaped. */
  private static String edit(int number) {
    return """
    {"path":"src/main/java/com/acme/File%d.java","line":%d,"confidence":0.%d,\
    "before":"log(\\"done\\");\\n","after":"return result;"}\
    """
        .formatted(number, number * 7, 1 + number % 9);
  }
}
