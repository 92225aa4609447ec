package io.loopsentinel.it.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.contract.End.Got;
import io.loopsentinel.it.contract.Question.Kind;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The program of an adapter: plays each way of calling a framework with each {@link Rung}, and
 * prints what came of it as a line of JSON each.
 *
 * <p>In each, one user's question makes the model loop; another user asks at the same time; and the
 * first user asks once more.
 */
public final class EndProgram {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LIMIT_SECONDS = 20;

  private EndProgram() {}

  /** Plays all ways with a model of OpenAI, and ends the JVM. */
  public static void play(List<Way> ways) {
    play(ScriptedModelServer::start, ways);
  }

  /** Plays all ways with a model that is started as said, and ends the JVM. */
  public static void play(Function<Script, ScriptedModelServer> model, List<Way> ways) {
    play(
        ways,
        way -> {
          try (ScriptedModelServer started = model.apply(Question::reply)) {
            play(started, way);
          }
        });
  }

  /** Plays all ways with one model that runs already, and ends the JVM. */
  public static void play(ScriptedModelServer model, List<Way> ways) {
    model.restart(Question::reply);
    play(ways, way -> play(model, way));
  }

  @FunctionalInterface
  private interface Player {
    void play(Way way) throws Exception;
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // The test shows what was printed.
  private static void play(List<Way> ways, Player player) {
    int exit = 1;
    try {
      for (Way way : ways) {
        player.play(way);
      }
      exit = 0;
    } catch (Exception | Error e) {
      e.printStackTrace();
    }
    System.out.flush();
    // Threads of clients would keep the JVM.
    System.exit(exit);
  }

  private static void play(ScriptedModelServer model, Way way) throws Exception {
    SearchedLibrary library = new SearchedLibrary();
    Way.Assistant assistant = way.factory().assistant(model.baseUrl(), library);
    for (Rung rung : Rung.values()) {
      int refused = model.refusals().size();
      String scene = (way.name() + "-" + rung.text()).replaceAll("\\W+", "-");
      Question loop = new Question(Kind.LOOPS, scene, rung.tool());
      CompletableFuture<Got> first = ask(assistant, "A-" + scene, loop);
      CompletableFuture<Got> other =
          ask(assistant, "B-" + scene, new Question(Kind.HONEST, scene, rung.tool()));
      Got end = got(first);
      Got honest = got(other);
      Got second = got(ask(assistant, "A-" + scene, new Question(Kind.SECOND, scene, rung.tool())));
      List<String> refusals = model.refusals();
      print(
          new End(
              way.name(),
              way.memory(),
              way.keepsSession(),
              way.concurrent(),
              way.hidesErrorAtCall(),
              way.innerEnd(),
              rung,
              end,
              library.searches(loop.query(0)),
              library.searches(loop.other(Question.THRESHOLD)),
              second,
              honest,
              refusals.subList(refused, refusals.size())));
    }
  }

  /** Asks on a thread of its own, as a server does. */
  private static CompletableFuture<Got> ask(
      Way.Assistant assistant, String user, Question question) {
    CompletableFuture<Got> got = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                got.complete(Got.answer(assistant.ask(user, question.text())));
              } catch (Throwable failure) {
                got.complete(Got.failure(failure));
              }
            },
            "user " + user);
    thread.setDaemon(true);
    thread.start();
    return got;
  }

  private static Got got(CompletableFuture<Got> got) throws InterruptedException {
    try {
      return got.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return Got.nothing(stacks());
    } catch (ExecutionException e) {
      throw new AssertionError(Objects.requireNonNull(e.getCause()));
    }
  }

  private static String stacks() {
    return Thread.getAllStackTraces().entrySet().stream()
        .map(EndProgram::stack)
        .collect(Collectors.joining("\n"));
  }

  private static String stack(Map.Entry<Thread, StackTraceElement[]> thread) {
    return thread.getKey()
        + "\n"
        + List.of(thread.getValue()).stream()
            .map(frame -> "    at " + frame)
            .collect(Collectors.joining("\n"));
  }

  private static void print(End end) throws JsonProcessingException {
    // A framework may print without ending its line.
    System.out.println("\n" + JSON.writeValueAsString(end));
  }
}
