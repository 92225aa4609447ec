package io.loopsentinel.it.jvm.program;

import com.sun.tools.attach.VirtualMachine;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Four threads call a tool without a break, while the configuration changes and the agent comes and
 * goes; counts what became of the calls.
 */
public final class LoadedProgram {

  private static final int THREADS = 4;
  private static final int RELOADS = 20;
  private static final int ATTACHMENTS = 5;

  private final AtomicLong made = new AtomicLong();
  private final AtomicLong run = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;
  private final Path config;
  private final Path[] others;
  private long internalErrors;

  private LoadedProgram(String[] args) throws Exception {
    this.name = new ObjectName("io.loopsentinel:type=Sentinel");
    this.config = Path.of(args[0]);
    this.others = new Path[] {Path.of(args[1]), Path.of(args[2])};
  }

  /** Takes the configuration in force, two to put in its place in turn, and the agent's jar. */
  public static void main(String[] args) throws Exception {
    LoadedProgram program = new LoadedProgram(args);
    program.dispatch(0);

    program.underLoad(program::reloadAgainAndAgain);
    System.out.println("all seen " + (program.attribute("CallsSeen") == program.made.get()));

    program.underLoad(() -> program.attachAgainAndAgain(args[3]));
    System.out.println("all run once " + (program.run.get() == program.made.get()));
    System.out.println("wrong " + program.wrong.get());
    System.out.println("errors of the agent " + program.internalErrors);
  }

  private interface Work {
    void run() throws Exception;
  }

  private void underLoad(Work work) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread =
          new Thread(
              () -> {
                while (!done.get()) {
                  call();
                }
              });
      thread.start();
      threads.add(thread);
    }
    try {
      work.run();
    } finally {
      done.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private void reloadAgainAndAgain() throws Exception {
    for (int i = 0; i < RELOADS; i++) {
      Path copy = config.resolveSibling("copy");
      Files.copy(others[i % 2], copy, StandardCopyOption.REPLACE_EXISTING);
      Files.move(copy, config, StandardCopyOption.REPLACE_EXISTING);
      String told = (String) server.invoke(name, "reload", null, null);
      if (!told.contains("was read again")) {
        throw new IllegalStateException(told);
      }
    }
  }

  private void attachAgainAndAgain(String jar) throws Exception {
    VirtualMachine self = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
    for (int i = 0; i < ATTACHMENTS; i++) {
      internalErrors += attribute("InternalErrors");
      server.invoke(name, "detach", null, null);
      self.loadAgent(jar, config.toString());
      while (!server.isRegistered(name) || attribute("CallsSeen") == 0) {
        Thread.onSpinWait();
      }
    }
    self.detach();
    internalErrors += attribute("InternalErrors");
  }

  private long attribute(String attribute) throws Exception {
    return ((Number) server.getAttribute(name, attribute)).longValue();
  }

  private void call() {
    long number = made.get();
    if (dispatch(number) != number) {
      wrong.incrementAndGet();
    }
  }

  /** What the targets of the configurations name. */
  long dispatch(long number) {
    made.incrementAndGet();
    return tool(number);
  }

  private long tool(long number) {
    run.incrementAndGet();
    return number;
  }
}
