package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSession;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Listens to what the agent tells of a loop, ends up in an ended session, and resets it. */
public final class ListeningProgram {

  private ListeningProgram() {}

  /** Takes no arguments; prints each event, and what the API says besides. */
  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<LoopEvent> events = new LinkedBlockingQueue<>();
    try (LoopSentinel.Subscription subscription = LoopSentinel.subscribe(events::add)) {
      System.out.println("active " + LoopSentinel.isActive() + ", " + subscription.isActive());
      LoopingProgram.main(new String[] {"Private", "4"});
      if (subscription.isActive()) {
        for (int i = 0; i < 4; i++) {
          print(events);
        }
      }
    }
    for (LoopSession session : LoopSentinel.sessions()) {
      System.out.println("terminated " + session.terminated());
      System.out.println("reset " + LoopSentinel.reset(session.key()));
    }
    System.out.println("reset another " + LoopSentinel.reset("another"));
    LoopingProgram.main(new String[] {"Private", "1"});
    System.out.println("unheard " + events.size());
  }

  private static void print(BlockingQueue<LoopEvent> events) throws InterruptedException {
    LoopEvent event = events.poll(1, TimeUnit.MINUTES);
    System.out.println(event == null ? "nothing" : event.type().text() + ": " + event.reason());
  }
}
