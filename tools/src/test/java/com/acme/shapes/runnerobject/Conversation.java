package com.acme.shapes.runnerobject;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** One user's conversation, which does a step whenever a thread of the pool has time for it. */
public final class Conversation implements Runnable {

  /** A model. */
  public interface Llm {
    Reply ask(List<String> history);
  }

  /** Its reply. */
  public record Reply(String text, String tool, Map<String, Object> toolArguments) {}

  private final Executor pool;
  private final Llm llm;
  private final Map<String, Function<Map<String, Object>, String>> tools;
  private final LinkedBlockingQueue<String> history = new LinkedBlockingQueue<>();

  public Conversation(
      Executor pool, Llm llm, Map<String, Function<Map<String, Object>, String>> tools) {
    this.pool = pool;
    this.llm = llm;
    this.tools = tools;
  }

  public void say(String text) {
    history.add(text);
    pool.execute(this);
  }

  @Override
  public void run() {
    Reply reply = llm.ask(List.copyOf(history));
    if (reply.tool() == null) {
      history.add(reply.text());
      return;
    }
    history.add(executeTool(reply.tool(), reply.toolArguments()));
    pool.execute(this);
  }

  private String executeTool(String name, Map<String, Object> arguments) {
    Function<Map<String, Object>, String> tool = tools.get(name);
    if (tool == null) {
      return "unknown tool " + name;
    }
    return tool.apply(arguments);
  }
}
