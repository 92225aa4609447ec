package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Dispatcher;
import com.acme.OrderJob;
import com.acme.OrderJob.Order;
import com.acme.Request;
import com.acme.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The batch job of {@code docs/targets.md}: one thread, and a session for each item. */
class BatchJobTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("### Batch jobs\n.*?```yaml\n(.*?)```", Pattern.DOTALL);

  @Test
  void takesEqualCallsForDifferentItemsForNoLoop() throws Exception {
    GuardedCalls calls = calls(example());

    for (int i = 0; i < 10; i++) {
      assertThat(handle(calls, new Order("order-" + i, "EUR"), 3)).containsOnly("1.08");
    }
  }

  @Test
  void findsTheLoopOfOneItemAndContinuesWithTheNext() throws Exception {
    GuardedCalls calls = calls(example());

    List<String> stuck = handle(calls, new Order("order-1", "EUR"), 4);
    List<String> next = handle(calls, new Order("order-2", "EUR"), 3);

    assertThat(stuck.subList(0, 3)).containsOnly("1.08");
    assertThat(stuck.get(3)).startsWith("loop-detected: rate has already run 3 times");
    assertThat(next).containsOnly("1.08");
    assertThat(calls.log()).contains("repeat in session order-1: ");
  }

  @Test
  void wouldTakeThemForOneWithoutTheRun() throws Exception {
    GuardedCalls calls = calls(example().replaceFirst("(?m)^.*kind: run.*$", ""));
    List<String> rates = new ArrayList<>();

    for (int i = 0; i < 4; i++) {
      rates.add(rate(calls.guard("dispatch"), new Order("order-" + i, "EUR")));
    }

    assertThat(rates.get(3)).startsWith("loop-detected");
  }

  /** Handles an order whose model asks for the same again and again. */
  private static List<String> handle(GuardedCalls calls, Order order, int times) throws Exception {
    List<String> rates = new ArrayList<>();
    calls
        .guard(OrderJob.class, "handle")
        .call(
            () -> {
              for (int i = 0; i < times; i++) {
                rates.add(rate(calls.guard("dispatch"), order));
              }
              return "handled";
            },
            order);
    return rates;
  }

  private static String rate(Guard dispatch, Order order) throws Exception {
    Request request =
        new Request("rate", Map.of("of", order.currency()), null, Optional.empty(), List.of());
    Object result =
        dispatch.callOn(new Dispatcher(), () -> new ToolResult(false, "1.08"), request, Map.of());
    return ((ToolResult) Objects.requireNonNull(result)).text();
  }

  private static GuardedCalls calls(String yaml) {
    return GuardedCalls.of(Dispatcher.class, yaml);
  }

  private static String example() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "targets.md"));
    return EXAMPLE.matcher(page).results().findFirst().orElseThrow().group(1);
  }
}
