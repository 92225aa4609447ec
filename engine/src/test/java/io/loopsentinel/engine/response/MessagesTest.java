package io.loopsentinel.engine.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.detect.BudgetDetector;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessagesTest {

  private static final Account.Key NO_ACCOUNT = new Account.Key("budget", "", "", "");

  @Test
  void theFirstHintSaysWhatRepeatedThatItWasNotRunAndWhatToDo() {
    assertThat(Messages.hint(Reports.repeat(ResultMatch.EQUAL).build()))
        .isEqualTo(
            "loop-detected: get_weather has already run 3 times with the arguments"
                + " {\"city\":\"Paris\"} and gave the same result each time. This call was not run."
                + " Do not repeat it: use the results you already have, change the arguments, use"
                + " another tool, or answer with what you know.");
  }

  @Test
  void theSecondHintNamesAlternativesAndWhatComesNext() {
    LoopReport report =
        Reports.repeat(ResultMatch.EQUAL)
            .occurrence(2, Action.ABORT)
            .policy(null, "ask the user for the city")
            .build();

    assertThat(Messages.hint(report))
        .contains("If it is made once more, the run is stopped with an error.")
        .contains("Do exactly one of these instead: (1) ask the user for the city; (2) ");
  }

  @Test
  void theHintDoesNotClaimEqualResultsThatWereNotSeen() {
    assertThat(Messages.hint(Reports.repeat(ResultMatch.UNSEEN).build()))
        .doesNotContain("same result");
  }

  @Test
  void theHintDoesNotClaimThatEarlierResultsWereEqualToo() {
    LoopReport report =
        Reports.of("repeat", new RepeatDetector.Repeats(ResultMatch.NOTHING_NEW, 3))
            .count(5, 3)
            .build();

    assertThat(Messages.hint(report)).contains("and showed nothing new the last 3 times.");
  }

  @Test
  void aCycleListsItsCallsByNumber() {
    LoopReport report =
        Reports.of("cycle", new CycleDetector.Rounds(ResultMatch.EQUAL, 3, List.of()))
            .tools("edit", "test")
            .build();

    assertThat(Messages.hint(report))
        .contains(
            "With this call, (1) edit, (2) test have come round 3 times in a row and gave the same"
                + " result each time. The arguments of this call: {\"city\":\"Paris\"}. This call"
                + " was not run: get_weather. Do not repeat this sequence:");
  }

  @Test
  void aCycleListsItsCallsByNameWhereArgumentsAreNotToBeQuoted() {
    LoopReport report =
        Reports.of("cycle", new CycleDetector.Rounds(ResultMatch.EQUAL, 3, List.of()))
            .tools("edit", "test")
            .arguments(null)
            .build();

    assertThat(Messages.warning(report))
        .startsWith(
            "loop-detected: With this call, (1) edit, (2) test have come round 3 times in a row and"
                + " gave the same result each time. Do not repeat this sequence:");
  }

  @Test
  void anErrorIsToldWithTheLineThatTellsIt() {
    LoopReport report =
        Reports.of("error", new ErrorDetector.Failures("javac: command not found")).build();

    assertThat(Messages.warning(report))
        .isEqualTo(
            "loop-detected: get_weather has failed 3 times running with the same error: `javac:"
                + " command not found`. The arguments of this call: {\"city\":\"Paris\"}. Trying"
                + " the same way again is likely to fail: find out what causes the error and change"
                + " that first, use another tool, or say what is missing and end your turn. If the"
                + " next attempt differs in what matters, go on.");
  }

  @Test
  void stagnationTellsThatTheArgumentsDidNotMatter() {
    LoopReport report =
        Reports.of("stagnation", new StagnationDetector.SameResults(false)).count(6, 6).build();

    assertThat(Messages.warning(report))
        .contains("get_weather has given the same result 6 times running, whatever its arguments.");
  }

  @Test
  void stagnationOfOneCallDoesNotSpeakOfOtherArguments() {
    LoopReport report =
        Reports.of("stagnation", new StagnationDetector.SameResults(true))
            .count(6, 6)
            .arguments(null)
            .build();

    assertThat(Messages.warning(report))
        .contains("get_weather has given the same result 6 times running. Asking once more")
        .doesNotContain("whatever its arguments", "Other arguments");
  }

  @Test
  void alikeCallsThatMayBeTheSameAreNotCalledOthers() {
    LoopReport report =
        Reports.of("similar_calls", new SimilarCallsDetector.AlikeCalls(1.0, null)).build();

    assertThat(Messages.warning(report))
        .contains("called 4 times with the same or nearly the same arguments and the same result")
        .doesNotContain("Other words");
  }

  @Test
  void similarCallsAreCountedWithTheFirst() {
    LoopReport report =
        Reports.of("similar_calls", new SimilarCallsDetector.AlikeCalls(0.906, null)).build();

    assertThat(Messages.warning(report))
        .contains(
            "get_weather was called 4 times with nearly the same arguments (91 % of the words)");
  }

  @Test
  void similarTurnsSpeakOfWhatTheModelSaid() {
    LoopReport report =
        Reports.of("similar_turns", new SimilarTurnsDetector.AlikeTurns(1.0, false))
            .tools()
            .build();

    assertThat(Messages.warning(report))
        .contains("You have said nearly the same 4 times in a row (100 % of the words).");
  }

  @Test
  void aSpentBudgetNamesTheCap() {
    LoopReport report =
        Reports.of(
                "budget",
                new BudgetDetector.Spent(
                    Budget.ofSession(Map.of()),
                    Measure.COST_USD,
                    NO_ACCOUNT,
                    1.507,
                    1.5,
                    false,
                    false))
            .build();

    assertThat(Messages.hint(report))
        .contains("$1.51 has been spent, and no more than $1.50 is allowed.")
        .contains("Make no further calls: answer the user now");
  }

  @Test
  void oneOfAKindIsToldInTheSingular() {
    assertThat(
            Messages.hint(
                Reports.of("repeat", new RepeatDetector.Repeats(ResultMatch.UNSEEN, 1))
                    .count(1, 1)
                    .build()))
        .contains("get_weather has already run once with the arguments");
    assertThat(spent(Measure.TOOL_CALLS, 1, 1))
        .contains("You have made 1 tool call, and no more than 1 is allowed.");
    assertThat(spent(Measure.TURNS, 2, 1))
        .contains("You have taken 2 turns, and no more than 1 is allowed.");
    assertThat(spent(Measure.TOKENS, 2000, 1000))
        .contains("2000 tokens have been used, and no more than 1000 are allowed.");
  }

  @Test
  void noSecondHintOnASpentBudgetProposesAnotherCall() {
    LoopReport report =
        Reports.of(
                "budget",
                new BudgetDetector.Spent(
                    Budget.ofSession(Map.of()), Measure.TOOL_CALLS, NO_ACCOUNT, 9, 8, false, false))
            .occurrence(2, Action.HINT)
            .policy(null, "call another tool")
            .build();

    assertThat(Messages.hint(report)).contains("Stop here").doesNotContain("call another tool");
  }

  @Test
  void aStopAfterFailuresDoesNotForbidATryThatIsChanged() {
    LoopReport report =
        Reports.of("error", new ErrorDetector.Failures(""))
            .occurrence(2, Action.ABORT)
            .arguments(null)
            .build();

    assertThat(Messages.hint(report))
        .contains("with the same error. This call was not run. If the next calls end the same way,")
        .contains("(1) use another tool than get_weather to find out why it fails;");
  }

  @Test
  void aWarningLeavesTheJudgementWhereTheFirstWasNotTaken() {
    LoopReport report =
        Reports.of("stagnation", new StagnationDetector.SameResults(false))
            .occurrence(2, Action.ABORT)
            .build();

    assertThat(Messages.warning(report))
        .contains("If this is progress, go on. Otherwise do one of these: (1) ")
        .doesNotContain("exactly");
  }

  @Test
  void aHintDoesNotSayThatACallThatWasNotRunMayGoOn() {
    assertThat(Messages.hint(Reports.of("error", new ErrorDetector.Failures("no")).build()))
        .contains("This call was not run.")
        .doesNotContain("go on");
  }

  @Test
  void aTemplateReplacesTheTextAndKeepsTheMark() {
    LoopReport report =
        Reports.repeat(ResultMatch.EQUAL)
            .policy("Stop: {tool} ran {count}/{threshold} times in {session} {\"n\":{x}}", null)
            .build();

    assertThat(Messages.hint(report))
        .isEqualTo("loop-detected: Stop: get_weather ran 3/3 times in s1 {\"n\":{x}}");
  }

  @Test
  void valuesInATemplateAreTextAndNoTemplatesThemselves() {
    LoopReport report =
        Reports.repeat(ResultMatch.EQUAL).policy("loop-detected {args} $1 {reason}", null).build();

    assertThat(Messages.hint(report)).isEqualTo("loop-detected {\"city\":\"Paris\"} $1 ");
  }

  private static String spent(Measure measure, double used, double cap) {
    return Messages.hint(
        Reports.of(
                "budget",
                new BudgetDetector.Spent(
                    Budget.ofSession(Map.of()), measure, NO_ACCOUNT, used, cap, false, false))
            .build());
  }
}
