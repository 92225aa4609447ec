package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares guarded calls with a plain model, a list of all calls of a history. */
@Tag("slow")
class ReusedHistoriesTest {

  private static final int HISTORIES = 10_000;
  private static final int STEPS = 10;
  private static final List<String> TOOLS =
      List.of("get_session", "get_session", "get_user", "get_global", "write_one", "write_other");

  interface Dispatcher {
    String dispatch(String tool, Map<String, Object> arguments, String session, String user);
  }

  /** A call that ran; {@code result} is null if it failed. */
  private record Ran(
      String tool, String id, String session, String user, long minute, @Nullable String result) {}

  private final GuardedCalls calls =
      GuardedCalls.of(
          Dispatcher.class,
          """
          sentinel:
            overrides:
              get_session: {reuse: {ttl: 10m, invalidated_by: [write_*]}}
              get_user: {reuse: {ttl: 10m, per: user, invalidated_by: [write_*]}}
              get_global: {reuse: {ttl: 10m, per: global, invalidated_by: [write_other]}}
            targets:
              - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1,
                 session: arg2, labels: {user: arg3}}
          """);
  private final Guard guard = calls.guard("dispatch");
  private final Random random = new Random(1);
  private long minute;
  private int results;
  private int given;

  @Test
  void neverGivesAResultOfOthersOrAfterItsTimeOrAWriteOrOfAFailure() {
    for (int i = 0; i < HISTORIES; i++) {
      play("history " + i);
    }

    assertThat(given).isGreaterThan(HISTORIES / 5);
  }

  private void play(String history) {
    List<Ran> ran = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      String session = history + (random.nextBoolean() ? " a" : " b");
      String user = history + (random.nextBoolean() ? " ann" : " bob");
      String id = history + random.nextInt(2);
      if (random.nextInt(6) == 0) {
        pass(random.nextBoolean() ? 6 : 7);
      }
      String tool = TOOLS.get(random.nextInt(TOOLS.size()));
      Ran expected = expected(tool, id, session, user, ran);
      Object answer = call(new Ran(tool, id, session, user, minute, result()), ran);
      if (answer == null || isHint(answer.toString())) {
        assertThat(answer == null ? expected : null).describedAs("a fresh result").isNull();
      } else {
        assertThat(answer.toString())
            .contains(expected == null ? "no result" : String.valueOf(expected.result()));
        given++;
      }
    }
  }

  private static boolean isHint(String answer) {
    return answer.startsWith("loop-detected") && !answer.contains("this is the earlier result");
  }

  private void pass(int minutes) {
    minute += minutes;
    calls.pass(Duration.ofMinutes(minutes));
  }

  private @Nullable String result() {
    return random.nextInt(4) == 0 ? null : "result " + results++ + ".";
  }

  /** Makes a call; returns the answer that it gets instead of a run, or null if it ran. */
  private @Nullable Object call(Ran call, List<Ran> ran) {
    Object[] arguments = {call.tool(), Map.of("id", call.id()), call.session(), call.user()};
    Object verdict = guard.apply(null, arguments);
    if (verdict instanceof Optional) {
      return Hook.exit(verdict, null, null);
    }
    if (verdict instanceof Throwable stopped) {
      return stopped;
    }
    ran.add(call);
    if (call.result() != null) {
      Hook.exit(verdict, call.result(), null);
    } else if (random.nextBoolean()) {
      Hook.exit(verdict, "Error: no such order", null);
    } else {
      Hook.exit(verdict, null, new IllegalStateException("disk full"));
    }
    return null;
  }

  /** Returns the latest call whose result the model permits. */
  private @Nullable Ran expected(
      String tool, String id, String session, String user, List<Ran> ran) {
    Ran expected = null;
    for (Ran each : ran) {
      boolean changes =
          tool.equals("get_global")
              ? each.tool().equals("write_other")
              : each.tool().startsWith("write");
      boolean isSameHolder =
          switch (tool) {
            case "get_session" -> each.session().equals(session);
            case "get_user" -> each.user().equals(user);
            default -> true;
          };
      if (changes) {
        expected = null;
      } else if (each.tool().equals(tool)
          && each.id().equals(id)
          && isSameHolder
          && each.result() != null
          && minute - each.minute() < 10) {
        expected = each;
      }
    }
    return expected;
  }
}
