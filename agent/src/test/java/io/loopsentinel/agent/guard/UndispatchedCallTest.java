package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.Conversation.Call;
import io.loopsentinel.agent.guard.Conversation.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that the model asks for and that nobody dispatches, mostly of tools that do not exist. */
class UndispatchedCallTest {

  private static final String REQUEST = Conversation.Request.class.getName();
  private static final String READING =
      "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"',"
          + " tool: \"return.calls[*].tool\", args: \"return.calls[*].arguments\"";
  private static final String TELLING = READING + "}";
  private static final String INJECTING =
      READING + ", inject: {arg0: \"new " + REQUEST + "(append(arg0.messages, message))\"}}";
  private static final Response SEARCHING = Response.calling("serach", "{\"q\": \"loops\"}");

  @Test
  void modelIsWarnedInTheRequestAfterItsFourthEqualCall() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 4; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }

    List<String> messages = conversation.ask(SEARCHING);

    assertThat(messages).hasSize(2);
    assertThat(messages.get(1))
        .startsWith("loop-detected: serach was already asked for 3 times with the arguments")
        .contains("This call was not run");
    assertThat(conversation.log())
        .contains("repeat in session s: serach called again after 3 matching calls")
        .contains("requested and never dispatched: a warning is added to the next request")
        .doesNotContain("loops");
  }

  @Test
  void turnIsAbortedIfTheModelContinues() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 6; i++) {
      conversation.ask(SEARCHING);
    }

    assertThatThrownBy(() -> conversation.ask(SEARCHING))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.tool()).isEqualTo("serach");
              assertThat(error.detector()).isEqualTo("repeat");
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
            });
    assertThat(conversation.log()).contains("requested and never dispatched: the turn is aborted");
  }

  @Test
  void withoutInjectTheFindingIsReportedAndTheNextRungCounts() throws Exception {
    Conversation conversation = new Conversation("", TELLING);
    for (int i = 0; i < 6; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }

    assertThatThrownBy(() -> conversation.ask(SEARCHING)).isInstanceOf(ToolLoopError.class);
    assertThat(conversation.log())
        .contains("the model is not warned, because no turn target has inject");
  }

  @Test
  void aLoopOfTwoIsFound() throws Exception {
    Conversation conversation = new Conversation("", TELLING);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 20; i++) {
                conversation.ask(Response.calling(i % 2 == 0 ? "ping" : "pong", Map.of("n", 1)));
              }
            })
        .isInstanceOf(ToolLoopError.class);
  }

  @Test
  void aTerminatingLadderEndsTheSession() throws Exception {
    Conversation conversation = new Conversation("  default: {action: terminate}\n", TELLING);
    for (int i = 0; i < 4; i++) {
      conversation.ask(SEARCHING);
    }

    assertThatThrownBy(() -> conversation.ask(SEARCHING))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED));
    assertThat(conversation.dispatch("other", 1, "ran")).asString().endsWith("The run is ended.");
  }

  /** A tool that is a target has the name of its method. */
  @Test
  void aCallMayBeDispatchedUnderItsNameInAnotherStyle() throws Exception {
    Conversation conversation = new Conversation("", TELLING);
    for (int i = 0; i < 3; i++) {
      conversation.ask(Response.calling("find_orders", Map.of("n", 1)));
      conversation.dispatch("findOrders", 1, "none");
    }
    conversation.ask(new Response("none", List.of()));

    assertThat(conversation.log()).isEmpty();
  }

  /** Their results differ: judged by arguments alone, the poll would be stopped. */
  @Test
  void aCallThatIsDispatchedIsJudgedByItsResult() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 9; i++) {
      assertThat(conversation.ask(Response.calling("poll", Map.of("n", 1))))
          .containsExactly("hello");
      assertThat(conversation.dispatch("poll", 1, "line " + "abcdefghij".charAt(i)))
          .asString()
          .startsWith("line");
    }
    assertThat(conversation.log()).isEmpty();
  }

  /** The tools run on threads that do not name the conversation. */
  @Test
  void aCallThatIsDispatchedInASharedSessionIsJudgedThere() throws Exception {
    String shared = Conversation.TOOLS.replace("'\"s\"'", "shared(thread)");
    Conversation conversation = new Conversation("", TELLING, shared);
    for (int i = 0; i < 9; i++) {
      conversation.ask(Response.calling("poll", Map.of("n", 1)));
      conversation.dispatch("poll", 1, "line " + "abcdefghij".charAt(i));
    }
    assertThat(conversation.log()).isEmpty();
  }

  @Test
  void aPrefixThatTheDispatcherAddsMakesNoOtherTool() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 9; i++) {
      conversation.ask(Response.calling("poll", Map.of("n", 1)));
      conversation.dispatch("client_poll", 1, "line " + "abcdefghij".charAt(i));
    }
    assertThat(conversation.log()).isEmpty();
  }

  @Test
  void equalCallsOfOneResponseCountOnce() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    Call call = new Call("serach", Map.of("q", "loops"));
    for (int i = 0; i < 4; i++) {
      assertThat(conversation.ask(new Response("", List.of(call, call, call))))
          .containsExactly("hello");
    }

    assertThat(conversation.ask(new Response("", List.of(call)))).hasSize(2);
  }

  @Test
  void ignoresExemptTools() throws Exception {
    Conversation conversation =
        new Conversation("  overrides: {serach: {exempt: true}}\n", INJECTING);
    for (int i = 0; i < 20; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }
    assertThat(conversation.log()).isEmpty();
  }

  @Test
  void nothingIsDoneIfCallsAreOnlyObserved() throws Exception {
    Conversation conversation = new Conversation("  mode: observe\n", INJECTING);
    for (int i = 0; i < 20; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }
    assertThat(conversation.log()).contains("observed (enforced, it would be: hint)");
  }

  /** One thread may classify a hundred documents, each with the same forced call. */
  @Test
  void aThreadIsNoConversation() throws Exception {
    Conversation conversation =
        new Conversation("", INJECTING.replace("session: '\"s\"'", "session: run ?? thread"));
    for (int i = 0; i < 20; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }
    assertThat(conversation.log()).isEmpty();
  }

  /** Its model's calls are its own, and those of the agent's response may still be to come. */
  @Test
  void aToolThatAsksAModelForItselfMakesNoTurnOfTheAgent() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 20; i++) {
      conversation.ask(Response.calling("summarize", Map.of("n", i)));
      assertThat(conversation.dispatchAsking("summarize", i, SEARCHING)).containsExactly("hello");
    }
    assertThat(conversation.log()).doesNotContain("never dispatched");
  }

  @Test
  void aSingleCallNeedsNoList() throws Exception {
    Conversation conversation =
        new Conversation(
            "",
            TELLING
                .replace("calls[*].tool", "calls[0].tool")
                .replace("calls[*].arg", "calls[0].arg"));
    for (int i = 0; i < 6; i++) {
      conversation.ask(Response.calling("serach", List.of("loops", "a")));
    }

    assertThatThrownBy(() -> conversation.ask(SEARCHING)).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void namesAndArgumentsThatDoNotMatchAreReportedAndTheTurnStillCounts() throws Exception {
    Conversation conversation =
        new Conversation(
            "  budget: {turns: 2}\n", TELLING.replace("calls[*].arguments", "calls[0].arguments"));

    for (int i = 0; i < 2; i++) {
      assertThat(conversation.ask(SEARCHING)).containsExactly("hello");
    }

    assertThatThrownBy(() -> conversation.ask(SEARCHING))
        .isInstanceOfSatisfying(
            ToolLoopError.class, error -> assertThat(error.detector()).isEqualTo("budget"));
    assertThat(conversation.log())
        .containsOnlyOnce("tool gives 1 names, args a java.lang.String; read both with [*]")
        .contains("the calls that this response asks for are not judged");
  }
}
