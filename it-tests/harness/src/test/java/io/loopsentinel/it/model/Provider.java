package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.model.StrictModelTest.Message;
import java.util.function.Function;

/** How a client of a provider writes a conversation. */
enum Provider {
  OPEN_AI("/chat/completions", "messages", ScriptedModelServer::start) {
    @Override
    void add(ArrayNode messages, Message message) {
      if (message.role().equals("tool")) {
        for (String id : message.ids()) {
          messages
              .addObject()
              .put("role", "tool")
              .put("tool_call_id", id)
              .put("content", message.text());
        }
        return;
      }
      ObjectNode node =
          messages.addObject().put("role", message.role()).put("content", message.text());
      for (String id : message.ids()) {
        ObjectNode call = node.withArray("tool_calls").addObject();
        call.put("id", id).put("type", "function");
        call.putObject("function").put("name", "search").put("arguments", "{}");
      }
    }
  },
  ANTHROPIC("/messages", "messages", ScriptedModelServer::startAnthropic) {
    @Override
    void add(ArrayNode messages, Message message) {
      boolean answers = message.role().equals("tool");
      ObjectNode node = messages.addObject().put("role", answers ? "user" : message.role());
      ArrayNode blocks = node.putArray("content");
      for (String id : message.ids()) {
        ObjectNode block = blocks.addObject().put("type", answers ? "tool_result" : "tool_use");
        block.put(answers ? "tool_use_id" : "id", id);
        if (answers) {
          block.put("content", message.text());
        } else {
          block.put("name", "search").putObject("input");
        }
      }
      if (blocks.isEmpty()) {
        blocks.addObject().put("type", "text").put("text", message.text());
      }
    }
  },
  /** Calls have no ids; the one of a test is the tool's name. */
  GEMINI("/v1beta/models/x:generateContent", "contents", ScriptedModelServer::startGemini) {
    @Override
    void add(ArrayNode messages, Message message) {
      boolean asks = message.role().equals("assistant");
      ArrayNode parts = messages.addObject().put("role", asks ? "model" : "user").putArray("parts");
      for (String name : message.ids()) {
        if (asks) {
          parts.addObject().putObject("functionCall").put("name", name).putObject("args");
        } else {
          ObjectNode response = parts.addObject().putObject("functionResponse").put("name", name);
          response.putObject("response").put("result", message.text());
        }
      }
      if (parts.isEmpty()) {
        parts.addObject().put("text", message.text());
      }
    }
  };

  private final String path;
  private final String member;
  private final Function<Script, ScriptedModelServer> server;

  Provider(String path, String member, Function<Script, ScriptedModelServer> server) {
    this.path = path;
    this.member = member;
    this.server = server;
  }

  /** Adds a message as this provider has it. */
  abstract void add(ArrayNode messages, Message message);

  String path() {
    return path;
  }

  ScriptedModelServer start(Script script) {
    return server.apply(script);
  }

  String request(Message... conversation) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", "x");
    ArrayNode messages = body.putArray(member);
    for (Message message : conversation) {
      add(messages, message);
    }
    return body.toString();
  }
}
