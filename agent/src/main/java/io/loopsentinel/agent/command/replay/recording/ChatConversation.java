package io.loopsentinel.agent.command.replay.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.recording.Recording.Response;
import io.loopsentinel.agent.command.replay.recording.Recording.ToolCall;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the responses of one conversation from its messages, and gives each call its answer.
 *
 * <p>An answer belongs to the latest call with its id. Without an id, as in the older form with
 * {@code function_call}, it belongs to the oldest call still waiting, of the same name where it
 * says one.
 */
final class ChatConversation {

  private final @Nullable String model;
  private final List<Said> said = new ArrayList<>();
  private final Map<String, Called> byId = new HashMap<>();
  private final List<Called> waiting = new ArrayList<>();
  private long characters;

  /** A response whose calls may still get their answers. */
  private record Said(JsonNode message, String text, List<Called> calls, long read, long written) {}

  /** A call that may still get its answer. */
  private static final class Called {

    private final String tool;
    private final JsonNode arguments;
    private @Nullable String result;
    private boolean failed;

    Called(String tool, JsonNode arguments) {
      this.tool = tool;
      this.arguments = arguments;
    }

    long characters() {
      return (long) tool.length()
          + (arguments.isTextual() ? arguments.textValue() : arguments.toString()).length();
    }

    ToolCall recorded() {
      return new ToolCall(tool, Json.plain(arguments), result, failed);
    }
  }

  /**
   * Begins a conversation.
   *
   * @param model the model of all messages that name none
   */
  ChatConversation(@Nullable String model) {
    this.model = model;
  }

  /** Adds the next message. */
  void add(JsonNode message, int number) throws MalformedRecordException {
    String role = message.path("role").textValue();
    if (role == null) {
      throw new MalformedRecordException(
          "message " + number + ": expected an object with a text \"role\"");
    }
    String text = Objects.requireNonNullElse(text(Json.first(message, "content")), "");
    switch (role) {
      case "assistant", "model" -> response(message, text, number);
      case "tool", "function" -> answer(message, text);
      default -> {
        // What others say tells nothing of loops, but the model has to read it.
      }
    }
    characters += text.length();
  }

  /** Returns all responses so far. */
  List<Response> responses() {
    return said.stream()
        .map(
            each ->
                new Response(
                    each.text(),
                    each.calls().stream().map(Called::recorded).toList(),
                    each.read(),
                    each.written(),
                    ChatReader.usage(each.message().path("usage")),
                    each.message().path("model").asText(model),
                    time(each.message())))
        .toList();
  }

  private void response(JsonNode message, String text, int number) throws MalformedRecordException {
    List<Called> calls = new ArrayList<>();
    for (JsonNode call : message.path("tool_calls")) {
      Called called =
          called(call.path("function").isObject() ? call.get("function") : call, number);
      calls.add(called);
      JsonNode id = Json.first(call, "id", "tool_call_id");
      if (!id.isMissingNode()) {
        byId.put(id.asText(), called);
      }
    }
    if (message.path("function_call").isObject()) {
      calls.add(called(message.get("function_call"), number));
    }
    waiting.addAll(calls);
    long called = calls.stream().mapToLong(Called::characters).sum();
    said.add(new Said(message, text, calls, characters, text.length() + called));
    characters += called;
  }

  private static Called called(JsonNode function, int number) throws MalformedRecordException {
    String tool = function.path("name").textValue();
    if (tool == null) {
      throw new MalformedRecordException(
          "message " + number + ": expected a tool call with a text \"name\"");
    }
    return new Called(tool, Json.first(function, "arguments", "args", "input"));
  }

  private void answer(JsonNode message, String text) {
    JsonNode id = Json.first(message, "tool_call_id");
    Called called = id.isMissingNode() ? oldestWaiting(message) : byId.get(id.asText());
    if (called != null) {
      called.result = text;
      called.failed =
          Boolean.TRUE.equals(Json.flag(message.path("is_error")))
              || "error".equals(message.path("status").textValue());
      waiting.remove(called);
    }
  }

  private @Nullable Called oldestWaiting(JsonNode message) {
    String name = message.path("name").textValue();
    return waiting.stream()
        .filter(called -> name == null || name.equals(called.tool))
        .findFirst()
        .orElse(null);
  }

  /** Returns the text of a content, parts on lines of their own; {@code null} where it is none. */
  private static @Nullable String text(JsonNode content) {
    if (content.isMissingNode()) {
      return null;
    }
    if (content.isArray()) {
      return content
          .valueStream()
          .map(ChatConversation::part)
          .filter(Objects::nonNull)
          .collect(Collectors.joining("\n"));
    }
    return Objects.requireNonNullElseGet(part(content), content::toString);
  }

  /** Images and the like have no text. */
  private static @Nullable String part(JsonNode part) {
    return part.isTextual() ? part.textValue() : Json.first(part, "text", "content").textValue();
  }

  /** Returns when a message was written: ISO 8601 with an offset, or seconds since 1970. */
  private static @Nullable Instant time(JsonNode message) {
    JsonNode time = Json.first(message, "time", "timestamp", "created_at", "created");
    try {
      return time.isNumber()
          ? Instant.ofEpochMilli(Math.round(time.doubleValue() * 1_000))
          : OffsetDateTime.parse(time.asText("")).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
