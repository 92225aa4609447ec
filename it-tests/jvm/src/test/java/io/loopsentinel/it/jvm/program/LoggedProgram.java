package io.loopsentinel.it.jvm.program;

import java.lang.System.Logger;
import java.util.ResourceBundle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes a guarded call. The guard asks for a logger of the application, which has another thread
 * load a class with a target, or call its method as well, and waits for that.
 */
public final class LoggedProgram {

  private static final String LOGGED = "com.github.benmanes.caffeine";
  private static final int TIMEOUT_MILLIS = 20_000;

  private LoggedProgram() {}

  private static final AtomicBoolean ASKED = new AtomicBoolean();
  private static final CountDownLatch LOOKED = new CountDownLatch(1);
  private static volatile boolean calls;

  /** Takes whether the other thread is to make a call, and says what its own returned. */
  public static void main(String[] args) throws InterruptedException {
    calls = Boolean.parseBoolean(args[0]);
    System.out.println(new First().dispatch("search"));
    LOOKED.await();
  }

  /** Is called. */
  public static final class First {
    String dispatch(String tool) {
      return tool + " ran";
    }
  }

  /** Is loaded by the logger. */
  public static final class Second {
    String dispatch(String tool) {
      return tool;
    }
  }

  /** Makes loggers that write nothing. */
  public static final class Finder extends System.LoggerFinder {

    @Override
    public Logger getLogger(String name, Module module) {
      if (name.startsWith(LOGGED) && !ASKED.getAndSet(true)) {
        Thread loading =
            new Thread(
                () -> {
                  Second second = new Second();
                  if (calls) {
                    second.dispatch("none");
                  }
                });
        loading.setDaemon(true);
        loading.start();
        try {
          loading.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        System.out.println(
            loading.isAlive() ? "the other thread waits" : "the other thread is done");
        LOOKED.countDown();
      }
      return new Silent(name);
    }
  }

  private record Silent(String name) implements Logger {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return false;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
  }
}
