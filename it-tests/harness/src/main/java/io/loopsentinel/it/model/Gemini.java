package io.loopsentinel.it.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The API of Google's Gemini, as far as it takes part here.
 *
 * @see <a href="https://ai.google.dev/api/generate-content">The API</a>
 */
final class Gemini implements ModelApi {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PIECE = 16;

  private static final History.Words WORDS =
      new History.Words() {
        @Override
        public String unanswered(int message, List<String> ids) {
          return "Please ensure that the number of function response parts is equal to the number of"
              + " function call parts of the function call turn.";
        }

        @Override
        public String answersNothing(int message, String id) {
          return "Please ensure that function response turn comes immediately after a function call"
              + " turn.";
        }

        @Override
        public String usedTwice(int message, String id) {
          return "Please ensure that function call ids are unique.";
        }
      };

  @Override
  public String basePath() {
    return "";
  }

  @Override
  public Conversation conversation(JsonNode request) {
    List<Conversation.Message> messages = new ArrayList<>();
    for (JsonNode content : request.path("contents")) {
      StringBuilder text = new StringBuilder();
      for (JsonNode part : content.path("parts")) {
        text.append(part.path("text").asText());
        if (part.has("functionResponse")) {
          String result = part.at("/functionResponse/response").toString();
          messages.add(new Conversation.Message("tool", result));
        }
      }
      boolean ofModel = content.path("role").asText().equals("model");
      if (ofModel || !text.isEmpty()) {
        messages.add(new Conversation.Message(ofModel ? "assistant" : "user", text.toString()));
      }
    }
    return new Conversation(messages);
  }

  /** Calls have no ids here: the answers of the next message belong to them by name. */
  @Override
  public @Nullable String refusal(JsonNode request) {
    History history = new History(WORDS);
    List<String> asked = new ArrayList<>();
    int number = 0;
    for (JsonNode content : request.path("contents")) {
      List<String> calls = new ArrayList<>();
      boolean answers = false;
      for (JsonNode part : content.path("parts")) {
        if (part.has("functionCall")) {
          String name = part.at("/functionCall/name").asText();
          calls.add(name + "#" + number + "." + calls.size());
        } else if (part.has("functionResponse")) {
          String name = part.at("/functionResponse/name").asText() + "#";
          String id = asked.stream().filter(each -> each.startsWith(name)).findFirst().orElse(name);
          asked.remove(id);
          history.answered(number, id);
          answers = true;
        }
      }
      if (!answers) {
        history.asked(number, calls);
        asked = new ArrayList<>(calls);
      }
      number++;
    }
    return history.problem();
  }

  @Override
  public String error(String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("error")
        .put("code", 400)
        .put("message", message)
        .put("status", "INVALID_ARGUMENT");
    return body.toString();
  }

  @Override
  public ModelLog log(JsonNode request, Reply reply) {
    int input =
        request.path("contents").toString().length() + request.path("tools").toString().length();
    int output = parts(reply).toString().length();
    return ModelLog.of(input, output, conversation(request));
  }

  @Override
  public boolean isStreamed(URI uri, JsonNode request) {
    return uri.getPath().endsWith(":streamGenerateContent");
  }

  @Override
  public String response(JsonNode request, Reply reply, int number) {
    return chunk(parts(reply), true, log(request, reply), number);
  }

  /** A text comes in pieces, a call whole, as with the real ones. */
  @Override
  public String stream(JsonNode request, Reply reply, int number) {
    ModelLog log = log(request, reply);
    List<ArrayNode> pieces = new ArrayList<>();
    if (reply instanceof Answer answer) {
      for (String piece : answer.text().split("(?<=\\G.{" + PIECE + "})", -1)) {
        pieces.add(parts(new Answer(piece)));
      }
    } else {
      pieces.add(parts(reply));
    }
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      boolean last = i == pieces.size() - 1;
      events.append("data: ").append(chunk(pieces.get(i), last, log, number)).append("\r\n\r\n");
    }
    return events.toString();
  }

  private static String chunk(ArrayNode parts, boolean last, ModelLog log, int number) {
    ObjectNode chunk = JsonNodeFactory.instance.objectNode();
    ObjectNode candidate = chunk.putArray("candidates").addObject().put("index", 0);
    candidate.putObject("content").put("role", "model").set("parts", parts);
    if (last) {
      candidate.put("finishReason", "STOP");
    }
    chunk
        .putObject("usageMetadata")
        .put("promptTokenCount", log.inputTokens())
        .put("cachedContentTokenCount", log.cachedTokens())
        .put("candidatesTokenCount", log.outputTokens())
        .put("totalTokenCount", log.tokens());
    return chunk.put("modelVersion", "scripted").put("responseId", "response-" + number).toString();
  }

  private static ArrayNode parts(Reply reply) {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    if (reply instanceof Answer answer) {
      parts.addObject().put("text", answer.text());
    } else if (reply instanceof ToolCalls tools) {
      for (ToolCall call : tools.calls()) {
        parts
            .addObject()
            .putObject("functionCall")
            .put("name", call.tool())
            .set("args", json(call.arguments()));
      }
    }
    return parts;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not the arguments of a tool: " + text, e);
    }
  }
}
