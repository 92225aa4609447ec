package io.loopsentinel.targets.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.engine.api.EventReceiver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The receiver of an extension that may fail. */
class GuardedReceiverTest {

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /** The receiver runs on a thread of its own, whose class loader is reset. */
  @AfterEach
  void restoreTheClassLoader() {
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void isClosedEvenWhileItIsSwitchedOff() {
    List<String> calls = new ArrayList<>();
    EventReceiver failing =
        new EventReceiver() {
          @Override
          public void accept(LoopEvent event) {
            calls.add("accept");
            throw new IllegalStateException("no connection");
          }

          @Override
          public void close() {
            calls.add("close");
          }
        };
    ExtensionGuard guard =
        new ExtensionGuard(
            "failing",
            getClass().getClassLoader(),
            1,
            (place, problem, consequence, cause) -> calls.add(consequence));
    GuardedReceiver receiver = new GuardedReceiver(failing, guard);
    LoopEvent event =
        new LoopEventBuilder(LoopEvent.Type.LOOP_DETECTED, "search called again").build();
    for (int i = 0; i < 6; i++) {
      receiver.accept(event);
    }
    assertThat(calls).filteredOn("accept"::equals).hasSize(5);
    assertThat(calls).endsWith("it is switched off for a minute and then tried again");

    receiver.close();

    assertThat(calls).endsWith("close");
  }
}
