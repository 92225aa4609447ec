package io.loopsentinel.it.jvm.program;

import io.loopsentinel.CallListener;
import io.loopsentinel.GuardedCall;
import io.loopsentinel.LoopSentinel;
import java.util.List;
import java.util.Map;

/** Prints each call and turn before and after it, while another listener fails. */
public final class HookedProgram {

  private HookedProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    LoopSentinel.listen(new Printer(false));
    LoopSentinel.Subscription curious = LoopSentinel.listen(new Printer(true));
    LoopSentinel.listen(
        new CallListener() {
          @Override
          public void before(GuardedCall call) {
            throw new IllegalStateException("broken");
          }
        });
    for (int i = 0; i < 4; i++) {
      Acme.Dispatcher.dispatch("c-1", "search", Map.of("q", "x", "token", "secret"));
    }
    curious.close();
    Acme.Dispatcher.dispatchAll("c-2", List.of("fetch", "list"));
    Acme.Model.chat("c-3", "Hello");
  }

  private record Printer(boolean wantsContent) implements CallListener {

    @Override
    public void before(GuardedCall call) {
      print("before", call);
    }

    @Override
    public void after(GuardedCall call) {
      print("after", call);
    }

    private void print(String when, GuardedCall call) {
      String content = wantsContent ? " " + call.arguments() + " " + call.result() : "";
      System.out.println(
          "%s %d %s %s %s %s%s"
              .formatted(
                  when,
                  call.id(),
                  call.kind(),
                  call.session(),
                  call.tool(),
                  call.outcome(),
                  content));
    }
  }
}
