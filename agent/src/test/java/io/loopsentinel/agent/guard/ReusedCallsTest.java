package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.engine.settings.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which calls get an earlier result again, and which run. */
class ReusedCallsTest {

  private static final String AGAIN =
      "loop-detected: get_order was called with these arguments before and not called again; this"
          + " is the earlier result:\n\n";

  /** Dispatchers with results of several types; the bodies are given by the tests. */
  interface Dispatcher {
    /** A result that only its fields change. */
    final class Mutable {
      String text = "";

      static Mutable of(String text) {
        Mutable mutable = new Mutable();
        mutable.text = text;
        return mutable;
      }
    }

    record Order(String id, int items) {}

    String text(String tool, Map<String, Object> arguments, String session, String user);

    Order order(String tool, Map<String, Object> arguments, String session, String user);

    Mutable mutable(String tool, Map<String, Object> arguments, String session, String user);

    JsonNode tree(String tool, Map<String, Object> arguments, String session, String user);

    Map<String, Object> data(String tool, Map<String, Object> arguments, String session, String u);
  }

  private final List<String> ran = new ArrayList<>();
  private GuardedCalls calls = calls("text", "", "ttl: 10m, invalidated_by: ['update_*']");
  private Guard guard = calls.guard("text");

  private static GuardedCalls calls(String method, String keys, String reuse) {
    return GuardedCalls.of(
        Dispatcher.class,
        """
        sentinel:
          overrides:
            get_*: {reuse: {%s}}
            update_cache: {exempt: true}
          targets:
            - {name: t, kind: tool, type: TYPE, method: %s, tool: arg0, args: arg1, session: arg2,
               labels: {user: {value: arg3, plain: true}}%s}
        """
            .formatted(reuse, method, keys));
  }

  private void use(String method, String keys, String reuse) {
    calls = calls(method, keys, reuse);
    guard = calls.guard(method);
  }

  private @Nullable Object call(String tool, int id, Object result, String session, String user)
      throws Exception {
    return guard.call(
        () -> {
          ran.add(tool + id);
          return result;
        },
        tool,
        Map.of("id", id),
        session,
        user);
  }

  private @Nullable Object call(String tool, int id, Object result) throws Exception {
    return call(tool, id, result, "s", "u");
  }

  @Test
  void givesTheEarlierResultWithASentenceAndDoesNotRunTheCall() throws Exception {
    assertThat(call("get_order", 7, "paid")).isEqualTo("paid");

    assertThat(call("get_order", 7, "shipped")).isEqualTo(AGAIN + "paid");
    assertThat(call("get_order", 8, "open")).isEqualTo("open");
    assertThat(ran).containsExactly("get_order7", "get_order8");
    assertThat(calls.telemetry().statistics().named(Count.REUSED_BY_TOOL))
        .containsExactly(Map.entry("get_order", 1L));
  }

  @Test
  void runsToolsThatAreNotDeclaredToRead() throws Exception {
    assertThat(call("list_orders", 7, "paid")).isEqualTo("paid");
    assertThat(call("list_orders", 7, "shipped")).isEqualTo("shipped");
  }

  @Test
  void sharesResultsOfALabelWithoutASentenceForANewReader() throws Exception {
    use("text", "", "per: user");
    call("get_order", 7, "paid", "one", "ann");

    assertThat(call("get_order", 7, "shipped", "two", "ann")).isEqualTo("paid");
    assertThat(call("get_order", 7, "shipped", "two", "ann")).isEqualTo(AGAIN + "paid");
    assertThat(call("get_order", 7, "shipped", "three", "bob")).isEqualTo("shipped");
    assertThat(call("get_order", 9, "a", "four", "")).isEqualTo("a");
    assertThat(call("get_order", 9, "b", "five", "")).isEqualTo("b");
  }

  @Test
  void sharesResultsOfAllSessionsIfGlobal() throws Exception {
    use("text", "", "per: global");
    call("get_order", 7, "paid", "one", "ann");

    assertThat(call("get_order", 7, "shipped", "two", "bob")).isEqualTo("paid");
  }

  @Test
  void dropsResultsWhenADeclaredWriteEnds() throws Exception {
    call("get_order", 7, "paid");
    call("update_order", 7, "done", "another session", "u");

    assertThat(call("get_order", 7, "shipped")).isEqualTo("shipped");
    assertThat(call("get_order", 7, "lost")).isEqualTo(AGAIN + "shipped");
  }

  @Test
  void dropsResultsWhenAnExemptOrAFailingWriteEnds() throws Exception {
    call("get_order", 7, "paid");
    call("update_cache", 7, "done");
    assertThat(call("get_order", 7, "shipped")).isEqualTo("shipped");

    assertThatThrownBy(
            () ->
                guard.fail(
                    new IllegalStateException("timeout"), "update_order", Map.of(), "s", "u"))
        .hasMessage("timeout");

    assertThat(call("get_order", 7, "lost")).isEqualTo("lost");
  }

  @Test
  void keepsTheResultOfAFurtherEqualCallOfOneResponse() throws Exception {
    calls.engine().turns().asked("s");
    call("get_job", 7, "status: running");
    call("get_job", 7, "status: done");

    assertThat(call("get_job", 7, "status: lost"))
        .isEqualTo(AGAIN.replace("order", "job") + "status: done");
  }

  @Test
  void doesNotKeepAReadThatAWriteOvertakes() throws Exception {
    guard.call(
        () -> {
          call("update_order", 7, "done");
          return "paid";
        },
        "get_order",
        Map.of("id", 7),
        "s",
        "u");

    assertThat(call("get_order", 7, "shipped")).isEqualTo("shipped");
  }

  @Test
  void doesNotKeepResultsThatSayThatSomethingStillRuns() throws Exception {
    call("get_job", 7, "status: running");

    assertThat(call("get_job", 7, "status: done")).isEqualTo("status: done");
  }

  @Test
  void runsEachCallInModeObserve() throws Exception {
    call("get_order", 7, "paid");
    calls.engine().controls().setMode(Mode.OBSERVE);

    assertThat(call("get_order", 7, "shipped")).isEqualTo("shipped");
  }

  @Test
  void forgetsResultsWithTheirSession() throws Exception {
    call("get_order", 7, "paid");
    calls.engine().reset("s");

    assertThat(call("get_order", 7, "shipped")).isEqualTo("shipped");
  }

  @Test
  void keepsResultsOfALabelWhenASessionOfThatNameIsReset() throws Exception {
    use("text", "", "per: user");
    call("get_order", 7, "paid", "ann", "ann");
    calls.engine().reset("ann");

    assertThat(call("get_order", 7, "shipped", "ann", "ann")).asString().endsWith("paid");
  }

  @Test
  void countsAReusedAnswerAsACallOfALoop() throws Exception {
    List<@Nullable Object> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      results.add(call("get_order", 7, "paid"));
    }

    assertThat(ran).hasSize(1);
    assertThat(results.subList(1, 3)).containsOnly(AGAIN + "paid");
    assertThat(String.valueOf(results.get(3)))
        .startsWith("loop-detected: get_order has already run");
  }

  @Test
  void givesTheSameRecordAgain() throws Exception {
    use("order", "", "");
    Dispatcher.Order order = new Dispatcher.Order("o-7", 3);
    call("get_order", 7, order);

    assertThat(call("get_order", 7, new Dispatcher.Order("o-7", 4))).isSameAs(order);
  }

  @Test
  void givesCopiesOfDataThatNeitherSideCanChange() throws Exception {
    use("data", "", "");
    Map<String, Object> first = new HashMap<>(Map.of("state", "paid"));
    call("get_order", 7, first);
    first.put("state", "changed by the application");

    Object second = call("get_order", 7, Map.of());
    assertThat(second).isEqualTo(Map.of("state", "paid"));
    asMap(second).put("state", "changed again");
    assertThat(call("get_order", 7, Map.of())).isEqualTo(Map.of("state", "paid"));
  }

  @Test
  void givesCopiesOfAJsonTree() throws Exception {
    use("tree", "", "");
    ObjectNode first = JsonNodeFactory.instance.objectNode().put("state", "paid");
    call("get_order", 7, first);
    first.put("state", "changed by the application");

    assertThat(call("get_order", 7, JsonNodeFactory.instance.nullNode()))
        .hasToString("{\"state\":\"paid\"}");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(@Nullable Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  @Test
  void runsACallWhoseResultMayBeChanged() throws Exception {
    use("mutable", ", output: return.text", "");
    Dispatcher.Mutable second = Dispatcher.Mutable.of("shipped");
    call("get_order", 7, Dispatcher.Mutable.of("paid"));

    assertThat(call("get_order", 7, second)).isSameAs(second);
  }

  @Test
  void buildsTheResultAgainIfTheTargetSaysHow() throws Exception {
    String of = "'io.loopsentinel.agent.guard.ReusedCallsTest$Dispatcher$Mutable::of(%s)'";
    use(
        "mutable",
        ", output: return.text, reused: %s, warned: %s"
            .formatted(of.formatted("earlier"), of.formatted("message")),
        "");
    call("get_order", 7, Dispatcher.Mutable.of("paid"));

    assertThat(call("get_order", 7, Dispatcher.Mutable.of("shipped")))
        .isInstanceOfSatisfying(
            Dispatcher.Mutable.class, each -> assertThat(each.text).isEqualTo(AGAIN + "paid"));
  }
}
