package io.loopsentinel.it.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.Operator;
import io.loopsentinel.it.scenario.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The program of an adapter: plays behaviours of the model for each way of dispatch, and prints
 * each {@link Outcome} as a line of JSON.
 */
public final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PLAYED = "played ";

  /** Separates the name of a behaviour from the one way of dispatch. */
  static final String ONLY = "@";

  private ScenarioProgram() {}

  /**
   * Plays the behaviours that the arguments name, and ends the JVM. Without arguments it plays each
   * behaviour that a line of standard input names, until that ends. A name such as {@code
   * LOOPING@BLOCKING} plays one way of dispatch alone.
   */
  @SuppressWarnings("CatchAndPrintStackTrace") // The test shows what was printed.
  public static <D extends Enum<D>> void run(ScenarioApplication<D> application, String... names) {
    int exit = 1;
    try {
      play(application, names);
      exit = 0;
    } catch (Exception | Error e) {
      e.printStackTrace();
    }
    System.out.flush();
    // Threads of clients would keep the JVM.
    System.exit(exit);
  }

  /** Plays as {@link #run}, and returns. */
  public static <D extends Enum<D>> void play(ScenarioApplication<D> application, String... names)
      throws Exception {
    Operator.attend();
    for (String name : names) {
      play(application, name);
    }
    if (names.length > 0) {
      return;
    }
    BufferedReader asked =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = asked.readLine(); name != null; name = asked.readLine()) {
      play(application, name);
      System.out.println(played(name));
    }
  }

  /** Returns the line that follows the outcomes of a behaviour. */
  static String played(String name) {
    return PLAYED + name;
  }

  private static <D extends Enum<D>> void play(ScenarioApplication<D> application, String name)
      throws Exception {
    String[] parts = name.split(ONLY, 2);
    Behaviour behaviour = application.behaviour(parts[0]);
    for (D dispatch : application.dispatches()) {
      if (parts.length == 1 || dispatch.name().equals(parts[1])) {
        print(outcome(application, dispatch, behaviour));
      }
    }
  }

  private static <D extends Enum<D>> Outcome outcome(
      ScenarioApplication<D> application, D dispatch, Behaviour behaviour) throws Exception {
    Library library = new Library(behaviour.searches());
    ScriptedModelServer model = application.model(dispatch, behaviour);
    try (ScenarioApplication.Users asked =
        application.users(dispatch, behaviour, model.baseUrl(), library)) {
      List<Callable<String>> users = new ArrayList<>();
      for (int i = 0; i < behaviour.users(); i++) {
        int user = i;
        users.add(() -> asked.ask(user, "What is there on loops?"));
      }
      Answers answers = Answers.ask(users, behaviour.rounds());
      return Outcome.of(dispatch.name(), behaviour.name(), library, model.log(), answers);
    } finally {
      application.end(model);
    }
  }

  private static void print(Outcome outcome) throws IOException {
    System.out.println(JSON.writeValueAsString(outcome));
  }
}
