package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** A target on a callback, whose caller may tell nobody of an error that is thrown in it. */
class CallbackTargetTest {

  /** As several clients have it. */
  interface ResponseHandler<T> {
    void onResponse(T response, boolean last);

    default void onFailure(int status, Exception failure) {}
  }

  interface Listener {
    void onResponse(String response);
  }

  @SuppressWarnings("unused") // guarded, not called
  static class Handler implements ResponseHandler<String> {
    @Override
    public void onResponse(String response, boolean last) {}

    public String answer(String response, boolean last) {
      return response;
    }
  }

  static class HandlerOfChild extends Handler {
    @Override
    public void onResponse(String response, boolean last) {}
  }

  static class Loner implements Listener {
    @Override
    public void onResponse(String response) {}

    void onFailure(Exception failure) {}
  }

  abstract static class Items implements Flow.Subscriber<String> {
    @Override
    public void onNext(String item) {}
  }

  private static final String TURN =
      "{name: t, kind: turn, type: TYPE, method: METHOD, session: arg0, text: arg0REST}";

  @Test
  void isWarnedOfWithoutAnExceptionOfItsOwn() {
    String told =
        "no throws: onResponse is a callback, and its exceptions do not reach onFailure(int,"
            + " Exception) of "
            + ResponseHandler.class.getName()
            + "; an Error may end its thread, and the caller then waits for the response forever";

    assertThat(log(Handler.class, "onResponse", "")).contains(told).contains("(test:3:7)");
    assertThat(log(HandlerOfChild.class, "onResponse", "")).contains(told);
    assertThat(log(Items.class, "onNext", ""))
        .contains("do not reach onError(Throwable) of java.util.concurrent.Flow$Subscriber");
  }

  @Test
  void isNotWarnedOfWithOne() {
    assertThat(
            log(
                Handler.class,
                "onResponse",
                ", throws: new java.lang.IllegalStateException(message)"))
        .isEmpty();
  }

  @Test
  void doesNotWarnWithoutCallbackOrHandler() {
    assertThat(log(Handler.class, "answer", "")).isEmpty();
    assertThat(log(Loner.class, "onResponse", "")).isEmpty();
  }

  private static String log(Class<?> type, String method, String rest) {
    GuardedCalls calls =
        GuardedCalls.of(
            type,
            "sentinel:\n  targets:\n    - " + TURN.replace("METHOD", method).replace("REST", rest));
    calls.guard(type, method);
    return calls.log();
  }
}
