package io.loopsentinel.it.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Two users ask at once, one of them twice. A model that answers makes three calls for it. The
 * threads are virtual ones where the JDK has them.
 */
public final class TwoBudgetsProgram {

  /** What is asked, by whom: an application's own, which the framework knows nothing of. */
  public static final class Desk {

    private final Assistant assistant;

    Desk(Assistant assistant) {
      this.assistant = assistant;
    }

    String ask(String user) {
      return user + ": " + assistant.answer("What is there on loops?");
    }
  }

  private TwoBudgetsProgram() {}

  /** Takes names of ways of dispatch. */
  public static void main(String[] args) throws Exception {
    for (String dispatch : args) {
      System.out.println(new ObjectMapper().writeValueAsString(play(Dispatch.valueOf(dispatch))));
    }
    System.out.flush();
    System.exit(0);
  }

  private static Outcome play(Dispatch dispatch) throws Exception {
    Library library = new Library(1);
    Script script =
        Script.healthy(
            Stream.of("loops", "cycles", "rings").map(TwoBudgetsProgram::call).toList(),
            ModelBehaviour.ANSWER);
    List<String> answers = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    ExecutorService executor = threads();
    try (ScriptedModelServer model = ScriptedModelServer.start(script)) {
      Desk desk =
          new Desk(
              Assistant.of(dispatch, SpringAi.model(model.baseUrl()), new SearchTool(library)));
      Callable<List<String>> ann =
          () -> {
            answers(desk, "ann", answers, failures);
            return answers(desk, "ann", answers, failures);
          };
      Callable<List<String>> bob = () -> answers(desk, "bob", answers, failures);
      for (Future<List<String>> each : executor.invokeAll(List.of(ann, bob))) {
        each.get();
      }
      return new Outcome(
          dispatch.name(), "HEALTHY", library.searches(), 0, model.log(), answers, failures);
    }
  }

  private static List<String> answers(
      Desk desk, String user, List<String> answers, List<Failure> failures) {
    try {
      String answer = desk.ask(user);
      synchronized (answers) {
        answers.add(answer);
      }
    } catch (Exception | Error e) {
      synchronized (answers) {
        failures.add(Failure.of(e));
      }
    }
    return answers;
  }

  private static ToolCalls call(String query) {
    return new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"" + query + "\"}")));
  }

  private static ExecutorService threads() throws ReflectiveOperationException {
    return Runtime.version().feature() < 21
        ? Executors.newCachedThreadPool()
        : (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
