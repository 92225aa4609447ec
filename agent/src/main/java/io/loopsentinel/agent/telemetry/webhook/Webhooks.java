package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventSink;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** All receivers of alerts. Each has a queue and a thread of its own, so none waits for another. */
public final class Webhooks implements EventSink {

  /** The module that HTTP is in; an application that names its modules may have left it out. */
  public static final String MODULE = "java.net.http";

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final List<Webhook> webhooks;

  /** Creates receivers, none of which is sent anything before main. */
  public Webhooks(List<WebhookSettings> settings, MainThread main, Consumer<Throwable> failures) {
    webhooks =
        settings.stream()
            .map(each -> new Webhook(each, main, failures, Webhook.FIRST_PAUSE, System::nanoTime))
            .toList();
  }

  @Override
  public String name() {
    return "telemetry.webhooks";
  }

  @Override
  public void accept(LoopEvent event) {
    webhooks.forEach(webhook -> webhook.accept(event));
  }

  /** Tries for two seconds at most, all at the same time, to send what waits. */
  @Override
  public void close() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    webhooks.forEach(Webhook::finish);
    for (Webhook webhook : webhooks) {
      webhook.awaitEnd(deadline);
    }
  }
}
