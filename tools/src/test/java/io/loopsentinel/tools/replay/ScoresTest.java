package io.loopsentinel.tools.replay;

import static io.loopsentinel.tools.replay.Played.hint;
import static io.loopsentinel.tools.replay.Played.run;
import static io.loopsentinel.tools.replay.Played.warn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Scores of runs made by hand, with figures computed by hand. */
class ScoresTest {

  private static final String LOOP =
      "{\"kind\": \"exact\", \"first\": 2, \"evident\": 5, \"last\": 9, \"confidence\": 0.9}";

  @Test
  void aFindingInALoopFindsItAndSavesTheCallsAfterIt() throws Exception {
    Scores scores = scores("[" + LOOP + "]", run("a", 12, hint(6)));

    Score score = scores.all().firstRung();
    assertThat(score.found()).isEqualTo(1);
    assertThat(score.medianDelay()).isEqualTo(1.0);
    assertThat(score.saved()).isEqualTo(3);
    assertThat(scores.wasted()).isEqualTo(5);
    assertThat(score.missed()).isEmpty();
    assertThat(score.falseAlarms()).isEmpty();
  }

  @Test
  void aFindingBeforeTheLoopIsEvidentIsEarly() throws Exception {
    Score score = scores("[" + LOOP + "]", run("a", 12, hint(2))).all().firstRung();

    assertThat(score.medianDelay()).isEqualTo(-3.0);
    assertThat(score.saved()).isEqualTo(7);
  }

  @Test
  void aFindingBeforeAnyLoopIsAFalseAlarmAndTheLoopIsNotFound() throws Exception {
    Score score = scores("[" + LOOP + "]", run("a", 12, hint(1), hint(6))).all().firstRung();

    assertThat(score.falseAlarms())
        .singleElement()
        .extracting(Score.FalseAlarm::run)
        .isEqualTo("a");
    assertThat(score.found()).isZero();
    assertThat(score.saved()).isZero();
  }

  @Test
  void aFindingInARunWithoutLoopIsAFalseAlarm() throws Exception {
    Scores scores = scores("[]", run("a", 12, hint(6)));

    assertThat(scores.all().firstRung().falseAlarms()).hasSize(1);
    assertThat(scores.withoutLoop()).isEqualTo(1);
  }

  @Test
  void aFindingAfterTheLoopMissesIt() throws Exception {
    Score score = scores("[" + LOOP + "]", run("a", 12, hint(10))).all().firstRung();

    assertThat(score.missed()).singleElement().extracting(Score.Miss::run).isEqualTo("a");
    assertThat(score.falseAlarms()).isEmpty();
  }

  @Test
  void ignoresRunsWithUncertainLoops() throws Exception {
    String unsure = LOOP.replace("0.9", "0.5");

    Scores scores = scores("[" + unsure + "]", run("a", 12, hint(1)));

    assertThat(scores.withLoop()).isZero();
    assertThat(scores.withoutLoop()).isZero();
    assertThat(scores.wasted()).isZero();
    assertThat(scores.all().firstRung().falseAlarms()).isEmpty();
    assertThat(scores.all().firstRung().missed()).isEmpty();
  }

  @Test
  void aWarningIsNoStop() throws Exception {
    Scores scores = scores("[" + LOOP + "]", run("a", 12, warn(5), hint(7)));

    assertThat(scores.all().firstRung().medianDelay()).isEqualTo(0.0);
    assertThat(scores.all().firstStop().medianDelay()).isEqualTo(2.0);
    assertThat(scores.all().firstStop().saved()).isEqualTo(2);
  }

  @Test
  void eachDetectorIsScoredByItself() throws Exception {
    Scores scores = scores("[" + LOOP + "]", run("a", 12, warn(5), hint(7)));

    assertThat(of(scores, "error").firstRung().saved()).isEqualTo(4);
    assertThat(of(scores, "error").firstStop().found()).isZero();
    assertThat(of(scores, "repeat").firstRung().saved()).isEqualTo(2);
    assertThat(of(scores, "cycle").firstRung().missed()).hasSize(1);
  }

  @Test
  void onlyACallThatWouldNotHaveRunIsAnHonestOneStopped() throws Exception {
    Map<String, Label> labels =
        labels("{\"id\": \"a\", \"loops\": [], \"honest_repeats\": [{\"calls\": [3, 4, 5, 6]}]}");

    Scores scores = Scores.of(labels, List.of(run("a", 12, warn(3), hint(5), hint(6), hint(9))));

    assertThat(scores.all().firstRung().honestStopped()).isEqualTo(2);
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() throws Exception {
    Map<String, Label> labels =
        labels(
            "{\"id\": \"a\", \"loops\": [" + LOOP + "]}",
            "{\"id\": \"b\", \"loops\": [" + LOOP + "]}");

    Scores scores = Scores.of(labels, List.of(run("a", 12, hint(5)), run("b", 12, hint(8))));

    assertThat(scores.all().firstRung().medianDelay()).isEqualTo(1.5);
  }

  @Test
  void countsEveryLoopOfARunWithAFinding() throws Exception {
    String later = LOOP.replace("2", "20").replace("5", "25").replace("9,", "29,");

    Scores scores = scores("[" + LOOP + ", " + later + "]", run("a", 40, warn(5), hint(26)));

    assertThat(scores.loops()).isEqualTo(2);
    assertThat(scores.all().firstRung().loops()).isEqualTo(2);
    assertThat(scores.all().firstStop().loops()).isEqualTo(1);
    assertThat(scores.all().firstRung().found()).isEqualTo(1);
  }

  @Test
  void aRunWithoutLabelDoesNotCount() throws Exception {
    Scores scores = scores("[]", run("unknown", 12, hint(3)));

    assertThat(scores.runs()).isZero();
    assertThat(scores.labels()).isEqualTo(1);
  }

  @Test
  void aWrongLabelIsNamedByItsLine() {
    assertThatThrownBy(() -> labels("{\"id\": \"a\"}", "", "{\"id\": \"b\", \"loops\": [{}]}"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(
            "line 3: expected a loop with the call numbers \"first\", \"evident\" and \"last\"");
    assertThatThrownBy(() -> labels("{\"id\": \"b\", \"loops\": [{\"first\": 3, \"evident\": 2}]}"))
        .hasMessage(
            "line 1: expected a loop with \"first\" <= \"evident\" <= \"last\", found 3, 2, 2");
  }

  private static Scores.Pair of(Scores scores, String detector) {
    return Objects.requireNonNull(scores.detectors().get(detector));
  }

  private static Scores scores(String loops, PlayedRun run) throws Exception {
    return Scores.of(labels("{\"id\": \"a\", \"loops\": " + loops + "}"), List.of(run));
  }

  private static Map<String, Label> labels(String... lines)
      throws IOException, MalformedRecordException {
    return Label.read(new RecordLines(new StringReader(String.join("\n", lines))));
  }
}
