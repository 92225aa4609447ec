package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chat completions API of OpenAI.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat">The API</a>
 */
final class OpenAi implements ModelApi {

  /** The misspelling is the provider's. */
  private static final History.Words WORDS =
      new History.Words() {
        @Override
        public String unanswered(int message, List<String> ids) {
          return "An assistant message with 'tool_calls' must be followed by tool messages responding"
              + " to each 'tool_call_id'. The following tool_call_ids did not have response messages: "
              + String.join(", ", ids);
        }

        @Override
        public String answersNothing(int message, String id) {
          return "Invalid parameter: messages with role 'tool' must be a response to a preceeding"
              + " message with 'tool_calls'.";
        }

        @Override
        public String usedTwice(int message, String id) {
          return "Duplicate value for 'tool_call_id' of '" + id + "' in message[" + message + "]";
        }
      };

  @Override
  public String basePath() {
    return "/v1";
  }

  @Override
  public Conversation conversation(JsonNode request) {
    return ChatCompletions.conversation(request);
  }

  @Override
  public @Nullable String refusal(JsonNode request) {
    History history = new History(WORDS);
    int number = 0;
    for (JsonNode message : request.path("messages")) {
      if (message.path("role").asText().equals("tool")) {
        history.answered(number, message.path("tool_call_id").asText());
      } else {
        List<String> ids = new ArrayList<>();
        message.path("tool_calls").forEach(call -> ids.add(call.path("id").asText()));
        history.asked(number, ids);
      }
      number++;
    }
    return history.problem();
  }

  @Override
  public String error(String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("error")
        .put("message", message)
        .put("type", "invalid_request_error")
        .put("param", "messages")
        .putNull("code");
    return body.toString();
  }

  @Override
  public ModelLog log(JsonNode request, Reply reply) {
    return ChatCompletions.log(request, reply);
  }

  @Override
  public boolean isStreamed(URI uri, JsonNode request) {
    return request.path("stream").asBoolean();
  }

  @Override
  public String response(JsonNode request, Reply reply, int number) {
    return ChatCompletions.response(request, reply, number);
  }

  @Override
  public String stream(JsonNode request, Reply reply, int number) {
    return ChatCompletionStream.response(request, reply, number);
  }
}
