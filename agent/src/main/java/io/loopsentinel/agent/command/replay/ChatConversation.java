package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.Recording.Response;
import io.loopsentinel.agent.command.replay.Recording.ToolCall;
import io.loopsentinel.agent.command.replay.Recording.Usage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a conversation in the chat format of OpenAI, which is told at
 * https://platform.openai.com/docs/api-reference/chat, and gives each call its answer.
 *
 * <p>An answer belongs to the latest call with its id. Without an id, as in the older form with
 * {@code function_call}, it belongs to the oldest call still waiting, of the same name where it
 * says one.
 */
final class ChatConversation {

  private final JsonNode messages;
  private final List<JsonNode> calls = new ArrayList<>();
  private final Map<String, JsonNode> byId = new HashMap<>();
  private final IdentityHashMap<JsonNode, JsonNode> answers = new IdentityHashMap<>();

  private ChatConversation(JsonNode messages) {
    this.messages = messages;
  }

  /**
   * Reads a line: an object with {@code messages}, or the array of messages alone.
   *
   * @param place names a run that has no id
   */
  static Recording read(String line, String place) throws MalformedRecordException {
    JsonNode run = Json.read(line);
    JsonNode messages = run.isArray() ? run : run.path("messages");
    if (!messages.isArray()) {
      throw new MalformedRecordException("expected an object with a list \"messages\"");
    }
    ChatConversation conversation = new ChatConversation(messages);
    for (int i = 0; i < messages.size(); i++) {
      conversation.match(messages.get(i), i);
    }
    return new Recording(
        Json.first(run, "id", "run_id").asText(place),
        run.path("source").textValue(),
        Json.flag(run.path("success")),
        usage(run.path("usage")),
        conversation.responses(run.path("model").textValue()),
        null);
  }

  /** Takes note of the calls in a message, or of which call it answers. */
  private void match(JsonNode message, int number) throws MalformedRecordException {
    String role = message.path("role").textValue();
    if (role == null) {
      throw new MalformedRecordException(
          "message " + number + ": expected an object with a text \"role\"");
    }
    for (JsonNode call : calls(message)) {
      if (!function(call).path("name").isTextual()) {
        throw new MalformedRecordException(
            "message " + number + ": expected a tool call with a text \"name\"");
      }
      calls.add(call);
      byId.put(Json.first(call, "id", "tool_call_id").asText(), call);
    }
    if (role.equals("tool") || role.equals("function")) {
      JsonNode id = Json.first(message, "tool_call_id");
      JsonNode call = id.isMissingNode() ? oldestWaiting(message) : byId.get(id.asText());
      if (call != null) {
        answers.put(call, message);
      }
    }
  }

  private @Nullable JsonNode oldestWaiting(JsonNode answer) {
    String name = answer.path("name").textValue();
    return calls.stream()
        .filter(call -> !answers.containsKey(call))
        .filter(call -> name == null || name.equals(function(call).path("name").textValue()))
        .findFirst()
        .orElse(null);
  }

  /** Returns what the model said; what others said, it had to read. */
  private List<Response> responses(@Nullable String model) {
    List<Response> responses = new ArrayList<>();
    long characters = 0;
    for (JsonNode message : messages) {
      String text = text(message);
      long written =
          text.length() + calls(message).stream().mapToLong(ChatConversation::length).sum();
      if (isResponse(message)) {
        responses.add(
            new Response(
                text,
                calls(message).stream().map(this::toolCall).toList(),
                characters,
                written,
                usage(message.path("usage")),
                message.path("model").asText(model),
                time(message)));
      }
      characters += written;
    }
    return responses;
  }

  private ToolCall toolCall(JsonNode call) {
    JsonNode function = function(call);
    JsonNode answer = answers.get(call);
    boolean failed =
        answer != null
            && (Boolean.TRUE.equals(Json.flag(answer.path("is_error")))
                || "error".equals(answer.path("status").textValue()));
    return new ToolCall(
        function.path("name").textValue(),
        Json.plain(arguments(function)),
        answer == null ? null : text(answer),
        failed);
  }

  private static boolean isResponse(JsonNode message) {
    String role = message.path("role").asText();
    return role.equals("assistant") || role.equals("model");
  }

  private static List<JsonNode> calls(JsonNode message) {
    return isResponse(message)
        ? Stream.concat(
                message.path("tool_calls").valueStream(),
                Stream.of(message.path("function_call")).filter(JsonNode::isObject))
            .toList()
        : List.of();
  }

  private static JsonNode function(JsonNode call) {
    return call.path("function").isObject() ? call.get("function") : call;
  }

  private static JsonNode arguments(JsonNode function) {
    return Json.first(function, "arguments", "args", "input");
  }

  private static long length(JsonNode call) {
    JsonNode function = function(call);
    JsonNode arguments = arguments(function);
    String text = arguments.isTextual() ? arguments.textValue() : arguments.toString();
    return (long) function.path("name").textValue().length() + text.length();
  }

  /** Returns the text of a message, parts on lines of their own. */
  private static String text(JsonNode message) {
    JsonNode content = Json.first(message, "content");
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

  /** Reads the object {@code usage} of a run or a message, in the names of several providers. */
  private static @Nullable Usage usage(JsonNode usage) {
    long input = Json.first(usage, "prompt_tokens", "input_tokens").asLong(-1);
    long output = Json.first(usage, "completion_tokens", "output_tokens").asLong(-1);
    if (input < 0 && output < 0) {
      long total = usage.path("total_tokens").asLong(-1);
      return total < 0 ? null : new Usage(total, 0);
    }
    return new Usage(Math.max(0, input), Math.max(0, output));
  }
}
