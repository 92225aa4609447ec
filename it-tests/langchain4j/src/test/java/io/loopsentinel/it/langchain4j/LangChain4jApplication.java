package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The application on a version of LangChain4j that plays the scenarios. */
final class LangChain4jApplication extends ScenarioApplication<Dispatch> {

  /** LangChain4j's own limit of round trips. */
  static final int ROUND_TRIPS = 100;

  static final Habits HABITS = Habits.DEFAULT.withPatience(ROUND_TRIPS + 20).heedingFailures();

  private static final Map<Version, Scenarios<Dispatch>> SCENARIOS = new ConcurrentHashMap<>();

  private final Assistants assistants;

  private LangChain4jApplication(Assistants assistants, List<Dispatch> dispatches) {
    super(dispatches, HABITS, LangChain4jBehaviour.values());
    this.assistants = assistants;
  }

  static Scenarios<Dispatch> scenarios(Version version) {
    return SCENARIOS.computeIfAbsent(
        version,
        key -> new Scenarios<>(program(key, true), program(key, false), key.dispatches(), HABITS));
  }

  /**
   * Returns the program on a version; its arguments name behaviours.
   *
   * @param agent whether the agent runs there
   */
  static JavaProgram program(Version version, boolean agent) {
    return JavaProgram.ofMain(LangChain4jApplication.class)
        .classPath(version.classPath(agent))
        // Without it SLF4J says on standard error that there is no logging library.
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        // Two users wait for each other in their tools, which streamed responses call on the
        // common pool; on a machine of two cores it has one thread.
        .jvmOptions("-Djava.util.concurrent.ForkJoinPool.common.parallelism=4")
        .arguments(
            version.assistants().getName(),
            version.dispatches().stream().map(Enum::name).collect(Collectors.joining(",")));
  }

  /** The arguments: the class of the {@link Assistants}, the ways of dispatch, behaviours. */
  public static void main(String[] args) throws ReflectiveOperationException {
    ScenarioProgram.run(
        new LangChain4jApplication(
            Class.forName(args[0])
                .asSubclass(Assistants.class)
                .getDeclaredConstructor()
                .newInstance(),
            Stream.of(args[1].split(",")).map(Dispatch::valueOf).toList()),
        Arrays.copyOfRange(args, 2, args.length));
  }

  /** Concurrent calls are two in each response of a loop. */
  @Override
  protected Script script(Dispatch dispatch, Behaviour behaviour) {
    Script script = behaviour.script(HABITS);
    boolean alone =
        behaviour == ModelBehaviour.FAILING
            || behaviour == ModelBehaviour.GUESSING
            || behaviour == ModelBehaviour.HEALTHY
            || behaviour instanceof LangChain4jBehaviour;
    return dispatch == Dispatch.CONCURRENT && !alone
        ? HABITS.besideEach(behaviour, script)
        : script;
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    ExecutorService executor = Executors.newCachedThreadPool();
    Assistant assistant = assistants.of(dispatch, modelUrl, new SearchTool(library), executor);
    return new Users() {
      @Override
      public String ask(int user, String question) throws Exception {
        return LangChain4jApplication.ask(assistant);
      }

      @Override
      public void close() {
        end(executor);
      }
    };
  }

  /** Asks an assistant; fails as that does. */
  static String ask(Assistant assistant) throws Exception {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("LangChain4j throws neither an exception nor an error", e);
    }
  }

  /** Waits for calls whose result nobody waited for, because another of that response failed. */
  private static void end(ExecutorService executor) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("A tool has not ended within a minute");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
