package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one response as the server-sent events of a stream, in pieces as a real model does.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat-streaming">The API</a>
 */
final class ChatCompletionStream {

  private static final int PIECE = 16;

  /**
   * Spring AI 1.x loses pieces of a stream that come before they are asked for, which it does for
   * 256 at a time: its model merges them by {@code switchMap}, which drops what nobody has asked
   * for once the next one is there.
   */
  private static final int MAX_PIECES = 100;

  private final JsonNode request;
  private final int number;
  private final StringBuilder events = new StringBuilder();

  private ChatCompletionStream(JsonNode request, int number) {
    this.request = request;
    this.number = number;
  }

  static String response(JsonNode request, Reply reply, int number) {
    return new ChatCompletionStream(request, number).write(reply);
  }

  private String write(Reply reply) {
    boolean onlyCalls = reply instanceof ToolCalls tools && tools.text().isEmpty();
    choice(object().put("role", "assistant").put("content", onlyCalls ? null : ""), null);
    if (reply instanceof Answer answer) {
      writeText(answer.text());
    } else if (reply instanceof ToolCalls tools) {
      if (!tools.text().isEmpty()) {
        writeText(tools.text());
      }
      for (int i = 0; i < tools.calls().size(); i++) {
        writeToolCall(tools.calls().get(i), i);
      }
    }
    choice(object(), ChatCompletions.finishReason(reply));
    ObjectNode last = ChatCompletions.envelope("chat.completion.chunk", request, number);
    last.putArray("choices");
    last.set("usage", ChatCompletions.usage(request, reply));
    return event(last.toString()).append("data: [DONE]\n\n").toString();
  }

  private void writeText(String text) {
    pieces(text).forEach(piece -> choice(object().put("content", piece), null));
  }

  private void writeToolCall(ToolCall call, int index) {
    toolCallDelta(ChatCompletions.toolCall(call, number, index).put("index", index));
    for (String piece : pieces(call.arguments())) {
      ObjectNode delta = object().put("index", index);
      delta.putObject("function").put("arguments", piece);
      toolCallDelta(delta);
    }
  }

  private void toolCallDelta(ObjectNode call) {
    ObjectNode delta = object();
    delta.putArray("tool_calls").add(call);
    choice(delta, null);
  }

  private void choice(ObjectNode delta, @Nullable String finishReason) {
    ObjectNode chunk = ChatCompletions.envelope("chat.completion.chunk", request, number);
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.put("finish_reason", finishReason);
    event(chunk.toString());
  }

  private StringBuilder event(String data) {
    return events.append("data: ").append(data).append("\n\n");
  }

  private static List<String> pieces(String text) {
    int length = Math.max(PIECE, text.length() / MAX_PIECES);
    return List.of(text.split("(?<=\\G.{" + length + "})", -1));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
