package com.acme.desk;

import java.util.LinkedHashMap;
import java.util.Map;

/** A message of a conversation, as the model's API has them. */
final class ChatMessage {

  private final Map<String, Object> members = new LinkedHashMap<>();

  private ChatMessage(String role) {
    members.put("role", role);
  }

  static ChatMessage ofUser(String text) {
    ChatMessage message = new ChatMessage("user");
    message.members.put("content", text);
    return message;
  }

  static ChatMessage ofAssistant(Object toolCalls) {
    ChatMessage message = new ChatMessage("assistant");
    message.members.put("tool_calls", toolCalls);
    return message;
  }

  static ChatMessage ofTool(String id, String text) {
    ChatMessage message = new ChatMessage("tool");
    message.members.put("tool_call_id", id);
    message.members.put("content", text);
    return message;
  }

  Map<String, Object> members() {
    return members;
  }
}
