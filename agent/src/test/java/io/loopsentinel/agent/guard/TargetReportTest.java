package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Dispatcher;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.TargetLinking;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.result.ResultType;
import io.reactivex.rxjava3.core.Completable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

/** The report about a method, by the agent in debug and by {@code check}. */
class TargetReportTest {

  private static final String TARGETS =
      """
      sentinel:
        targets:
          - name: acme
            kind: tool
            type: TYPE
            method: dispatchLater
            tool: arg0.tool
            result: com.acme.ToolResult::error(message)
      """;

  private static final Method METHOD =
      Arrays.stream(Dispatcher.class.getDeclaredMethods())
          .filter(method -> method.getName().equals("dispatchLater"))
          .findFirst()
          .orElseThrow();

  @Test
  void isLoggedInDebugWhenTheMethodIsFirstCalled() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS, LogLevel.DEBUG);

    calls.guard(METHOD, calls.targets().get(0));

    assertThat(calls.log())
        .isEqualTo(
            """
            [loop-sentinel] com.acme.Dispatcher.dispatchLater(Request): Mono as tool target acme (test:3:7)
            [loop-sentinel]   tool          arg0.tool -> java.lang.String
            [loop-sentinel]   result        com.acme.ToolResult::error(message) -> com.acme.ToolResult
            [loop-sentinel]   args          those of the method
            [loop-sentinel]   session       the run, else the thread
            [loop-sentinel]   outcome       judged when the Mono completes
            [loop-sentinel]   hint          completes the Mono with the ToolResult that result builds
            [loop-sentinel]   warn          waits for the next request of its session, see inject
            [loop-sentinel]   reuse         gives the ToolResult again
            [loop-sentinel]   abort         completes the Mono with a ToolLoopError
            """);
  }

  @Test
  void isTheSameInACheck() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS, LogLevel.DEBUG);
    calls.guard(METHOD, calls.targets().get(0));

    assertThat(report(METHOD, calls).lines())
        .isEqualTo(calls.log().lines().map(line -> line.replace("[loop-sentinel] ", "")).toList());
  }

  @Test
  void saysThatAnAbortEndsTheSession() {
    GuardedCalls calls =
        GuardedCalls.of(Dispatcher.class, TARGETS + "      ends_session: true\n", LogLevel.DEBUG);

    calls.guard(METHOD, calls.targets().get(0));

    assertThat(calls.log())
        .contains("abort         completes the Mono with a ToolLoopError, and ends the session\n");
  }

  @Test
  void isNotLoggedOtherwise() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS);

    calls.guard(METHOD, calls.targets().get(0));

    assertThat(calls.log()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text    | message     | returns the String that result builds
          any     | message     | returns the String that result builds
          stream  | message     | completes the Flux with the String that result builds
          stage   | message     | completes the CompletionStage with the String that result builds
          stage   | arg0        | completes the CompletionStage with the Object that result builds, or becomes an abort if the method returns something else
          nothing | message     | becomes an abort: result gives no void, which the method returns
          number  | message     | becomes an abort: result gives no int, which the method returns
          done    | message     | becomes an abort: result gives no io.reactivex.rxjava3.core.Completable of java.lang.Void, which the method returns
          """)
  void describesTheHintForEachReturnType(String method, String result, String hint) {
    GuardedCalls calls =
        GuardedCalls.of(
            Shapes.class,
            "sentinel: {targets: [{name: t, kind: tool, type: TYPE, method: %s, tool: method, result: %s}]}"
                .formatted(method, result));
    Method found =
        Arrays.stream(Shapes.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow();

    assertThat(report(found, calls).effects()).contains(new TargetReport.Effect("hint", hint));
  }

  /** Returns the report as in the command check. */
  private static TargetReport report(Method method, GuardedCalls calls) {
    GuardedMethod guarded =
        new GuardedMethod(method, ResultType.of(method), calls.targets().get(0));
    Linker linker = new Linker(FieldAccess.toOpenPackages());
    return TargetReport.of(new TargetLinking(guarded, linker).link());
  }

  /** Methods that return one thing or another. */
  interface Shapes {
    String text(Object input);

    Object any(Object input);

    Flux<String> stream(Object input);

    CompletionStage<String> stage(Object input);

    void nothing(Object input);

    int number(Object input);

    Completable done(Object input);
  }
}
