package io.loopsentinel.agent.guard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A method whose target is wrong in many ways, and the configuration of that target. */
final class GuardedDesk {

  private GuardedDesk() {}

  /** What stands before the names of the types below; left out of what is compared. */
  static final String HERE = GuardedDesk.class.getName() + "$";

  interface Context {
    String id();
  }

  record Request(String tool, @Nullable Context context, int level) {

    static final String KIND = "request";

    static int twice(int number) {
      return 2 * number;
    }

    static String both(String one, Object other) {
      return one + other;
    }

    static String both(Object one, String other) {
      return one + other;
    }
  }

  static final class Memory {

    private final String secret = "s";

    String read() {
      return secret;
    }
  }

  record Answer(String text) {}

  interface Json {
    String string();

    boolean isString();

    void dispatch();
  }

  @interface Hidden {}

  @SuppressWarnings("unused") // guarded, not called
  static class Desk {

    Answer dispatch(
        Request request,
        Map<?, ?> options,
        @Nullable Object any,
        List<String> names,
        Memory memory) {
      return new Answer(request.tool());
    }

    static Answer open(Request request) {
      return new Answer(request.tool());
    }

    static void send(Request request) {}
  }

  static Object[] values(@Nullable Object any) {
    return new Object[] {
      new Request("search", null, 1),
      new TreeMap<>(Map.of("a", 1)),
      any,
      List.of("x", "y"),
      new Memory()
    };
  }

  static String said(String text) {
    return text.replace(HERE, "");
  }

  /** Writes a value of YAML; positions are told as they stand in the file. */
  static String quoted(String expression) {
    return "'" + expression.replace("'", "''").replace("HERE", HERE) + "'";
  }

  static String yaml(String kind, String method, String key, String value) {
    return """
    sentinel:
      targets:
        - name: t
          kind: %s
          type: TYPE
          method: %s
          %s: %s
    """
            .formatted(kind, method, key, value)
        + (kind.equals("tool") && !key.equals("tool") ? "      tool: method\n" : "");
  }
}
