package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The methods of an agent that are guarded, one for each kind of target and of failure. */
final class Desk {

  private Desk() {}

  /** A call of a tool. */
  record Call(String tool, Object arguments) {}

  /** A request to the model. */
  record Prompt(String session, List<String> messages) {}

  /** A response of the model, and what was asked. */
  record Response(Prompt prompt, String text, String model, int tokens, List<Call> calls) {}

  /** A call whose name cannot be read: it fails with the user's text. */
  record Unreadable(String text) {
    String tool() {
      if (text.isEmpty()) {
        return "read";
      }
      throw new IllegalStateException(text, new IllegalArgumentException(text));
    }
  }

  /** A result of a tool that cannot be built from a text. */
  record Output(String text) {
    static Output of(String message) {
      if (message.isEmpty()) {
        return new Output(message);
      }
      throw new IllegalStateException(Marker.SUBSTITUTION.text() + message);
    }
  }

  static String dispatch(String session, String tool, Object arguments, Callable<String> body)
      throws Exception {
    return body.call();
  }

  static List<String> dispatchAll(String session, List<Call> calls, String result) {
    return calls.stream().map(call -> result).toList();
  }

  static CompletableFuture<String> dispatchLater(String session, String tool, Object arguments) {
    return CompletableFuture.failedFuture(new IllegalStateException(String.valueOf(arguments)));
  }

  static Output build(String session, Object arguments) {
    return new Output("built");
  }

  static String read(Unreadable request) {
    return "read";
  }

  static String unfit(Unreadable request) {
    return "unfit";
  }

  static Response ask(Prompt prompt, Response response) {
    return new Response(
        prompt, response.text(), response.model(), response.tokens(), response.calls());
  }

  /** Asks a provider that may be down, and then fails with what it was asked. */
  static String askDown(Prompt prompt, boolean down) {
    if (down) {
      throw new UncheckedIOException(
          Marker.EXCEPTION.text() + prompt, new IOException(Marker.CAUSE.text()));
    }
    return Marker.TURN.text();
  }

  static String answer(String session, Callable<String> body) throws Exception {
    return body.call();
  }
}
