package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.agent.telemetry.ServiceInstance;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the alerts of this JVM in the format of a webhook. Used by one thread. */
public final class AlertWriter {

  private final Function<Alert, String> format;
  private final Supplier<ServiceInstance> instance;
  private @Nullable ServiceInstance resolvedInstance;

  /** Creates a writer, which gets the instance once, for the first alert. */
  public AlertWriter(Function<Alert, String> format, Supplier<ServiceInstance> instance) {
    this.format = format;
    this.instance = instance;
  }

  /**
   * Returns the text of an alert.
   *
   * @param heldBack numbers of unreported events over the limit of a minute, by type
   * @param lost numbers of unreported events that were lost, by type
   */
  String write(Map<String, Object> values, Map<String, Long> heldBack, Map<String, Long> lost) {
    if (resolvedInstance == null) {
      resolvedInstance = instance.get();
    }
    return format.apply(new Alert(values, resolvedInstance, heldBack, lost));
  }
}
