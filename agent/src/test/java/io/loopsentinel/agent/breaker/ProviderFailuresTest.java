package io.loopsentinel.agent.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ProviderUnavailableException;
import io.loopsentinel.agent.config.BreakerSettings;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which exceptions of a model's client stand for a failure of its provider. */
class ProviderFailuresTest {

  private final ProviderFailures failures =
      new ProviderFailures(BreakerSettings.DEFAULT.exceptions());

  /** As clients for HTTP have it. */
  public static class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Object status;

    StatusException(Object status) {
      super("no message that tells it");
      this.status = status;
    }

    public Object getStatusCode() {
      return status;
    }
  }

  /** As providers' libraries name it. */
  static class RateLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static final class OwnRateLimit extends RateLimitException {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 529})
  void countsStatusesOfWhoCannotAnswerNow(int status) {
    assertThat(failures.isOne(new StatusException(status))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 422})
  void countsNoStatusesOfWhatWasAskedWrong(int status) {
    assertThat(failures.isOne(new StatusException(status))).isFalse();
  }

  @Test
  void readsAStatusThatIsAnObject() {
    assertThat(failures.isOne(new StatusException("503 SERVICE_UNAVAILABLE"))).isTrue();
    assertThat(failures.isOne(new StatusException("404 NOT_FOUND"))).isFalse();
    assertThat(failures.isOne(new StatusException("OK"))).isFalse();
  }

  @Test
  void readsAStatusThatBeginsTheMessage() {
    assertThat(failures.isOne(new IllegalStateException("HTTP 429 - {}"))).isTrue();
    assertThat(failures.isOne(new IllegalStateException("HTTP 400 - {}"))).isFalse();
    assertThat(failures.isOne(new IllegalStateException("the tool says HTTP 500"))).isFalse();
  }

  @Test
  void countsWhatCannotBeReachedOrComesTooLate() {
    assertThat(failures.isOne(new UncheckedIOException(new ConnectException()))).isTrue();
    assertThat(failures.isOne(new RuntimeException(new HttpTimeoutException("")))).isTrue();
    assertThat(failures.isOne(new CompletionException(new TimeoutException()))).isTrue();
  }

  @Test
  void countsNamesOfTheClassAndOfThoseItExtends() {
    assertThat(failures.isOne(new OwnRateLimit())).isTrue();
    assertThat(failures.isOne(new IllegalStateException(new RateLimitException()))).isTrue();
  }

  @Test
  void countsNoMistakesOfTheApplication() {
    assertThat(failures.isOne(new NullPointerException())).isFalse();
    assertThat(failures.isOne(new IllegalArgumentException(new ClassCastException()))).isFalse();
  }

  @Test
  void believesTheNearestStatus() {
    Throwable answered = new StatusException(400);
    answered.initCause(new ConnectException());

    assertThat(failures.isOne(answered)).isFalse();
  }

  @Test
  void countsNothingThatTheAgentThrew() {
    Throwable refused =
        new ProviderUnavailableException("HTTP 503 ServerError", "acme", Instant.EPOCH);

    assertThat(failures.isOne(new RuntimeException("HTTP 503", refused))).isFalse();
  }

  @Test
  void endsWhereCausesFormACircle() {
    Throwable one = new IllegalStateException();
    one.initCause(new IllegalArgumentException(one));

    assertThat(failures.isOne(one)).isFalse();
  }
}
