package io.loopsentinel.it.extension;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Calls a tool until the store of its session has come back, and prints the store's state. */
public final class OutageProgram {

  private OutageProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    BlockingQueue<LoopEvent> events = new LinkedBlockingQueue<>();
    LoopSentinel.subscribe(
        event -> {
          if (event.type() == LoopEvent.Type.STORE_RECOVERED) {
            events.add(event);
          }
        });
    int page = 0;
    do {
      page++;
      System.out.println(CallingProgram.dispatch("read", page));
    } while (events.poll(20, TimeUnit.MILLISECONDS) == null);
    ObjectName sentinel = new ObjectName("io.loopsentinel:type=Sentinel");
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    System.out.println("store: " + server.getAttribute(sentinel, "Store"));
  }
}
