package io.loopsentinel.engine.text;

import org.jspecify.annotations.Nullable;

/** Recognizes that the application ends a thread by {@code Thread.stop}, up to JDK 19. */
public final class StoppedThread {

  private static final int MAX_CAUSES = 8;

  private StoppedThread() {}

  /**
   * Returns normally unless a failure means that the application ends this thread.
   *
   * @throws ThreadDeath if the failure or one of its causes is one
   */
  public static void passOn(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      // By its name, because the class is deprecated for removal.
      if (cause instanceof Error death
          && death.getClass().getName().equals("java.lang.ThreadDeath")) {
        throw death;
      }
      cause = cause.getCause();
    }
  }
}
