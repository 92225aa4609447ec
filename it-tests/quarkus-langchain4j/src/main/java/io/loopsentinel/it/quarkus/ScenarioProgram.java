package io.loopsentinel.it.quarkus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.Outcome;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Has readers ask in each way of dispatch, and prints each {@link Outcome} as a line of JSON. */
@QuarkusMain
public final class ScenarioProgram implements QuarkusApplication {

  /** The argument by which the ways of calling are played. */
  static final String ENDS = "ENDS";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The one that the application's configuration names. */
  private static final ScriptedModelServer MODEL =
      ScriptedModelServer.start(conversation -> new Reply.Answer(Script.EXHAUSTED));

  private final Reader reader;
  private final Shelves shelves;
  private final Ends ends;

  ScenarioProgram(Reader reader, Shelves shelves, Ends ends) {
    this.reader = reader;
    this.shelves = shelves;
    this.ends = ends;
  }

  /** The arguments name each {@link ModelBehaviour}, or are {@link #ENDS}. */
  public static void main(String... args) {
    System.setProperty("quarkus.langchain4j.openai.base-url", MODEL.baseUrl());
    Quarkus.run(ScenarioProgram.class, args);
  }

  @Override
  public int run(String... args) throws JsonProcessingException, InterruptedException {
    if (List.of(args).equals(List.of(ENDS))) {
      // The application stops in the hook of the JVM, which waits for this method.
      new Thread(() -> EndProgram.play(MODEL, ends.ways()), "ends").start();
      Quarkus.waitForExit();
      return 0;
    }
    for (String behaviour : args) {
      for (Dispatch dispatch : Dispatch.values()) {
        Outcome outcome = run(dispatch, ModelBehaviour.valueOf(behaviour));
        System.out.println(JSON.writeValueAsString(outcome));
      }
    }
    return 0;
  }

  private Outcome run(Dispatch dispatch, ModelBehaviour behaviour) throws InterruptedException {
    Library library = new Library(behaviour.users());
    shelves.fill(library);
    MODEL.restart(behaviour.script());
    List<Callable<String>> users = new ArrayList<>();
    for (int user = 0; user < behaviour.users(); user++) {
      String conversation = dispatch + "-" + behaviour + "-" + user;
      users.add(() -> reader.ask(dispatch, conversation));
    }
    Answers answers = Answers.ask(users, behaviour.rounds());
    return Outcome.of(dispatch, behaviour, library, MODEL.log(), answers);
  }
}
