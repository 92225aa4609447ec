package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.guard.LaterTools.Dispatcher.OwnFuture;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** The guard observes futures and leaves their behaviour unchanged. */
class FutureOutcomeTest {

  private static final String FAILURE = "bash: javac: command not found";

  @Test
  void addsAWarningToTheValueThatComes() throws Exception {
    LaterTools tools = LaterTools.of("future");
    assertThat(complete(tools, 1, FAILURE)).isCompletedWithValue(FAILURE);
    assertThat(complete(tools, 2, FAILURE)).isCompletedWithValue(FAILURE);

    CompletableFuture<String> third = complete(tools, 3, FAILURE);

    assertThat(third.join()).startsWith(FAILURE + "\n\nloop-detected: bash has failed 3 times");
    assertThat(tools.log()).contains("a warning is added to the result");
  }

  @Test
  void saysThatAnOutcomeCannotBeJudged() throws Exception {
    LaterTools tools = LaterTools.of("future", "failed: return.substring(50).isEmpty()");

    assertThat(complete(tools, 1, FAILURE)).isCompletedWithValue(FAILURE);

    assertThat(tools.log()).contains("; its outcome is not judged").doesNotContain("unguarded");
  }

  @Test
  void addsAWarningToAValueThatIsThereAlready() throws Exception {
    LaterTools tools = LaterTools.of("future");
    for (int i = 0; i < 2; i++) {
      CompletableFuture<String> done = CompletableFuture.completedFuture(FAILURE);
      assertThat(tools.<Object>call(i, () -> done)).isSameAs(done);
    }

    CompletableFuture<String> third =
        tools.call(3, () -> CompletableFuture.completedFuture(FAILURE));

    assertThat(third.join()).contains("loop-detected: bash has failed 3 times");
  }

  @Test
  void addsAWarningToTheValueOfAResultOfItsOwn() throws Exception {
    LaterTools tools =
        LaterTools.of(
            "futureOfResult",
            "output: return.text, failed: return.failed, warned: '%s::error(message)'"
                .formatted(Result.class.getName()));
    List<CompletableFuture<Result>> results = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Result> body = new CompletableFuture<>();
      results.add(tools.call(i, () -> body));
      body.complete(new Result(true, "no such order"));
    }

    assertThat(results.get(1).join()).isEqualTo(new Result(true, "no such order"));
    assertThat(results.get(2).join().text()).startsWith("no such order\n\nloop-detected");
  }

  @Test
  void readsHowAFutureFails() throws Exception {
    LaterTools tools = LaterTools.of("future");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> body = new CompletableFuture<>();
      CompletableFuture<String> result = tools.call(i, () -> body);
      IllegalStateException failure = new IllegalStateException("disk full");
      body.completeExceptionally(failure);

      assertThatThrownBy(result::get).hasCause(failure);
      assertThatThrownBy(result::join).isInstanceOf(CompletionException.class).hasCause(failure);
      assertThat(result.handle((value, error) -> error).join()).isSameAs(failure);
    }

    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void takesTheFailureOfAStageBeforeForTheSame() throws Exception {
    LaterTools tools = LaterTools.of("future");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> source = new CompletableFuture<>();
      CompletableFuture<String> body = source.thenApply(text -> text + "!");
      CompletableFuture<String> result = tools.call(i, () -> body);
      source.completeExceptionally(new IllegalStateException("disk full"));

      assertThat(result.handle((value, error) -> error).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
    }

    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void countsAnEqualCallByItsResultBeforeTheCallerSeesIt() throws Exception {
    LaterTools tools = LaterTools.of("future");
    // Polls from within what depends on the future: each outcome has to be known by then.
    CompletableFuture<String> body = new CompletableFuture<>();
    List<String> seen = new ArrayList<>();
    poll(tools, body, 0, seen);

    body.complete("0 %");

    assertThat(seen).hasSize(11);
    assertThat(seen.subList(0, 10)).noneMatch(text -> text.contains("loop-detected"));
    assertThat(seen.get(10)).startsWith("loop-detected");
  }

  @Test
  void cancelsTheOriginal() throws Exception {
    LaterTools tools = LaterTools.of("future");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> body = new CompletableFuture<>();
      CompletableFuture<String> result = tools.call(i, () -> body);

      assertThat(result.cancel(true)).isTrue();

      assertThat(body).isCancelled();
      assertThat(result).isCancelled();
    }
    assertThat(tools.log()).isEmpty();
  }

  @Test
  void letsTheApplicationCompleteTheFutureThatItGot() throws Exception {
    LaterTools tools = LaterTools.of("future");
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();

    tools.<CompletableFuture<String>>call(1, () -> first).complete("given up");
    tools
        .<CompletableFuture<String>>call(2, () -> second)
        .completeExceptionally(new IllegalStateException("too late"));

    assertThat(first).isCompletedWithValue("given up");
    assertThat(second).isCompletedExceptionally();
  }

  @Test
  void returnsAFutureOfTheSameClass() throws Exception {
    LaterTools tools = LaterTools.of("ownFuture");
    for (int i = 0; i < 2; i++) {
      tools.<OwnFuture<String>>call(i, OwnFuture::new).complete(FAILURE);
    }
    OwnFuture<String> body = new OwnFuture<>();

    OwnFuture<String> third = tools.call(3, () -> body);
    body.complete(FAILURE);

    assertThat(third.join()).contains("loop-detected");
  }

  @Test
  void leavesAFutureOfAClassThatMakesNoOther() throws Exception {
    LaterTools tools = LaterTools.of("future");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> body = new CompletableFuture<>() {};
      assertThat(tools.<Object>call(i, () -> body)).isSameAs(body);
      body.complete(FAILURE);
      assertThat(body.join()).isEqualTo(FAILURE);
    }

    assertThat(tools.log())
        .contains("bash failed 3 times running")
        .contains("the model is not warned, because its result cannot carry a warning");
  }

  @Test
  void readsAMinimalStage() throws Exception {
    LaterTools tools = LaterTools.of("stage");
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> body = new CompletableFuture<>();
      CompletionStage<String> stage = tools.call(i, body::minimalCompletionStage);
      assertThat(stage.getClass()).isEqualTo(body.minimalCompletionStage().getClass());
      stage.thenAccept(seen::add);
      body.complete(FAILURE);
    }

    assertThat(seen.get(1)).isEqualTo(FAILURE);
    assertThat(seen.get(2)).startsWith(FAILURE).contains("loop-detected");
  }

  @Test
  void readsAFutureThatIsDoneAndWaitsForNoOther() throws Exception {
    LaterTools tools = LaterTools.of("plainFuture");
    for (int i = 0; i < 12; i++) {
      FutureTask<String> running = new FutureTask<>(() -> FAILURE);
      assertThat(tools.<Object>call(i, () -> running)).isSameAs(running);
    }
    assertThat(tools.log()).isEmpty();

    for (int i = 0; i < 3; i++) {
      FutureTask<String> done = new FutureTask<>(() -> FAILURE);
      done.run();
      assertThat(tools.<Future<String>>call(i, () -> done)).isSameAs(done);
    }
    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void readsAFutureOfAMethodThatDeclaresAnObject() throws Exception {
    LaterTools tools = LaterTools.of("anything");
    for (int i = 0; i < 3; i++) {
      CompletableFuture<String> body = new CompletableFuture<>();
      assertThat(tools.<Object>call(i, () -> body)).isInstanceOf(CompletableFuture.class);
      body.complete(FAILURE);
    }

    assertThat(tools.log()).contains("a warning is added to the result");
  }

  private static CompletableFuture<String> complete(LaterTools tools, int n, String value)
      throws Exception {
    CompletableFuture<String> body = new CompletableFuture<>();
    CompletableFuture<String> result = tools.call(n, () -> body);
    body.complete(value);
    return result;
  }

  private static void poll(
      LaterTools tools, CompletableFuture<String> body, int percent, List<String> seen)
      throws Exception {
    CompletionStage<String> result = tools.call(1, () -> body);
    result.thenAccept(
        text -> {
          seen.add(text);
          if (percent < 10) {
            CompletableFuture<String> next = new CompletableFuture<>();
            try {
              poll(tools, next, percent + 1, seen);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
            next.complete((percent + 1) + " %");
          }
        });
  }
}
