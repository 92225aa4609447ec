package io.loopsentinel.agent.command.replay.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
  private record Said(
      String text,
      List<Called> calls,
      long read,
      long written,
      @Nullable Usage usage,
      @Nullable String model) {

    Response response() {
      List<RecordedToolCall> recorded = calls.stream().map(Called::recorded).toList();
      return new Response(text, recorded, read, written, usage, model);
    }
  }

  /** A call that may still get its answer. */
  private static final class Called {

    private final ChatToolCall call;
    private @Nullable String result;
    private boolean failed;

    Called(ChatToolCall call) {
      this.call = call;
    }

    RecordedToolCall recorded() {
      return new RecordedToolCall(call.tool(), call.arguments(), result, failed);
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
  void add(@Nullable Object message, int number) throws MalformedRecordException {
    JsonObject read = JsonObject.of(message);
    String role = read == null ? null : read.text("role");
    if (read == null || role == null) {
      throw new MalformedRecordException(
          "message " + number + ": expected an object with a text \"role\"");
    }
    String text = ChatContent.text(read.first("content"));
    switch (role) {
      case "assistant", "model" -> response(read, text, number);
      case "tool", "function" -> answer(read, text);
      default -> {
        // What others say tells nothing of loops, but the model has to read it.
      }
    }
    characters += text == null ? 0 : text.length();
  }

  /** Returns all responses so far. */
  List<Response> responses() {
    return said.stream().map(Said::response).toList();
  }

  private void response(JsonObject message, @Nullable String text, int number)
      throws MalformedRecordException {
    List<Called> calls = new ArrayList<>();
    long written = text == null ? 0 : text.length();
    long argumentCharacters = 0;
    for (ChatToolCall call : ChatToolCall.in(message, number)) {
      Called called = new Called(call);
      calls.add(called);
      waiting.add(called);
      if (call.id() != null) {
        byId.put(call.id(), called);
      }
      argumentCharacters += call.characters();
    }
    Usage usage = ChatUsage.of(message.object("usage"));
    String by = message.text("model");
    said.add(
        new Said(
            text == null ? "" : text,
            calls,
            characters,
            written + argumentCharacters,
            usage,
            by == null ? model : by));
    characters += argumentCharacters;
  }

  private void answer(JsonObject message, @Nullable String text) {
    Called called = calledBy(message);
    if (called != null) {
      called.result = text == null ? "" : text;
      called.failed =
          Boolean.TRUE.equals(message.bool("is_error")) || "error".equals(message.text("status"));
      waiting.remove(called);
    }
  }

  private @Nullable Called calledBy(JsonObject message) {
    String id = message.text("tool_call_id");
    if (id != null) {
      return byId.get(id);
    }
    String name = message.text("name");
    for (Iterator<Called> i = waiting.iterator(); i.hasNext(); ) {
      Called called = i.next();
      if (name == null || name.equals(called.call.tool())) {
        return called;
      }
    }
    return null;
  }
}
