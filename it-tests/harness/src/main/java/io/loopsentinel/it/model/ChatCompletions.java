package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON of the OpenAI chat completions API, as far as it takes part here.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat/object">The API</a>
 */
final class ChatCompletions {

  private ChatCompletions() {}

  static Conversation conversation(JsonNode request) {
    List<Conversation.Message> messages = new ArrayList<>();
    for (JsonNode message : request.path("messages")) {
      JsonNode content = message.path("content");
      messages.add(
          new Conversation.Message(
              message.path("role").asText(),
              content.isTextual() ? content.textValue() : content.toString()));
    }
    return new Conversation(messages);
  }

  static ModelLog log(JsonNode request, Reply reply) {
    int input =
        request.path("messages").toString().length() + request.path("tools").toString().length();
    int output = message(reply, 0).toString().length();
    return ModelLog.of(input, output, conversation(request));
  }

  /**
   * Writes a response in one piece.
   *
   * @param number tells this response from others; the ids are made of it
   */
  static String response(JsonNode request, Reply reply, int number) {
    ObjectNode response = envelope("chat.completion", request, number);
    ObjectNode choice = response.putArray("choices").addObject().put("index", 0);
    choice.set("message", message(reply, number));
    choice.put("finish_reason", finishReason(reply));
    response.set("usage", usage(request, reply));
    return response.toString();
  }

  /** Returns an object with what responses and chunks have in common. */
  static ObjectNode envelope(String kind, JsonNode request, int number) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", "chatcmpl-" + number)
        .put("object", kind)
        .put("created", 1_700_000_000 + number)
        .put("model", request.path("model").asText());
  }

  static String finishReason(Reply reply) {
    return reply instanceof Answer ? "stop" : "tool_calls";
  }

  static ObjectNode usage(JsonNode request, Reply reply) {
    ModelLog log = log(request, reply);
    ObjectNode usage =
        JsonNodeFactory.instance
            .objectNode()
            .put("prompt_tokens", log.inputTokens())
            .put("completion_tokens", log.outputTokens())
            .put("total_tokens", log.tokens());
    usage.putObject("prompt_tokens_details").put("cached_tokens", log.cachedTokens());
    return usage;
  }

  /** Returns a tool call without its arguments. */
  static ObjectNode toolCall(ToolCall call, int number, int index) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", "call_%05d_%d".formatted(number, index)).put("type", "function");
    node.putObject("function").put("name", call.tool()).put("arguments", "");
    return node;
  }

  private static ObjectNode message(Reply reply, int number) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    if (reply instanceof Answer answer) {
      message.put("content", answer.text());
    } else if (reply instanceof ToolCalls tools) {
      message.put("content", tools.text().isEmpty() ? null : tools.text());
      ArrayNode calls = message.putArray("tool_calls");
      for (ToolCall call : tools.calls()) {
        ObjectNode node = toolCall(call, number, calls.size());
        node.withObject("/function").put("arguments", call.arguments());
        calls.add(node);
      }
    }
    return message;
  }
}
