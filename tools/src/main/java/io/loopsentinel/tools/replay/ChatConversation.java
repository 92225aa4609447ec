package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.tools.replay.TokenCount.Length;
import io.loopsentinel.tools.replay.TokenCount.Usage;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a conversation in the chat format of OpenAI
 * (https://platform.openai.com/docs/api-reference/chat) or the message format of Anthropic
 * (https://docs.anthropic.com/en/api/messages), and matches each call with its answer.
 *
 * <p>An answer belongs to the latest call with its id. Without an id, as in the older form with
 * {@code function_call}, it belongs to the oldest unanswered call (of the same name if the answer
 * has one).
 */
final class ChatConversation {

  private final List<Response> responses = new ArrayList<>();
  private final Map<String, Call> byId = new HashMap<>();
  private final IdentityHashMap<Call, JsonNode> answers = new IdentityHashMap<>();
  private long characters;

  private boolean isQuestion;

  /**
   * A response of the model.
   *
   * @param isFirst whether it is the first one after a question that follows an answer
   */
  private record Response(
      JsonNode message, String text, List<Call> calls, Length length, boolean isFirst) {

    private static final Pattern REQUEST = Pattern.compile("[?？؟]|(?i:\\bplease\\b)");

    /** Returns whether it neither calls a tool nor asks the user for something. */
    boolean isAnswer() {
      return calls.isEmpty() && !REQUEST.matcher(text).find();
    }
  }

  private record Call(String id, String name, JsonNode arguments) {

    static Call of(JsonNode call) throws MalformedRecordException {
      JsonNode function = call.path("function").isObject() ? call.get("function") : call;
      return new Call(
          Json.first(call, "id", "tool_call_id").asText(),
          Json.expect(function.path("name").textValue(), "a tool call with a text \"name\""),
          Json.first(function, "arguments", "args", "input"));
    }

    int length() {
      String text = arguments.isTextual() ? arguments.textValue() : arguments.toString();
      return name.length() + text.length();
    }
  }

  /** Reads a run: an object with {@code messages}, or only the array of messages. */
  static Recording read(JsonNode run, String file, long line) throws MalformedRecordException {
    JsonNode messages = run.isArray() ? run : run.path("messages");
    if (!messages.isArray()) {
      throw new MalformedRecordException("expected an object with a list \"messages\"");
    }
    ChatConversation conversation = new ChatConversation();
    for (int i = 0; i < messages.size(); i++) {
      try {
        conversation.add(messages.get(i));
      } catch (MalformedRecordException e) {
        throw new MalformedRecordException("message " + i + ": " + e.getMessage());
      }
    }
    TokenCount tokens =
        TokenCount.of(
            conversation.responses.stream().map(Response::length).toList(),
            usage(run.path("usage")));
    return new Recording(
        file,
        Json.first(run, "id", "run_id").asText(file + ":" + line),
        run.path("source").textValue(),
        flag(run.path("success")),
        false,
        false,
        tokens.estimated(),
        conversation.steps(tokens.responses(), run.path("model").textValue()));
  }

  /** Adds a response of the model, or a message that it reads. */
  private void add(JsonNode message) throws MalformedRecordException {
    String role = Json.expect(message.path("role").textValue(), "an object with a text \"role\"");
    String text = text(message);
    long written = text.length();
    if (role.equals("assistant") || role.equals("model")) {
      List<Call> calls = new ArrayList<>();
      for (JsonNode call : calls(message)) {
        calls.add(Call.of(call));
      }
      calls.forEach(call -> byId.put(call.id(), call));
      written += calls.stream().mapToLong(Call::length).sum();
      Length length = new Length(usage(message.path("usage")), characters, written);
      responses.add(new Response(message, text, calls, length, isQuestion));
      isQuestion = false;
    } else if (role.equals("tool") || role.equals("function")) {
      answer(message);
    } else if (role.equals("user")) {
      isQuestion = !responses.isEmpty() && latest().isAnswer();
      parts(message, "tool_result").forEach(this::answer);
    }
    characters += written;
  }

  private void answer(JsonNode answer) {
    JsonNode id = Json.first(answer, "tool_call_id", "tool_use_id");
    Call call = id.isMissingNode() ? oldestUnanswered(answer) : byId.get(id.asText());
    if (call != null) {
      answers.put(call, answer);
    }
  }

  private Response latest() {
    return responses.get(responses.size() - 1);
  }

  private static List<JsonNode> calls(JsonNode message) {
    return Stream.of(
            message.path("tool_calls").valueStream(),
            Stream.of(message.path("function_call")).filter(JsonNode::isObject),
            parts(message, "tool_use"))
        .flatMap(each -> each)
        .toList();
  }

  /** Returns the parts of a content that are of a type. */
  private static Stream<JsonNode> parts(JsonNode message, String type) {
    return message
        .path("content")
        .valueStream()
        .filter(part -> type.equals(part.path("type").textValue()));
  }

  private @Nullable Call oldestUnanswered(JsonNode answer) {
    String name = answer.path("name").textValue();
    return responses.stream()
        .flatMap(response -> response.calls().stream())
        .filter(call -> !answers.containsKey(call))
        .filter(call -> name == null || name.equals(call.name()))
        .findFirst()
        .orElse(null);
  }

  private List<Recording.Step> steps(List<Usage> tokens, @Nullable String model) {
    List<Recording.Step> steps = new ArrayList<>();
    for (int i = 0; i < responses.size(); i++) {
      Response response = responses.get(i);
      JsonNode message = response.message();
      ModelTurn turn =
          new ModelTurn(
              response.text(),
              tokens.get(i).input(),
              tokens.get(i).output(),
              message.path("model").asText(model));
      if (response.isFirst()) {
        steps.add(new Recording.QuestionStep());
      }
      steps.add(new Recording.TurnStep(time(message), turn, null, false));
      for (Call call : response.calls()) {
        Recording.CallStep step =
            new Recording.CallStep(
                null, call.name(), Json.plain(call.arguments()), null, WordSet.EMPTY, "run");
        steps.add(step);
        JsonNode answer = answers.get(call);
        if (answer != null) {
          boolean failed =
              Boolean.TRUE.equals(flag(answer.path("is_error")))
                  || "error".equals(answer.path("status").textValue());
          steps.add(new Recording.OutcomeStep(null, step, text(answer), failed));
        }
      }
    }
    return steps;
  }

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

  /** Returns the text of a part of a message; {@code null} for images and the like. */
  private static @Nullable String part(JsonNode part) {
    return part.isTextual() ? part.textValue() : Json.first(part, "text", "content").textValue();
  }

  /** Returns a JSON boolean, or 1 or 0, as a boolean; {@code null} for other values. */
  private static @Nullable Boolean flag(JsonNode value) {
    if (value.isNumber()) {
      return value.doubleValue() == 1;
    }
    return value.isBoolean() ? (Boolean) value.booleanValue() : null;
  }

  /** Returns the time of a message: ISO 8601 with an offset, or seconds since 1970. */
  private static @Nullable Instant time(JsonNode message) {
    JsonNode time = Json.first(message, "time", "timestamp", "created_at", "created");
    try {
      return Json.inRange(
          time.isNumber()
              ? Instant.ofEpochMilli(Math.round(time.doubleValue() * 1_000))
              : OffsetDateTime.parse(time.asText("")).toInstant());
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Reads the object {@code usage} of a run or a message, under the names of several providers. */
  private static @Nullable Usage usage(JsonNode usage) throws MalformedRecordException {
    JsonNode input = Json.first(usage, "prompt_tokens", "input_tokens");
    JsonNode output = Json.first(usage, "completion_tokens", "output_tokens");
    if (input.asLong(-1) < 0 && output.asLong(-1) < 0) {
      JsonNode total = usage.path("total_tokens");
      return total.asLong(-1) < 0 ? null : new Usage(Json.tokens(total), 0);
    }
    return new Usage(Json.tokens(input), Json.tokens(output));
  }
}
