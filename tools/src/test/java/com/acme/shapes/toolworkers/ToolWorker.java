package com.acme.shapes.toolworkers;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/** Takes calls of all users from a queue, one after the other, for ever. */
public final class ToolWorker implements Runnable {

  private final BlockingQueue<ToolJob> queue;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  public ToolWorker(
      BlockingQueue<ToolJob> queue, Map<String, Function<Map<String, Object>, String>> tools) {
    this.queue = queue;
    this.tools = tools;
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        ToolJob job = queue.take();
        job.done().complete(execute(job.toolName(), job.arguments()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String execute(String toolName, Map<String, Object> arguments) {
    Function<Map<String, Object>, String> tool = tools.get(toolName);
    if (tool == null) {
      return "unknown tool " + toolName;
    }
    return tool.apply(arguments);
  }
}
