package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * The Quarkus application that plays the scenarios. Not a proxied bean: its superclass cannot be.
 */
@Singleton
@QuarkusMain
public final class QuarkusProgram extends ScenarioApplication<Dispatch>
    implements QuarkusApplication {

  /** The argument by which the ways of calling are played. */
  static final String ENDS = "ENDS";

  static final Habits HABITS = Habits.DEFAULT.heedingFailures();

  /** The model that the application's configuration names; it cannot be given another URL. */
  private static final ScriptedModelServer MODEL =
      ScriptedModelServer.start(conversation -> new Reply.Answer(Script.EXHAUSTED));

  private final Reader reader;
  private final Shelves shelves;
  private final Ends ends;

  QuarkusProgram(Reader reader, Shelves shelves, Ends ends) {
    super(List.of(Dispatch.values()), HABITS);
    this.reader = reader;
    this.shelves = shelves;
    this.ends = ends;
  }

  /** The arguments name behaviours, or are {@link #ENDS}. */
  public static void main(String... args) {
    System.setProperty("quarkus.langchain4j.openai.base-url", MODEL.baseUrl());
    Quarkus.run(QuarkusProgram.class, args);
  }

  @Override
  public int run(String... args) throws Exception {
    if (List.of(args).equals(List.of(ENDS))) {
      // The application stops in the hook of the JVM, which waits for this method.
      new Thread(() -> EndProgram.play(MODEL, ends.ways()), "ends").start();
      Quarkus.waitForExit();
      return 0;
    }
    ScenarioProgram.play(this, args);
    return 0;
  }

  @Override
  protected ScriptedModelServer model(Dispatch dispatch, Behaviour behaviour) {
    MODEL.restart(script(dispatch, behaviour));
    return MODEL;
  }

  @Override
  protected void end(ScriptedModelServer model) {}

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    shelves.fill(library);
    return (user, question) -> reader.ask(dispatch, dispatch + "-" + behaviour.name() + "-" + user);
  }
}
