package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Calls tools, puts other configurations in the place of the one in force, and steers the agent
 * over JMX in its own JVM, as its arguments say one after the other.
 */
public final class SteeredProgram {

  private static final int MOST_COLLECTIONS = 200;

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;
  private final Path config;

  private SteeredProgram(Path config) throws JMException {
    this.config = config;
    this.name = new ObjectName("io.loopsentinel:type=Sentinel");
  }

  /** Takes the configuration in force, and what to do. */
  public static void main(String[] args) throws Exception {
    SteeredProgram program = new SteeredProgram(Path.of(args[0]));
    for (int i = 1; i < args.length; i++) {
      String[] words = args[i].split(" ", 2);
      program.run(words[0], words.length == 1 ? "" : words[1]);
    }
  }

  private void run(String command, String argument) throws Exception {
    switch (command) {
      case "call" -> System.out.println(call(argument));
      case "ask" -> System.out.println(ask());
      case "call-until-stopped" -> {
        String result = call(argument);
        while (result.contains(" ran with ")) {
          result = call(argument);
        }
        System.out.println(result);
      }
      case "put" -> put(Path.of(argument));
      case "reload" -> System.out.println(server.invoke(name, "reload", null, null));
      case "mode" -> System.out.println(server.getAttribute(name, "Mode"));
      case "set-mode" ->
          server.invoke(
              name, "setMode", new Object[] {argument}, new String[] {String.class.getName()});
      case "detach" -> detach();
      case "threads" -> System.out.println("threads " + threads());
      default -> throw new IllegalArgumentException(command);
    }
  }

  /** Calls the tool through a dispatcher of one of two classes. */
  private static String call(String shape) {
    Map<String, Object> arguments = Map.of("q", "x");
    try {
      return shape.equals("Private")
          ? new Dispatchers.Private().call("search", arguments)
          : new Dispatchers.Plain().execute(new Dispatchers.Request("search", arguments));
    } catch (Error e) {
      return "error " + e.getClass().getName();
    }
  }

  /** Answers a user, which takes one call, on another thread. */
  private static String ask() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      return executor.submit(() -> call("Plain")).get();
    } finally {
      executor.shutdown();
    }
  }

  /** Puts a file in the place of the configuration, in one step. */
  private void put(Path next) throws IOException {
    Path copy = config.resolveSibling("next");
    Files.copy(next, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, config, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private void detach() throws Exception {
    WeakReference<ClassLoader> agent = new WeakReference<>(server.getClassLoaderFor(name));
    server.invoke(name, "detach", null, null);
    System.out.println("registered " + server.isRegistered(name));
    for (int i = 0; i < MOST_COLLECTIONS && agent.get() != null; i++) {
      System.gc();
    }
    System.out.println("class loader collected " + (agent.get() == null));
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(each -> each.contains("loop-sentinel"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
