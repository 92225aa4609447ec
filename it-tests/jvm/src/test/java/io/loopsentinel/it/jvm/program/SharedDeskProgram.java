package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A desk at which several callers have tools called, some of whom do what none should. */
public final class SharedDeskProgram {

  private SharedDeskProgram() {}

  /** What a caller brings. */
  public interface Request {
    Object tool();

    Object session();

    String user();
  }

  /** A tool, which others may stand in front of. Not public, so its proxies are of this package. */
  interface Tool {
    String execute(String tool, Map<String, Object> arguments);
  }

  /** Ends a run of the agent's; names what it is about. */
  private record Honest(Object tool, Object session, String user) implements Request {}

  /** Brings values of which one throws when it is read. */
  private record Hostile(String member) implements Request {
    @Override
    public Object tool() {
      return member.equals("tool") ? new Unreadable() : "search";
    }

    @Override
    public Object session() {
      if (member.equals("getter")) {
        throw new AssertionError("not implemented");
      }
      return member.equals("session") ? new Unreadable() : "hostile";
    }

    @Override
    public String user() {
      return "mallory";
    }
  }

  private static final class Unreadable {
    @Override
    public String toString() {
      throw new IllegalStateException("unreadable");
    }
  }

  static String dispatch(Request request) {
    return "ran";
  }

  /** Takes {@code callers}, {@code proxies} and their number, or {@code listeners}. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "callers" -> {
        for (String member : new String[] {"tool", "session", "getter"}) {
          for (int i = 0; i < 60; i++) {
            dispatch(new Hostile(member));
          }
        }
        callFourTimes("ann");
      }
      case "proxies" -> callThrough(Integer.parseInt(args[1]));
      case "listeners" -> listen();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void callFourTimes(String user) {
    for (int i = 0; i < 4; i++) {
      System.out.println(user + ": " + shown(dispatch(new Honest("search", user, user))));
    }
  }

  private static void callThrough(int proxies) {
    AtomicInteger bodies = new AtomicInteger();
    Tool tool =
        new Tool() {
          @Override
          public String execute(String name, Map<String, Object> arguments) {
            bodies.incrementAndGet();
            return "ran";
          }
        };
    for (int i = 0; i < proxies; i++) {
      Tool inner = tool;
      tool =
          (Tool)
              Proxy.newProxyInstance(
                  Tool.class.getClassLoader(),
                  new Class<?>[] {Tool.class},
                  (proxy, method, arguments) -> method.invoke(inner, arguments));
    }
    for (int i = 0; i < 4; i++) {
      System.out.println(shown(tool.execute("search", Map.of("q", "x"))));
    }
    System.out.println("bodies " + bodies);
  }

  private static void listen() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    BlockingQueue<LoopEvent> heard = new LinkedBlockingQueue<>();
    LoopSentinel.subscribe(
        event -> {
          blocked.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    LoopSentinel.subscribe(heard::add);
    callFourTimes("ann");
    blocked.await();
    for (int i = 0; i < 1_000; i++) {
      callAgain("user " + i);
    }
    int loops = 0;
    for (LoopEvent event = next(heard); event != null && loops < 501; event = next(heard)) {
      loops += event.type() == LoopEvent.Type.LOOP_DETECTED ? 1 : 0;
    }
    System.out.println("heard of " + (loops >= 501 ? "more than 500" : loops) + " loops");
  }

  private static void callAgain(String user) {
    for (int i = 0; i < 4; i++) {
      dispatch(new Honest("search", user, user));
    }
  }

  private static LoopEvent next(BlockingQueue<LoopEvent> events) throws InterruptedException {
    return events.poll(10, TimeUnit.SECONDS);
  }

  private static String shown(String result) {
    return result.startsWith("loop-detected") ? "hint" : result;
  }
}
