package io.loopsentinel.agent.telemetry.webhook;

/** Makes the threads of webhooks. */
final class WebhookThreads {

  static final String NAME = "loop-sentinel webhook";

  private WebhookThreads() {}

  /** Returns a thread that keeps neither the JVM nor a class loader of the application alive. */
  static Thread create(Runnable task) {
    Thread thread = new Thread(null, task, NAME, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
