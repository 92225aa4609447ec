package io.loopsentinel.it.jvm.program;

import io.loopsentinel.ToolLoopError;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Has each method of the agent that is on the path of a run, a turn, a call or an outcome throw
 * once, by each kind of throwable, and says where this does any harm.
 */
public final class FaultedProgram {

  private static final List<Supplier<Throwable>> KINDS =
      List.of(
          () -> new IllegalStateException("injected"),
          () -> new AssertionError("injected"),
          () -> new StackOverflowError("injected"),
          () -> new OutOfMemoryError("injected"),
          () -> new NoClassDefFoundError("injected"));

  private static int bodies;

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName agent;
  private int sessions;

  private FaultedProgram() throws Exception {
    agent = new ObjectName("io.loopsentinel:type=Sentinel");
  }

  static String answer(String session, Supplier<String> work) {
    bodies++;
    return work.get();
  }

  static String ask(String session, String prompt) {
    bodies++;
    return prompt + "a " + prompt + "b " + prompt + "c " + prompt + "d";
  }

  static String dispatch(String session, String tool, Map<String, Object> arguments) {
    bodies++;
    if (tool.equals("failing")) {
      throw new IllegalStateException("closed");
    }
    return "result of " + tool;
  }

  static CompletableFuture<String> dispatchLater(String session, String tool) {
    bodies++;
    return CompletableFuture.completedFuture("result of " + tool);
  }

  /**
   * Prints a line for each harm, and two with numbers. Takes {@code all} to have each method throw
   * each kind, and no argument to have it throw one.
   */
  public static void main(String[] args) throws Exception {
    new FaultedProgram().run(List.of(args).contains("all"));
  }

  private void run(boolean allKinds) throws Exception {
    List<String> expected = converse(newSession());
    while (!server.isRegistered(agent)) {
      Thread.sleep(10);
    }
    for (int i = 0; i < 2; i++) {
      expected = converse(newSession());
    }
    System.out.println("expected " + expected);
    Set<String> recording = Faults.record();
    converse(newSession());
    Faults.disarm();
    List<String> methods = List.copyOf(recording);
    System.out.println("methods " + methods.size());
    int faults = 0;
    for (int i = 0; i < methods.size(); i++) {
      for (int kind = 0; kind < KINDS.size(); kind++) {
        if (allKinds || kind == i % KINDS.size()) {
          faults += inject(methods.get(i), KINDS.get(kind).get()) ? 1 : 0;
        }
      }
    }
    System.out.println("faults " + faults);
  }

  /** Returns whether the method was entered again, and so could throw. */
  private boolean inject(String method, Throwable fault) throws Exception {
    String at = method + " " + fault.getClass().getSimpleName();
    long before = failures();
    String session = newSession();
    Faults.arm(method, fault);
    List<String> seen = converse(session);
    if (!Faults.disarm()) {
      return false;
    }
    seen.stream()
        .filter(each -> !List.of("ran", "hint", "ToolLoopError").contains(each))
        .forEach(each -> System.out.println("HARM " + at + ": " + each));
    if (failures() == before) {
      System.out.println("UNCOUNTED " + at);
    }
    List<String> again = new ArrayList<>();
    search(again, session, 5);
    if (again.stream().allMatch("ran"::equals)) {
      System.out.println("UNGUARDED SESSION " + at + ": " + again);
    }
    List<String> after = new ArrayList<>();
    search(after, newSession(), 4);
    if (!after.equals(List.of("ran", "ran", "ran", "ran", "ran", "ran", "ran", "hint"))) {
      System.out.println("UNGUARDED " + at + ": " + after);
    }
    return true;
  }

  private long failures() throws Exception {
    return (Long) server.getAttribute(agent, "InternalErrors");
  }

  private String newSession() {
    return "session " + sessions++;
  }

  /** Does all that is on the path, and returns what came of each call. */
  private List<String> converse(String session) {
    List<String> seen = new ArrayList<>();
    call(
        seen,
        () ->
            answer(
                session,
                () -> {
                  search(seen, session, 6);
                  for (int i = 0; i < 3; i++) {
                    int attempt = i;
                    call(
                        seen,
                        () -> dispatch(session + "f", "failing", Map.of("n", attempt)),
                        "java.lang.IllegalStateException: closed");
                    call(
                        seen, () -> dispatchLater(session + "l", "later").get(), "result of later");
                  }
                  return "answered";
                }),
        "answered");
    return seen;
  }

  /** Asks the model and makes the call that it asks for, again and again. */
  private static void search(List<String> seen, String session, int times) {
    for (int i = 0; i < times; i++) {
      String prompt = "word" + i;
      call(seen, () -> ask(session, prompt), prompt);
      call(seen, () -> dispatch(session, "search", Map.of("q", "x")), "result of search");
    }
  }

  private static void call(List<String> seen, Callable<String> call, String result) {
    int before = bodies;
    String outcome;
    try {
      outcome = call.call();
    } catch (ToolLoopError stopped) {
      outcome = "ToolLoopError";
    } catch (Throwable thrown) {
      outcome = thrown.toString();
    }
    int ran = bodies - before;
    boolean isRun = outcome.equals("answered");
    if (outcome.startsWith(result) && (isRun ? ran > 0 : ran == 1)) {
      seen.add("ran");
    } else if (outcome.startsWith("loop-detected") && ran == 0) {
      seen.add("hint");
    } else if (outcome.equals("ToolLoopError") && ran == 0) {
      seen.add(outcome);
    } else {
      seen.add("ran " + ran + " times and gave " + outcome);
    }
  }
}
