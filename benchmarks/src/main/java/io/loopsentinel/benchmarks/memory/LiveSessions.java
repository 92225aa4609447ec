package io.loopsentinel.benchmarks.memory;

import io.loopsentinel.benchmarks.guarded.Caller;
import io.loopsentinel.benchmarks.guarded.ChildJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.UUID;
import javax.management.JMException;

/** Fills the heap with sessions; keys are UUIDs as text, and count as theirs. */
final class LiveSessions {

  private static final int COLLECTIONS = 3;

  private LiveSessions() {}

  /**
   * Tells how much more of the heap is in use per session once they are there.
   *
   * @param args the number of sessions, and of the calls that each makes
   */
  public static void main(String[] args) throws JMException {
    int sessions = Integer.parseInt(args[0]);
    int calls = Integer.parseInt(args[1]);
    Caller caller = new Caller();
    play(caller, 1, calls);
    long before = used();
    play(caller, sessions, calls);
    long after = used();
    caller.checkAllRan();
    ChildJvm.tell("bytes", (double) (after - before) / sessions);
    ChildJvm.tell("live", SessionCount.live());
  }

  private static void play(Caller caller, int sessions, int calls) {
    for (int session = 0; session < sessions; session++) {
      String key = UUID.randomUUID().toString();
      for (int call = 0; call < calls; call++) {
        caller.call(key, "search_files");
      }
    }
  }

  private static long used() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
