package io.loopsentinel.agent.telemetry.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The attributes of a finding in the current span. */
class OpenTelemetryBridgeTest {

  private final List<Attributes> added = new ArrayList<>();

  @Test
  void haveAmountsOfMoneyWithTheirCents() {
    LoopEvent event =
        new LoopEventBuilder(LoopEvent.Type.BUDGET_EXCEEDED, "budget daily is spent")
            .loop("budget", "00", List.of())
            .found(1, 4, 4)
            .action("terminate", null)
            .spending(LoopEventBuilder.spending(4.93, 4.5))
            .build();

    Context.current().with(span()).wrap(() -> new OpenTelemetryBridge().accept(event)).run();

    assertThat(added).hasSize(1);
    assertThat(added.get(0).get(AttributeKey.doubleKey("loop_sentinel.spent_usd"))).isEqualTo(4.93);
    assertThat(added.get(0).get(AttributeKey.doubleKey("loop_sentinel.cap_usd"))).isEqualTo(4.5);
    assertThat(added.get(0).get(AttributeKey.longKey("loop_sentinel.count"))).isEqualTo(4);
  }

  /** Returns a span that keeps what is added to it. */
  private Span span() {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("addEvent")) {
            added.add((Attributes) arguments[1]);
            return proxy;
          }
          return method.isDefault()
              ? InvocationHandler.invokeDefault(proxy, method, arguments)
              : null;
        };
    return (Span)
        Proxy.newProxyInstance(Span.class.getClassLoader(), new Class<?>[] {Span.class}, handler);
  }
}
