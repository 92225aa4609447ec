package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.Reply.Answer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages API of Anthropic, as far as it takes part here: answers in one piece. What was kept,
 * and what is kept from now on, it counts beside the other input.
 *
 * @see <a href="https://docs.claude.com/en/api/messages">The API</a>
 */
final class Anthropic implements ModelApi {

  private static final History.Words WORDS =
      new History.Words() {
        @Override
        public String unanswered(int message, List<String> ids) {
          return "messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
              .formatted(message, String.join(", ", ids));
        }

        @Override
        public String answersNothing(int message, String id) {
          return "messages.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
              .formatted(message, id);
        }

        @Override
        public String usedTwice(int message, String id) {
          return "messages.%d: `tool_use` ids must be unique".formatted(message);
        }
      };

  @Override
  public String basePath() {
    return "/v1";
  }

  @Override
  public Conversation conversation(JsonNode request) {
    List<Conversation.Message> messages = new ArrayList<>();
    for (JsonNode message : request.path("messages")) {
      messages.add(
          new Conversation.Message(
              message.path("role").asText(), message.path("content").toString()));
    }
    return new Conversation(messages);
  }

  @Override
  public @Nullable String refusal(JsonNode request) {
    History history = new History(WORDS);
    int number = 0;
    for (JsonNode message : request.path("messages")) {
      List<String> calls = new ArrayList<>();
      boolean answers = false;
      for (JsonNode block : message.path("content")) {
        String type = block.path("type").asText();
        if (type.equals("tool_use")) {
          calls.add(block.path("id").asText());
        } else if (type.equals("tool_result")) {
          history.answered(number, block.path("tool_use_id").asText());
          answers = true;
        }
      }
      if (!answers) {
        history.asked(number, calls);
      }
      number++;
    }
    return history.problem();
  }

  @Override
  public String error(String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("type", "error");
    body.putObject("error").put("type", "invalid_request_error").put("message", message);
    return body.toString();
  }

  @Override
  public ModelLog log(JsonNode request, Reply reply) {
    int input = request.path("messages").toString().length();
    return ModelLog.of(input, text(reply).length(), conversation(request));
  }

  @Override
  public boolean isStreamed(URI uri, JsonNode request) {
    return false;
  }

  @Override
  public String response(JsonNode request, Reply reply, int number) {
    ModelLog log = log(request, reply);
    long created = (log.inputTokens() - log.cachedTokens()) / 2;
    ObjectNode response =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", "msg_" + number)
            .put("type", "message")
            .put("role", "assistant")
            .put("model", request.path("model").asText())
            .put("stop_reason", "end_turn");
    response.putArray("content").addObject().put("type", "text").put("text", text(reply));
    response
        .putObject("usage")
        .put("input_tokens", log.inputTokens() - log.cachedTokens() - created)
        .put("cache_creation_input_tokens", created)
        .put("cache_read_input_tokens", log.cachedTokens())
        .put("output_tokens", log.outputTokens());
    return response.toString();
  }

  @Override
  public String stream(JsonNode request, Reply reply, int number) {
    throw new UnsupportedOperationException("Comes in one piece");
  }

  private static String text(Reply reply) {
    if (reply instanceof Answer answer) {
      return answer.text();
    }
    throw new IllegalArgumentException("No answer: " + reply);
  }
}
