package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.scenario.Operator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has two hundred calls wait at once, on virtual threads where there are any. Half of them are
 * answered in any order; then the JVM is asked to end, while a hook of its own waits for the rest.
 */
public final class PatientProgram {

  private static final int CALLS = 200;

  private PatientProgram() {}

  /** Tools that do what cannot be undone. */
  public static final class Payments {
    private Payments() {}

    static String dispatch(String session, String tool) {
      return tool + " ran";
    }
  }

  /** Ends by {@code System.exit}. */
  public static void main(String[] args) throws Exception {
    Map<String, String> questions = new ConcurrentHashMap<>();
    CountDownLatch allWait = new CountDownLatch(CALLS);
    LoopSentinel.subscribe(
        event -> {
          if (event.type() == LoopEvent.Type.CALL_WAITING) {
            questions.put(known(event.session()), known(event.question()).id());
            allWait.countDown();
          }
        });
    ExecutorService threads = threads();
    Map<String, Future<String>> calls = new ConcurrentHashMap<>();
    for (int i = 0; i < CALLS; i++) {
      String session = "user-" + i;
      calls.put(session, threads.submit(() -> pay(session)));
    }
    System.out.println("all wait: " + allWait.await(1, TimeUnit.MINUTES));
    List<String> sessions = new ArrayList<>(calls.keySet());
    Collections.shuffle(sessions, new Random(7));
    List<String> answered = sessions.subList(0, CALLS / 2);
    for (String session : answered) {
      Operator.answer(known(questions.get(session)), "message", "for " + session + ".");
    }
    int own = 0;
    for (String session : answered) {
      own +=
          known(calls.get(session)).get().endsWith("The operator says: for " + session + ".")
              ? 1
              : 0;
    }
    System.out.println("got their own answer: " + own);
    List<String> others = sessions.subList(CALLS / 2, CALLS);
    System.out.println(
        "still wait: "
            + others.stream().filter(session -> !known(calls.get(session)).isDone()).count());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(calls, others)));
    System.exit(0);
  }

  private static void end(Map<String, Future<String>> calls, List<String> sessions) {
    int aborted = 0;
    for (String session : sessions) {
      try {
        aborted += known(calls.get(session)).get(1, TimeUnit.MINUTES).equals("aborted") ? 1 : 0;
      } catch (Exception e) {
        System.out.println(session + ": " + e);
      }
    }
    System.out.println("aborted at the end: " + aborted);
    System.out.flush();
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  private static String pay(String session) {
    try {
      Payments.dispatch(session, "pay");
      return Payments.dispatch(session, "pay");
    } catch (ToolLoopError stopped) {
      return "aborted";
    }
  }

  private static ExecutorService threads() throws ReflectiveOperationException {
    return Runtime.version().feature() < 21
        ? Executors.newCachedThreadPool()
        : (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
