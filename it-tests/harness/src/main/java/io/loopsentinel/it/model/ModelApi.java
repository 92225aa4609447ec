package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** What a model's provider has the requests and responses look like. */
interface ModelApi {

  /** Returns the prefix of its clients' paths. */
  String basePath();

  Conversation conversation(JsonNode request);

  /**
   * Returns why the provider refuses a conversation: tool calls and their answers that do not
   * match. {@code null} if it does not.
   */
  @Nullable String refusal(JsonNode request);

  /** Returns the body of a response with status 400. */
  String error(String message);

  ModelLog log(JsonNode request, Reply reply);

  /** Whether the response is to come in pieces. */
  boolean isStreamed(URI uri, JsonNode request);

  /**
   * Writes a response in one piece.
   *
   * @param number tells this response from others; the ids are made of it
   */
  String response(JsonNode request, Reply reply, int number);

  /** Writes a response as server-sent events. */
  String stream(JsonNode request, Reply reply, int number);
}
