package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.tools.replay.Read.ToolCall;
import io.loopsentinel.tools.replay.TokenCount.Length;
import io.loopsentinel.tools.replay.TokenCount.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The findings of the shipped engine in a recorded run. */
class PlaybackTest {

  private static final ToolCall SEARCH =
      new ToolCall("search", "{\"q\": \"x\"}", "nothing suitable was there", false);

  /** A response of the model, and what came of the calls in it. */
  private record Response(
      String text, List<ToolCall> calls, Length length, @Nullable Instant time) {}

  private final Playback playback = new Playback(SentinelConfig.DEFAULT.engine());

  @Test
  void recordsCallsThatAnEnforcingAgentWouldHaveStopped() {
    PlayedRun run = playback.play(run(Collections.nCopies(6, SEARCH)));

    assertThat(run.firings())
        .filteredOn(firing -> firing.finding().detector().equals("repeat"))
        .extracting(Firing::call, firing -> firing.finding().count(), Firing::rung)
        .containsExactly(
            tuple(3, 3, Action.HINT), tuple(4, 4, Action.HINT), tuple(5, 5, Action.ABORT));
  }

  @Test
  void countsStoppedCallsWhoseResultWasNew() {
    ToolCall other = new ToolCall("search", "{\"q\": \"x\"}", "three lamps in stock", false);
    List<ToolCall> calls = new ArrayList<>(Collections.nCopies(4, SEARCH));
    calls.add(other);

    assertThat(playback.play(run(calls)).stoppedWithNews()).containsExactly(4);
  }

  @Test
  void playsEachQuestionOfARecordingAsASession() {
    List<Recording.Step> steps = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      steps.add(new Recording.QuestionStep());
      steps.addAll(run(List.of(SEARCH)).steps());
    }
    Recording questions =
        new Recording("f", "id", null, null, false, false, false, List.copyOf(steps));

    assertThat(playback.play(questions).firings()).isEmpty();
    assertThat(playback.play(questions.withoutQuestions()).firings()).isNotEmpty();
  }

  @Test
  void numbersCallsThroughResponsesWithSeveral() {
    // given: four different calls in one response, then a repeated one in a response each
    List<Response> responses = new ArrayList<>();
    responses.add(
        response(
            null,
            IntStream.range(0, 4)
                .mapToObj(i -> new ToolCall("read", "{\"n\": " + i + "}", "r" + i, false))
                .toList()));
    for (int i = 0; i < 4; i++) {
      responses.add(response(null, List.of(SEARCH)));
    }

    PlayedRun run = playback.play(recording(null, responses));

    assertThat(run.calls()).isEqualTo(8);
    assertThat(run.firstRung()).get().extracting(Firing::call).isEqualTo(7);
  }

  @Test
  void seesTheFindingsThatAnOutcomeBrings() {
    List<ToolCall> failures =
        Collections.nCopies(3, new ToolCall("get", "{\"id\": 1}", "no access", true));

    PlayedRun run = playback.play(run(failures));

    assertThat(run.firstRung())
        .get()
        .satisfies(
            firing -> {
              assertThat(firing.finding().detector()).isEqualTo("error");
              assertThat(firing.call()).isEqualTo(2);
              assertThat(firing.isStop()).isFalse();
            });
    assertThat(run.firstStop()).isEmpty();
  }

  @Test
  void seesATextThatTheModelRepeats() {
    Response same =
        new Response("I will look at it once more", List.of(), new Length(null, 0, 0), null);

    PlayedRun run = playback.play(recording(null, Collections.nCopies(6, same)));

    assertThat(run.firings())
        .isNotEmpty()
        .allMatch(firing -> firing.finding().detector().equals("similar_turns"))
        .allMatch(firing -> firing.tool().isEmpty());
  }

  @Test
  void keepsRunsApart() {
    Recording run = run(Collections.nCopies(2, SEARCH));

    playback.play(run);
    PlayedRun again = playback.play(run);

    assertThat(again.firings()).isEmpty();
  }

  @Test
  void countsTokensThatTheFileReports() {
    Recording run =
        recording(
            null,
            IntStream.range(0, 5)
                .mapToObj(i -> response(new Usage(10, i), List.of(SEARCH)))
                .toList());

    PlayedRun played = playback.play(run);

    assertThat(played.tokens()).isEqualTo(60);
    assertThat(played.tokensEstimated()).isFalse();
    assertThat(played.firstRung()).get().extracting(Firing::tokensAfter).isEqualTo(14L);
  }

  @Test
  void estimatesTokensAtFourCharactersEach() {
    // given: each response reads 400 characters and writes 40
    PlayedRun played = playback.play(run(Collections.nCopies(5, SEARCH)));

    assertThat(played.tokens()).isEqualTo(5 * 110);
    assertThat(played.tokensEstimated()).isTrue();
    assertThat(played.firstRung()).get().extracting(Firing::tokensAfter).isEqualTo(110L);
  }

  @Test
  void spreadsTheTokensOfARunOverItsResponses() {
    List<Response> responses = Collections.nCopies(5, response(null, List.of(SEARCH)));

    PlayedRun played = playback.play(recording(new Usage(5_000, 500), responses));

    assertThat(played.tokens()).isEqualTo(5_500);
    assertThat(played.tokensEstimated()).isFalse();
    assertThat(played.firstRung()).get().extracting(Firing::tokensAfter).isEqualTo(1_100L);
  }

  @Test
  void knowsHowOftenEachToolWasCalledWithTheSameArguments() {
    List<ToolCall> calls = new ArrayList<>(Collections.nCopies(7, SEARCH));
    calls.add(new ToolCall("read", "{}", "once", false));

    assertThat(playback.play(run(calls)).equalCalls()).containsOnly(Map.entry("search", 7));
  }

  @Test
  void aRunIsOneSessionHoweverMuchTimePassesInIt() {
    Instant start = Instant.parse("2026-11-22T08:31:12Z");
    List<Response> responses =
        Stream.of(start, start.plus(Duration.ofDays(1)))
            .flatMap(time -> Stream.of(time, time))
            .map(time -> new Response("", List.of(SEARCH), new Length(null, 400, 40), time))
            .toList();

    PlayedRun run = playback.play(recording(null, responses));

    assertThat(run.firstRung()).get().extracting(Firing::call).isEqualTo(3);
  }

  private static Recording run(List<ToolCall> calls) {
    return recording(null, calls.stream().map(call -> response(null, List.of(call))).toList());
  }

  private static Response response(@Nullable Usage usage, List<ToolCall> calls) {
    return new Response("", calls, new Length(usage, 400, 40), null);
  }

  private static Recording recording(@Nullable Usage whole, List<Response> responses) {
    TokenCount tokens = TokenCount.of(responses.stream().map(Response::length).toList(), whole);
    List<Recording.Step> steps = new ArrayList<>();
    for (int i = 0; i < responses.size(); i++) {
      Response response = responses.get(i);
      Usage usage = tokens.responses().get(i);
      ModelTurn turn = new ModelTurn(response.text(), usage.input(), usage.output(), null);
      steps.add(new Recording.TurnStep(response.time(), turn, null, false));
      for (ToolCall call : response.calls()) {
        Recording.CallStep called =
            new Recording.CallStep(null, call.tool(), call.arguments(), null, WordSet.EMPTY, "run");
        steps.add(called);
        steps.add(
            new Recording.OutcomeStep(
                null, called, Objects.requireNonNull(call.result()), call.failed()));
      }
    }
    return new Recording("file", "id", null, null, false, false, tokens.estimated(), steps);
  }
}
