package com.acme.shapes.runnerobject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The conversations of all users, on two threads. */
public final class Switchboard {

  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final Map<String, Conversation> conversations = new ConcurrentHashMap<>();
  private final Conversation.Llm llm;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  public Switchboard(
      Conversation.Llm llm, Map<String, Function<Map<String, Object>, String>> tools) {
    this.llm = llm;
    this.tools = tools;
  }

  public void onMessage(String user, String text) {
    conversations.computeIfAbsent(user, u -> new Conversation(pool, llm, tools)).say(text);
  }
}
