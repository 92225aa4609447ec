package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.agent.telemetry.AgentThread;

/** Makes the threads of webhooks. */
final class WebhookThreads {

  static final String NAME = "loop-sentinel webhook";

  private WebhookThreads() {}

  /** Returns a thread that keeps neither the JVM nor a class loader of the application alive. */
  static Thread create(Runnable task) {
    return AgentThread.daemon(NAME, task);
  }
}
