package io.loopsentinel.it.jvm.program;

import java.util.concurrent.CountDownLatch;

/** Stops a thread while the agent reads the arguments of its call. */
public final class StoppedProgram {

  private static final CountDownLatch READING = new CountDownLatch(1);

  private StoppedProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    Thread caller =
        new Thread(
            () -> {
              dispatch(new Name());
              System.out.println("went on");
            });
    caller.start();
    READING.await();
    // By reflection, because it is deprecated for removal.
    Thread.class.getMethod("stop").invoke(caller);
    caller.join();
    System.out.println("ended");
  }

  /** Is guarded. */
  static void dispatch(Object tool) {
    System.out.println("ran");
  }

  private static final class Name {

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
