package io.loopsentinel.it.scenario;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Answers over JMX for calls that wait for a person: as soon as two do, the first one runs and the
 * other is aborted. Called by one thread.
 */
public final class Operator implements Consumer<LoopEvent> {

  private final List<String> waiting = new ArrayList<>();

  private Operator() {}

  /** Has calls of this JVM answered for from now on, where there is an agent. */
  public static void attend() {
    LoopSentinel.subscribe(new Operator());
  }

  /**
   * Answers a question.
   *
   * @param text the words of a message; {@code null} with any other answer
   */
  public static void answer(String question, String answer, @Nullable String text) {
    String type = String.class.getName();
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("io.loopsentinel:type=Sentinel"),
              "answer",
              new Object[] {question, answer, text},
              new String[] {type, type, type});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void accept(LoopEvent event) {
    if (event.type() != LoopEvent.Type.CALL_WAITING) {
      return;
    }
    waiting.add(Objects.requireNonNull(event.question()).id());
    if (waiting.size() == 2) {
      answer(waiting.get(0), "run", null);
      answer(waiting.get(1), "abort", null);
      waiting.clear();
    }
  }
}
