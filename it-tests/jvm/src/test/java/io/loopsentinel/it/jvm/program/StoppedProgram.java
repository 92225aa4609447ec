package io.loopsentinel.it.jvm.program;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Stops a thread while the agent reads a value of its call; the argument says which. */
public final class StoppedProgram {

  private static final CountDownLatch READING = new CountDownLatch(1);

  private StoppedProgram() {}

  /** Takes {@code tool}, {@code label}, {@code argument}, {@code getter} or {@code result}. */
  public static void main(String[] args) throws Exception {
    Thread caller =
        new Thread(
            () -> {
              dispatch(request(args[0]));
              System.out.println("went on");
            });
    caller.start();
    READING.await();
    // By reflection, because it is deprecated for removal.
    Thread.class.getMethod("stop").invoke(caller);
    caller.join();
    System.out.println("ended");
  }

  private static Request request(String stopped) {
    Request request =
        new Request(stopped.equals("getter"), "search", "ann", Map.of("q", "a"), "found");
    return switch (stopped) {
      case "tool" -> new Request(false, new Endless(), "ann", Map.of(), "found");
      case "label" -> new Request(false, "search", new Endless(), Map.of(), "found");
      case "argument" -> new Request(false, "search", "ann", Map.of("q", new Endless()), "found");
      case "result" -> new Request(false, "search", "ann", Map.of(), new Endless());
      default -> request;
    };
  }

  /** Is guarded. */
  static Object dispatch(Request request) {
    return request.result;
  }

  record Request(
      boolean hasEndlessGetter,
      Object tool,
      Object user,
      Map<String, Object> arguments,
      Object result) {

    /** Returns the role, which is a label. */
    public String role() {
      return hasEndlessGetter ? new Endless().toString() : "reader";
    }
  }

  private static final class Endless implements CharSequence {

    @Override
    public int length() {
      return toString().length();
    }

    @Override
    public char charAt(int index) {
      return toString().charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return toString();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck")
    public String toString() {
      READING.countDown();
      while (true) {
        Thread.yield();
      }
    }
  }
}
