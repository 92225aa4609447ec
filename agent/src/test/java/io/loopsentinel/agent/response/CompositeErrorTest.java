package io.loopsentinel.agent.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.detect.ResultMatch;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.exceptions.CompositeException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Calls that were made at once and are refused at once: reactive libraries make one error of all.
 */
class CompositeErrorTest {

  private final ToolLoopError error =
      LoopErrors.error(Reports.repeat(ResultMatch.EQUAL).build(), false);

  @Test
  void isSearchedForTheErrorWhereItIsOfRxJava() {
    Throwable composite =
        catchThrowable(
            () ->
                Completable.mergeArrayDelayError(
                        Completable.error(new IllegalStateException("another")),
                        Completable.error(new IllegalStateException(error)))
                    .blockingAwait());

    assertThat(composite).isInstanceOf(CompositeException.class);
    assertThat(ToolLoopError.findIn(composite)).containsSame(error);
  }

  @Test
  void isSearchedForTheErrorWhereItIsOfReactor() {
    Throwable composite =
        catchThrowable(
            () ->
                Flux.mergeDelayError(
                        2,
                        Mono.error(new IllegalStateException("another")),
                        Mono.error(new IllegalStateException(error)))
                    .blockLast());

    assertThat(ToolLoopError.findIn(composite)).containsSame(error);
  }
}
