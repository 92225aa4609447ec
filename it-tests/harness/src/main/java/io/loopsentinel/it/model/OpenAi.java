package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;

/**
 * The chat completions API of OpenAI.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat">The API</a>
 */
final class OpenAi implements ModelApi {

  @Override
  public String basePath() {
    return "/v1";
  }

  @Override
  public Conversation conversation(JsonNode request) {
    return ChatCompletions.conversation(request);
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
