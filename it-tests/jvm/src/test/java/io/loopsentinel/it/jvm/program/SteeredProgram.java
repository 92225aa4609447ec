package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Calls tools, puts other configurations instead of the one in force, and steers the agent over JMX
 * in its own JVM, as its arguments say one after the other.
 */
public final class SteeredProgram {

  /** Between two looks, so that the agent's threads have the processor. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final long COLLECTION_TIMEOUT = TimeUnit.MINUTES.toNanos(1);

  private record Note(String text) {}

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;
  private final Path config;
  private volatile boolean refused;

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
      case "break" -> {
        LoopSentinel.subscribe(
            event -> {
              if (event.type() == LoopEvent.Type.AGENT_ERROR) {
                refused = true;
              }
            });
        Files.delete(config);
        breakConfig(argument);
      }
      case "await" -> {
        await(argument);
        System.out.println(argument);
      }
      case "reload" -> {
        awaitRegistered();
        System.out.println(server.invoke(name, "reload", null, null));
      }
      case "mode" -> System.out.println(server.getAttribute(name, "Mode"));
      case "set-mode" -> {
        awaitRegistered();
        server.invoke(
            name, "setMode", new Object[] {argument}, new String[] {String.class.getName()});
      }
      case "detach" -> {
        awaitRegistered();
        detach();
      }
      case "threads" -> {
        await("not thread loop-sentinel");
        System.out.println("threads " + threads());
      }
      default -> throw new IllegalArgumentException(command);
    }
  }

  /** The first call waits for the bean, but on a busy machine not for ever. */
  private void awaitRegistered() {
    await("registered");
  }

  private void await(String statement) {
    while (!holds(statement)) {
      // The test kills a program that waits in vain.
      LockSupport.parkNanos(PAUSE);
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

  /** Puts a file instead of the configuration, in one step. */
  private void put(Path next) throws IOException {
    if (Files.isDirectory(config)) {
      Files.delete(config);
    }
    Path copy = config.resolveSibling("next");
    Files.copy(next, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, config, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Puts something that cannot be read instead of the configuration, or nothing. */
  private void breakConfig(String how) throws IOException {
    switch (how) {
      case "deleted" -> {}
      case "a folder" -> Files.createDirectory(config);
      case "a link to itself" -> Files.createSymbolicLink(config, config);
      case "no text" -> Files.write(config, new byte[] {(byte) 0xc3, 0, (byte) 0xff});
      case "too deep" -> Files.writeString(config, "sentinel: " + "[".repeat(100_000));
      default -> throw new IllegalArgumentException(how);
    }
  }

  /** Returns whether something is so by now; each statement can be negated by a {@code not}. */
  private boolean holds(String statement) {
    String[] words = statement.split(" ", 2);
    return switch (words[0]) {
      case "not" -> !holds(words[1]);
      case "refused" -> refused;
      case "registered" -> server.isRegistered(name);
      case "answers" -> answers(URI.create(words[1]));
      case "thread" -> threads().stream().anyMatch(thread -> thread.contains(words[1]));
      default -> throw new IllegalArgumentException(statement);
    };
  }

  private static boolean answers(URI address) {
    try {
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setRequestProperty("Connection", "close");
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  private void detach() throws Exception {
    WeakReference<ClassLoader> agent = new WeakReference<>(server.getClassLoaderFor(name));
    server.invoke(name, "detach", null, null);
    System.out.println("registered " + server.isRegistered(name));
    useRecord(new Note("done"), new Note("done"));
    long end = System.nanoTime() + COLLECTION_TIMEOUT;
    while (agent.get() != null && System.nanoTime() < end) {
      System.gc();
    }
    System.out.println("class loader collected " + (agent.get() == null));
  }

  /** Up to JDK 17 the JDK keeps the class of the latest record that was used in each way. */
  private static void useRecord(Note one, Note other) {
    boolean same = one.equals(other) && one.hashCode() == other.hashCode();
    System.out.println("equal " + (same && one.toString().equals(other.toString())));
  }

  /** Returns the names of the agent's threads, those of the JDK's HTTP server included. */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(each -> each.contains("loop-sentinel") || each.equals("HTTP-Dispatcher"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
