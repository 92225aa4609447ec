package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.guard.Conversation.Response;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Warnings that no result could carry, in the next request to the model. */
class InjectionTest {

  private static final String REQUEST = Conversation.Request.class.getName();
  private static final String INJECTING =
      "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"', text: return.text,"
          + " inject: {arg0: \"new "
          + REQUEST
          + "(append(arg0.messages, message))\"}}";
  private static final Response SILENT = new Response("", List.of());

  @Test
  void theNextRequestCarriesTheWarningOfAToolThatThrows() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    failThreeTimes(conversation, "write");

    List<String> messages = conversation.ask(SILENT);

    assertThat(messages).hasSize(2).first().isEqualTo("hello");
    assertThat(messages.get(1)).startsWith("loop-detected: write has failed 3 times running");
    assertThat(conversation.ask(SILENT)).containsExactly("hello");
    assertThat(conversation.log())
        .contains("error in session s: write failed 3 times running with the same error (threshold")
        .contains("a warning is added to the next request")
        .doesNotContain("disk");
  }

  @Test
  void aResultThatCarriesTheWarningLeavesNoneForTheRequest() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    for (int i = 0; i < 2; i++) {
      conversation.ask(SILENT);
      conversation.dispatch("bash", i, "bash: javac: command not found");
    }

    conversation.ask(SILENT);
    assertThat(conversation.dispatch("bash", 2, "bash: javac: command not found"))
        .asString()
        .contains("loop-detected");

    assertThat(conversation.ask(SILENT)).containsExactly("hello");
  }

  @Test
  void requestCarriesWarningIfTheResultIsNoText() throws Exception {
    Conversation conversation = new Conversation("  default: {action: warn}\n", INJECTING);
    for (int i = 0; i < 4; i++) {
      conversation.ask(SILENT);
      conversation.send("mail", 1);
    }

    assertThat(conversation.ask(SILENT).get(1)).startsWith("loop-detected: ").contains("mail");
  }

  @Test
  void theRequestCarriesTheWarningAboutSimilarTurns() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    Response same = new Response("I need more information about it", List.of());
    for (int i = 0; i < 4; i++) {
      assertThat(conversation.ask(same)).containsExactly("hello");
    }

    assertThat(conversation.ask(same).get(1)).startsWith("loop-detected: ");
    assertThat(conversation.log())
        .contains("similar_turns in session s")
        .contains("a warning is added to the next request");
  }

  @Test
  void exactlyOneOfManyRequestsTakesTheWarning() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    failThreeTimes(conversation, "write");

    long told =
        IntStream.range(0, 64)
            .parallel()
            .map(i -> askedWith(conversation))
            .filter(n -> n > 1)
            .count();

    assertThat(told).isEqualTo(1);
  }

  @Test
  void aToolThatAsksAModelForItselfTakesNoWarning() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    failThreeTimes(conversation, "write");

    assertThat(conversation.dispatchAsking("summarize", 1, SILENT)).containsExactly("hello");
    assertThat(conversation.ask(SILENT)).hasSize(2);
  }

  @Test
  void withoutInjectTheLogSaysThatTheModelWasNotWarned() throws Exception {
    Conversation conversation =
        new Conversation(
            "",
            "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"', text:"
                + " return.text}");
    failThreeTimes(conversation, "write");

    assertThat(conversation.ask(SILENT)).containsExactly("hello");
    assertThat(conversation.log()).contains("the model is not warned, because the tool threw");
  }

  @Test
  void nothingIsInjectedIfCallsAreOnlyObserved() throws Exception {
    Conversation conversation = new Conversation("  mode: observe\n", INJECTING);
    failThreeTimes(conversation, "write");

    assertThat(conversation.ask(SILENT)).containsExactly("hello");
    assertThat(conversation.log()).contains("observed (enforced, it would be: warn)");
  }

  @Test
  void aValueOfAnotherTypeLeavesTheRequestAsItIs() throws Exception {
    Conversation conversation =
        new Conversation(
            "",
            "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"',"
                + " inject: {arg0: \"append(null, message)[0]\"}, text: return.text}");
    failThreeTimes(conversation, "write");

    assertThat(conversation.ask(SILENT)).containsExactly("hello");
    assertThat(conversation.log())
        .containsOnlyOnce(
            "inject: test:3:131: the value is a java.lang.String, but arg0 takes a " + REQUEST)
        .contains("the model is asked without the warning");
  }

  @Test
  void anExpressionThatFailsLeavesTheRequestAsItIs() throws Exception {
    Conversation conversation =
        new Conversation(
            "",
            "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"',"
                + " inject: {arg0: \"arg0.messages[7] ?? arg0\"}, text: return.text}");
    failThreeTimes(conversation, "write");

    assertThat(conversation.ask(SILENT)).containsExactly("hello");
    assertThat(conversation.log())
        .containsOnlyOnce("arg0.messages has 1 elements, there is none at [7] (column 14 of")
        .contains("the model is asked without the warning");
  }

  /** If another method gets the response, its target reads it. */
  @Test
  void aTargetThatReadsNothingOfTheResponseCountsNoTurn() throws Exception {
    Conversation conversation =
        new Conversation(
            "  budget: {turns: 1}\n",
            "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"', inject: {arg0:"
                + " \"new "
                + REQUEST
                + "(append(arg0.messages, message))\"}}");
    failThreeTimes(conversation, "write");

    assertThat(conversation.ask(SILENT)).hasSize(2);
  }

  /** Each time in another response: calls of one response tell nothing about a loop. */
  private static void failThreeTimes(Conversation conversation, String... tools) throws Exception {
    for (int i = 0; i < 3; i++) {
      conversation.ask(SILENT);
      for (String tool : tools) {
        conversation.fail(tool, i, new IOException("disk not ready"));
      }
    }
  }

  private static int askedWith(Conversation conversation) {
    try {
      return conversation.ask(SILENT).size();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
