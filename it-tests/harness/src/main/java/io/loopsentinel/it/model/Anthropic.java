package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.Reply.Answer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages API of Anthropic, as far as it takes part here: answers in one piece. What was kept,
 * and what is kept from now on, it counts beside the other input.
 *
 * @see <a href="https://docs.claude.com/en/api/messages">The API</a>
 */
final class Anthropic implements ModelApi {

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
