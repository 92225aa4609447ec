package io.loopsentinel.agent.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ProviderUnavailableException;
import io.loopsentinel.targets.config.BreakerSettings;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exceptions of a model's client that count as failures of its provider. */
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
    assertThat(failures.failureIn(new StatusException(status))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 422})
  void ignoresStatusesOfInvalidRequests(int status) {
    assertThat(failures.failureIn(new StatusException(status))).isEmpty();
  }

  @Test
  void readsAStatusThatIsAnObject() {
    assertThat(failures.failureIn(new StatusException("503 SERVICE_UNAVAILABLE"))).isPresent();
    assertThat(failures.failureIn(new StatusException("404 NOT_FOUND"))).isEmpty();
    assertThat(failures.failureIn(new StatusException("OK"))).isEmpty();
  }

  @Test
  void readsAStatusThatBeginsTheMessage() {
    assertThat(failures.failureIn(new IllegalStateException("HTTP 429 - {}"))).isPresent();
    assertThat(failures.failureIn(new IllegalStateException("HTTP 400 - {}"))).isEmpty();
    assertThat(failures.failureIn(new IllegalStateException("the tool says HTTP 500"))).isEmpty();
  }

  @Test
  void judgesByTheClassIfTheMessageCannotBeRead() {
    Exception unreachable =
        new ConnectException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no message");
          }
        };

    assertThat(failures.failureIn(unreachable)).containsSame(unreachable);
  }

  @Test
  void countsUnreachableServersAndTimeouts() {
    assertThat(failures.failureIn(new UncheckedIOException(new ConnectException()))).isPresent();
    assertThat(failures.failureIn(new RuntimeException(new HttpTimeoutException("")))).isPresent();
    assertThat(failures.failureIn(new CompletionException(new TimeoutException()))).isPresent();
  }

  @Test
  void countsNamesOfTheClassAndOfThoseItExtends() {
    assertThat(failures.failureIn(new OwnRateLimit())).isPresent();
    assertThat(failures.failureIn(new IllegalStateException(new RateLimitException()))).isPresent();
  }

  @Test
  void countsNoMistakesOfTheApplication() {
    assertThat(failures.failureIn(new NullPointerException())).isEmpty();
    assertThat(failures.failureIn(new IllegalArgumentException(new ClassCastException())))
        .isEmpty();
  }

  @Test
  void believesTheNearestStatus() {
    Throwable answered = new StatusException(400);
    answered.initCause(new ConnectException());

    assertThat(failures.failureIn(answered)).isEmpty();
  }

  @Test
  void countsNothingThatTheAgentThrew() {
    Throwable refused =
        new ProviderUnavailableException("HTTP 503 ServerError", "acme", Instant.EPOCH);

    assertThat(failures.failureIn(new RuntimeException("HTTP 503", refused))).isEmpty();
  }

  @Test
  void endsIfCausesFormACircle() {
    Throwable one = new IllegalStateException();
    one.initCause(new IllegalArgumentException(one));

    assertThat(failures.failureIn(one)).isEmpty();
  }
}
