package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopSentinel;
import io.loopsentinel.it.jvm.program.Desk.Call;
import io.loopsentinel.it.jvm.program.Desk.Prompt;
import io.loopsentinel.it.jvm.program.Desk.Response;
import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Makes the agent find loops of every kind, in values and names of its own choice, and asks it
 * afterwards by every means. Ends when its standard input does.
 */
public final class EveryPathProgram {

  /** The last session to be heard of. */
  public static final String LAST = "farewell";

  private static final int CALLS = 7;

  private final Texts texts;
  private final Written written;

  private EveryPathProgram(Texts texts, Written written) {
    this.texts = texts;
    this.written = written;
  }

  /** Takes which texts it uses, {@code marked} or {@code hostile}, and a folder to write to. */
  public static void main(String[] args) throws Exception {
    Texts texts = Texts.valueOf(args[0].toUpperCase(Locale.ROOT));
    try (Written written = new Written(new File(args[1]))) {
      EveryPathProgram program = new EveryPathProgram(texts, written);
      LoopSentinel.subscribe(
          event -> {
            throw new IllegalStateException(texts.value(Marker.LISTENER) + event);
          });
      LoopSentinel.subscribe(written::heard);
      program.run();
      Questions.ask(written);
      LoopSentinel.tell(LAST, texts.value(Marker.TOLD));
      LoopSentinel.reset(LAST);
      written.awaitEventOf(LAST);
    }
    System.out.println("done");
    while (System.in.read() >= 0) {
      // The test ends it, once all alerts have come.
    }
  }

  private void run() throws Exception {
    repeat("map", map(Marker.MAP));
    repeat("json", json());
    repeat("object", new Query(texts.value(Marker.OBJECT), secret(), auth()));
    repeat("account", new Account());
    repeat("accounts", Map.of("q", "x", "of", List.of(Map.of("who", new Account()))));
    repeat("plain", texts.value(Marker.PLAIN));
    repeat("element", Map.of("q", List.of(Map.of("deep", texts.value(Marker.ELEMENT)))));
    for (String tool : List.of("watch", "warned", "delete", "worded")) {
      repeat(tool, map(Marker.MAP));
    }
    String session = texts.shortName("short");
    echo(() -> Desk.dispatch(session, session, map(Marker.MAP), () -> texts.value(Marker.RESULT)));
    runAnew("delete");
    varyArguments();
    dispatchBatches();
    speak();
    askForWhatNobodyDispatches();
    failWithin();
    askWhileProviderIsDown();
    call(LAST, "search", Map.of(), () -> "done");
  }

  private void repeat(String session, Object arguments) throws Exception {
    String tool =
        List.of("watch", "warned", "delete", "worded").contains(session) ? session : "search";
    for (int i = 0; i < CALLS; i++) {
      call(session, tool, arguments, () -> texts.value(Marker.RESULT));
    }
  }

  /** Of other arguments each time: failures, equal results, errors in results, and too many. */
  private void varyArguments() throws Exception {
    for (int i = 0; i < 14; i++) {
      Map<String, Object> arguments =
          Map.of("n", i, texts.value(Marker.KEY_OF_MAP), "a b c d e f g h");
      call(
          "failing",
          "open",
          arguments,
          () -> {
            throw new IllegalStateException(
                texts.value(Marker.EXCEPTION),
                new IllegalStateException(texts.value(Marker.CAUSE)));
          });
      call("wrong", "open", arguments, () -> "error: " + texts.value(Marker.RESULT));
      String last = i == 0 ? ", and no more" : "";
      call("stagnant", "find", arguments, () -> texts.value(Marker.RESULT) + last);
      call("similar", "look", Map.of("q", "a b c d e f g h i j k l m n o " + i), () -> "nothing");
      int page = i;
      call("spending", "tool" + i, arguments, () -> texts.value(Marker.RESULT) + page);
    }
  }

  private void dispatchBatches() {
    List<Call> calls =
        List.of(
            new Call(texts.name("fetch"), map(Marker.BATCH)),
            new Call(texts.name("list"), map(Marker.BATCH)));
    for (int i = 0; i < CALLS; i++) {
      echo(
          () ->
              Desk.dispatchAll(texts.name("batch"), calls, texts.value(Marker.BATCH_RESULT))
                  .toString());
    }
  }

  private void speak() {
    for (int i = 0; i < CALLS; i++) {
      ask("speaking", texts.value(Marker.TURN) + " I look for it once more", List.of());
    }
  }

  private void askForWhatNobodyDispatches() {
    List<Call> calls = List.of(new Call(texts.name("serach"), map(Marker.UNDISPATCHED)));
    for (int i = 0; i < CALLS; i++) {
      ask("undispatched", texts.value(Marker.TURN) + " " + i, calls);
    }
  }

  /** Where the agent itself fails, or cannot do what it should. */
  private void failWithin() {
    for (int i = 0; i < CALLS; i++) {
      Desk.Unreadable unreadable = new Desk.Unreadable(texts.value(Marker.EXPRESSION));
      echo(() -> Desk.read(unreadable));
      echo(() -> Desk.unfit(unreadable));
      echo(() -> Desk.build(texts.name("building"), map(Marker.MAP)).text());
      echo(
          () ->
              Desk.dispatchLater(texts.name("later"), texts.name("wait"), texts.value(Marker.LATER))
                  .join());
    }
  }

  /** Fails twice, is refused, and after the second for which that lasts succeeds. */
  private void askWhileProviderIsDown() throws InterruptedException {
    Prompt prompt = new Prompt(texts.name("down"), List.of(texts.value(Marker.REQUEST)));
    for (int i = 0; i < 3; i++) {
      echo(() -> Desk.askDown(prompt, true));
    }
    Thread.sleep(1_100);
    echo(() -> Desk.askDown(prompt, false));
  }

  private void runAnew(String session) throws Exception {
    echo(
        () ->
            Desk.answer(
                texts.name(session),
                () -> {
                  call(session, "search", map(Marker.MAP), () -> texts.value(Marker.RESULT));
                  return texts.value(Marker.RESULT);
                }));
  }

  private void call(String session, String tool, Object arguments, Callable<String> body)
      throws Exception {
    String key = session.equals(LAST) ? LAST : texts.name(session);
    echo(() -> Desk.dispatch(key, texts.name(tool), arguments, body));
  }

  private void ask(String session, String text, List<Call> calls) {
    Prompt prompt = new Prompt(texts.name(session), List.of(texts.value(Marker.REQUEST)));
    echo(
        () -> {
          Response response = new Response(prompt, text, texts.name("gpt"), 1000, calls);
          return Desk.ask(prompt, response).toString();
        });
  }

  private void echo(Callable<String> call) {
    try {
      written.echo(call.call());
    } catch (Exception e) {
      written.echo(e.toString());
    } catch (Error e) {
      written.stopped(e);
    }
  }

  private Map<String, Object> map(Marker marker) {
    return Map.of("q", texts.value(marker), "password", secret(), "auth", auth());
  }

  private String json() {
    return "{\"q\": \"%s\\u001b\\u202e\", \"password\": \"%s\", \"auth\": {\"token\": \"%s\"}}"
        .formatted(Marker.JSON.text(), Marker.PASSWORD.text(), Marker.TOKEN.text());
  }

  private String secret() {
    return texts.value(Marker.PASSWORD);
  }

  private Map<String, String> auth() {
    return Map.of("token", texts.value(Marker.TOKEN), "user", "ada");
  }

  /** Arguments of a class of the application. */
  record Query(String q, String password, Map<String, String> auth) {}

  /** What an account inherits. */
  @SuppressWarnings("UnusedVariable") // Nothing but an agent would read it.
  private class Person {
    private final String pin = texts.value(Marker.PRIVATE);
  }

  /** An object of the application with fields that are not for a model. */
  @SuppressWarnings("UnusedVariable") // Nothing but an agent would read it.
  private final class Account extends Person {
    private final String password = texts.value(Marker.PRIVATE);
    private final Query inner = new Query(texts.value(Marker.PRIVATE), secret(), auth());
  }
}
