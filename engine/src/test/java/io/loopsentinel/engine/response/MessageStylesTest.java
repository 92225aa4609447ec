package io.loopsentinel.engine.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.detect.BudgetDetector;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.detect.WaitingDetector;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every text to the model: each finding in each style, on each rung. */
class MessageStylesTest {

  private static final Account.Key NO_ACCOUNT = new Account.Key("budget", "", "", "");

  private static final String HOSTILE = "get\u202e\u001b_weather".repeat(20);
  private static final String SUGGESTION = "ask the user which city is meant, and for which day";
  private static final SessionFacts FACTS =
      new SessionFacts(Collections.nCopies(3, "t".repeat(40)), 12, true);

  /** Something found, in the words of its detector. */
  record Found(String detector, Evidence evidence) {

    Reports report(MessageStyle style) {
      return Reports.of(detector, evidence).count(12, 12).style(style);
    }

    @Override
    public String toString() {
      return detector + " " + evidence.getClass().getSimpleName() + " " + evidence.results();
    }
  }

  static List<Found> findings() {
    List<Found> found = new ArrayList<>();
    for (ResultMatch match : ResultMatch.values()) {
      found.add(new Found("repeat", new RepeatDetector.Repeats(match, 11)));
      found.add(new Found("cycle", new CycleDetector.Rounds(match, 11, List.of())));
    }
    for (Measure measure : Measure.values()) {
      found.add(
          new Found(
              "budget",
              new BudgetDetector.Spent(
                  Budget.ofSession(Map.of()),
                  measure,
                  NO_ACCOUNT,
                  12_345_678,
                  12_345_677,
                  false,
                  false)));
    }
    found.add(new Found("error", new ErrorDetector.Failures("the line ".repeat(17))));
    found.add(new Found("error", new ErrorDetector.FailingTool(12, 2)));
    found.add(new Found("error", new ErrorDetector.NeverWorked()));
    found.add(new Found("stagnation", new StagnationDetector.SameResults(true)));
    found.add(new Found("stagnation", new StagnationDetector.SameResults(false)));
    found.add(new Found("similar_calls", new SimilarCallsDetector.AlikeCalls(0.9, null)));
    found.add(new Found("similar_calls", new SimilarCallsDetector.AlikeCalls(0.8, 0.75)));
    found.add(new Found("similar_calls", new SimilarCallsDetector.AlikeCalls(1.0, null)));
    found.add(new Found("similar_calls", new SimilarCallsDetector.EmptySearches()));
    found.add(new Found("similar_calls", new SimilarCallsDetector.Rewrites()));
    found.add(new Found("repeat", new RepeatDetector.Copies()));
    found.add(new Found("waiting", new WaitingDetector.Unchanged(true)));
    found.add(new Found("similar_turns", new SimilarTurnsDetector.AlikeTurns(0.9, false)));
    return found;
  }

  @ParameterizedTest
  @MethodSource("findings")
  void staysBelow700CharactersWhateverItQuotes(Found found) {
    for (MessageStyle style : MessageStyle.values()) {
      assertThat(texts(found.report(style).tools(HOSTILE).policy(null, SUGGESTION)))
          .allSatisfy(text -> assertThat(text).hasSizeLessThan(700))
          .allSatisfy(text -> assertThat(text).doesNotContain("\u202e", "\u001b"));
    }
  }

  @ParameterizedTest
  @MethodSource("findings")
  void staysBelow700CharactersInALongCycle(Found found) {
    String[] tools = Collections.nCopies(32, "some_tool_of_a_server").toArray(String[]::new);

    assertThat(texts(found.report(MessageStyle.ALTERNATIVES).tools(tools)))
        .allSatisfy(text -> assertThat(text).hasSizeLessThan(700));
  }

  @ParameterizedTest
  @MethodSource("findings")
  void isTerseInSome200Characters(Found found) {
    Reports report = found.report(MessageStyle.TERSE);

    assertThat(texts(report))
        .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(210))
        .allSatisfy(text -> assertThat(text).doesNotContain("Paris", "the line", "tttt"));
    assertThat(texts(report.tools(HOSTILE)))
        .allSatisfy(text -> assertThat(text).hasSizeLessThan(270));
  }

  @ParameterizedTest
  @MethodSource("findings")
  void leavesTheJudgementToTheModelInEveryWarning(Found found) {
    for (MessageStyle style : MessageStyle.values()) {
      for (int occurrence = 1; occurrence <= 3; occurrence++) {
        assertThat(
                Messages.warning(found.report(style).occurrence(occurrence, Action.HINT).build()))
            .startsWith("loop-detected: ")
            .containsPattern("If [^.]+, go on\\.");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("findings")
  void saysInEveryHintThatTheCallWasNotRun(Found found) {
    for (MessageStyle style : MessageStyle.values()) {
      assertThat(Messages.hint(found.report(style).build()))
          .startsWith("loop-detected: ")
          .contains("This call was not run");
    }
  }

  @ParameterizedTest
  @MethodSource("findings")
  void quotesNoArgumentsThatAreNotToBeQuoted(Found found) {
    for (MessageStyle style : MessageStyle.values()) {
      assertThat(texts(found.report(style).arguments(null)))
          .allSatisfy(text -> assertThat(text).doesNotContain("The arguments of", "null"));
    }
  }

  @Test
  void cutsWhatItQuotesBeforeItLeavesAlternativesOut() {
    Reports report =
        Reports.of("error", new ErrorDetector.Failures("the line ".repeat(17)))
            .arguments("{\"city\":\"" + "x".repeat(180) + "\"}")
            .occurrence(2, Action.ABORT)
            .facts(new SessionFacts(List.of("read_file"), 0, false));

    assertThat(Messages.hint(report.build()))
        .contains("the line the line", "...", "Other tools whose last call succeeded: read_file.");
  }

  @Test
  void keepsASuggestionWhole() {
    String suggestion = "x".repeat(650);
    Reports report =
        Reports.repeat(ResultMatch.EQUAL).policy(null, suggestion).occurrence(2, Action.HINT);

    assertThat(Messages.hint(report.build())).contains("(1) " + suggestion + ";");
    assertThat(Messages.hint(report.style(MessageStyle.TERSE).build()))
        .contains("Instead: " + suggestion + ".");
  }

  @Test
  void aTemplateCountsInTheStyleThatIsTerseToo() {
    Reports report = Reports.repeat(ResultMatch.EQUAL).policy("{tool} {args}", null);

    assertThat(Messages.hint(report.style(MessageStyle.TERSE).build()))
        .isEqualTo("loop-detected: get_weather {\"city\":\"Paris\"}");
  }

  /** Returns the hints and warnings of the first three findings, with much to quote. */
  private static List<String> texts(Reports report) {
    return Stream.of(1, 2, 3)
        .map(occurrence -> report.facts(FACTS).occurrence(occurrence, Action.ABORT).build())
        .flatMap(built -> Stream.of(Messages.hint(built), Messages.warning(built)))
        .toList();
  }
}
