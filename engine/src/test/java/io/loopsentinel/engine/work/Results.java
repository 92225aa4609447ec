package io.loopsentinel.engine.work;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The forms in which tools wrap what they give. */
final class Results {

  private Results() {}

  /** Returns the output of a shell and its exit code, in tags. */
  static String tags(int code, String output) {
    return "<returncode>%d</returncode>\n<output>\n%s</output>".formatted(code, lines(output));
  }

  /** Returns the output of a shell and its exit code, as JSON. */
  static String json(int code, String output, String errors) {
    return object()
        .put("exit_code", code)
        .put("stdout", lines(output))
        .put("stderr", lines(errors))
        .toString();
  }

  /** Returns a text as the result of an MCP tool. */
  static String content(String text) {
    ObjectNode result = object();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result.put("isError", false).toString();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String lines(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }
}
