package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An aborted run ends at its next request to the model, so that each call has an answer. */
class EndOfRunTest {

  private static final String SENTINEL =
      """
      sentinel:
        abort_at: AT
        default: {action: ACTION}
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: arg0, text: return}
          - {name: stream, kind: turn, type: TYPE, method: stream, session: arg0, throws_to: arg1.onError(thrown)}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: '"search"', args: arg1}
      """;

  /** Hears of the end of a stream. */
  @SuppressWarnings("unused")
  static final class Handler {

    private final List<Throwable> errors = new ArrayList<>();

    void onError(Throwable error) {
      errors.add(error);
    }
  }

  /** Takes the calls that come after the end of their run. */
  private record AfterEnds(List<Object> traced) implements EventSink {

    @Override
    public String name() {
      return "traces";
    }

    @Override
    public boolean isImmediate() {
      return true;
    }

    @Override
    public void accept(LoopEvent event) {}

    @Override
    public boolean takesTraces() {
      return true;
    }

    @Override
    public void trace(Map<String, Object> values) {
      if (values.containsKey("after_end")) {
        traced.add(
            values.get("decision") + " " + values.get("tool") + " " + values.get("detector"));
      }
    }
  }

  /** A model and its tool. */
  interface Agent {
    String ask(String session);

    void stream(String session, Handler handler);

    String dispatch(String session, String query);

    String answer(String session);

    String block(String session);
  }

  private final GuardedCalls calls = calls("abort", "next_request");

  @Test
  void isAnsweredAtTheCallAndThrownAtTheNextRequest() throws Exception {
    assertThat(loop(calls))
        .asString()
        .startsWith("loop-detected: ")
        .endsWith(" This call was not run. The run is ended.");

    assertThatThrownBy(() -> call(calls, "ask", "s"))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
              assertThat(error.tool()).isEqualTo("search");
              assertThat(error.count()).isEqualTo(3);
            });
  }

  @Test
  void letsTheNextQuestionPass() throws Exception {
    loop(calls);
    assertThatThrownBy(() -> call(calls, "ask", "s")).isInstanceOf(ToolLoopError.class);

    assertThat(call(calls, "ask", "s")).isEqualTo("ran");
    assertThat(call(calls, "dispatch", "s", "another")).isEqualTo("ran");
  }

  @Test
  void answersTheOtherCallsOfTheResponse() throws Exception {
    loop(calls);

    assertThat(call(calls, "dispatch", "s", "another"))
        .isEqualTo("loop-detected: this call was not run. The run is ended.");
    assertThat(call(calls, "dispatch", "another session", "another")).isEqualTo("ran");
  }

  @Test
  void isReportedOnce() throws Exception {
    loop(calls);
    call(calls, "dispatch", "s", "another");
    assertThatThrownBy(() -> call(calls, "ask", "s")).isInstanceOf(ToolLoopError.class);

    assertThat(calls.log())
        .containsOnlyOnce("aborted; the run ends at its next request to the model")
        .containsOnlyOnce("repeat in session s");
  }

  @Test
  void countsAndTracesTheOtherCallsOfTheResponse() throws Exception {
    List<Object> traced = new ArrayList<>();
    calls.telemetry().events().add(new AfterEnds(traced));
    Statistics statistics = calls.telemetry().statistics();
    loop(calls);
    assertThat(traced).isEmpty();

    call(calls, "dispatch", "s", "another");

    assertThat(traced).containsExactly("abort search repeat");
    assertThat(statistics.stopped()).isEqualTo(2);
    assertThat(statistics.labelledCalls().all()).isEqualTo(5);
    assertThat(statistics.named(Count.CALLS)).containsEntry("search", 5L);
  }

  @Test
  void isOfTheRunWhoseRequestsAreSeenIfTheSessionIsAConversation() throws Exception {
    GuardedCalls conversation =
        GuardedCalls.of(
            Agent.class,
            SENTINEL
                    .replace("ACTION", "abort")
                    .replace("AT", "next_request")
                    .replace("method: ask, session: arg0", "method: ask")
                + "    - {name: run, kind: run, type: TYPE, method: answer}\n");
    for (int i = 0; i < 3; i++) {
      assertThat(answer(conversation)).isEqualTo("ran");
    }

    List<@Nullable Object> answers = new ArrayList<>();
    assertThatThrownBy(
            () ->
                conversation.call(
                    "answer",
                    () -> {
                      answers.add(loopOnce(conversation));
                      answers.add(call(conversation, "dispatch", "s", "another"));
                      return call(conversation, "ask", "s");
                    },
                    "s"))
        .isInstanceOf(ToolLoopError.class);
    assertThat(answers)
        .hasSize(2)
        .allSatisfy(answer -> assertThat(answer).asString().endsWith("The run is ended."));
    assertThat(conversation.call("answer", () -> call(conversation, "ask", "s"), "s"))
        .isEqualTo("ran");
  }

  /** As if an earlier question had blocked and this one streamed. */
  @Test
  void isOfTheInnermostRunEvenIfRequestsOfTheConversationWereSeenBefore() throws Exception {
    GuardedCalls conversation =
        GuardedCalls.of(
            Agent.class,
            SENTINEL
                    .replace("ACTION", "abort")
                    .replace("AT", "next_request")
                    .replace("method: ask, session: arg0", "method: ask")
                + "    - {name: streaming, kind: run, type: TYPE, method: answer}\n"
                + "    - {name: blocking, kind: run, type: TYPE, method: block, session: arg0,"
                + " reset: false}\n");
    conversation.call("block", () -> call(conversation, "ask", "s"), "s");
    for (int i = 0; i < 3; i++) {
      assertThat(answer(conversation)).isEqualTo("ran");
    }

    assertThatThrownBy(
            () ->
                conversation.call(
                    "answer",
                    () -> {
                      assertThat(loopOnce(conversation)).asString().endsWith("The run is ended.");
                      return call(conversation, "ask", "s");
                    },
                    "s"))
        .isInstanceOf(ToolLoopError.class);
    assertThat(conversation.call("block", () -> call(conversation, "ask", "s"), "s"))
        .isEqualTo("ran");
  }

  @Test
  void isThrownAtTheCallIfThatIsConfigured() throws Exception {
    GuardedCalls atCall = calls("abort", "call");

    assertThatThrownBy(() -> loop(atCall)).isInstanceOf(ToolLoopError.class);
    assertThat(call(atCall, "ask", "s")).isEqualTo("ran");
  }

  @Test
  void isThrownAtTheCallIfTheTargetSaysSo() throws Exception {
    GuardedCalls atCall =
        GuardedCalls.of(
            Agent.class,
            SENTINEL
                .replace("ACTION", "abort")
                .replace("abort_at: AT", "abort_at: next_request")
                .replace("args: arg1", "args: arg1, aborts_at_call: true"));

    assertThatThrownBy(() -> loop(atCall)).isInstanceOf(ToolLoopError.class);
    assertThat(call(atCall, "ask", "s")).isEqualTo("ran");
  }

  @Test
  void isThrownAtTheCallIfNoRequestWasSeen() throws Exception {
    for (int i = 0; i < 3; i++) {
      call(calls, "dispatch", "s", "x");
    }

    assertThatThrownBy(() -> call(calls, "dispatch", "s", "x")).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void lastsIfTheSessionIsTerminated() throws Exception {
    GuardedCalls terminating = calls("terminate", "next_request");

    assertThat(loop(terminating)).asString().endsWith("The run is ended.");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call(terminating, "ask", "s"))
          .isInstanceOf(ToolLoopError.class)
          .hasMessageContaining("session s is ended");
    }
  }

  @Test
  void goesToTheHandlerOfAStream() throws Exception {
    Handler handler = new Handler();
    loop(calls);

    assertThat(calls.guard("stream").apply(null, new Object[] {"s", handler}))
        .isEqualTo(Optional.empty());
    assertThat(handler.errors).hasOnlyElementsOfType(ToolLoopError.class).hasSize(1);
  }

  private static GuardedCalls calls(String action, String at) {
    return GuardedCalls.of(
        Agent.class, SENTINEL.replace("ACTION", action).replace("abort_at: AT", "abort_at: " + at));
  }

  /** Asks the model and makes one call until it is refused; returns what that gave. */
  private static @Nullable Object loop(GuardedCalls calls) throws Exception {
    for (int i = 0; i < 3; i++) {
      call(calls, "ask", "s");
      assertThat(call(calls, "dispatch", "s", "x")).isEqualTo("ran");
    }
    return loopOnce(calls);
  }

  /** Answers a message of a conversation, with one call. */
  private static @Nullable Object answer(GuardedCalls calls) throws Exception {
    return calls.call("answer", () -> loopOnce(calls), "s");
  }

  private static @Nullable Object loopOnce(GuardedCalls calls) throws Exception {
    call(calls, "ask", "s");
    return call(calls, "dispatch", "s", "x");
  }

  private static @Nullable Object call(GuardedCalls calls, String method, Object... arguments)
      throws Exception {
    return calls.call(method, () -> "ran", arguments);
  }
}
