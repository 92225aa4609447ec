package io.loopsentinel.agent.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.AskSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuestionsTest {

  private static final Instant NOW = Instant.parse("2026-11-22T08:31:12Z");
  private static final int MOST = 200;

  private final Time time = new Time();
  private final Questions questions =
      new Questions(new AskSettings(Duration.ofMinutes(5), MOST), () -> NOW, time);

  /** Time that passes when a test says so. */
  private static final class Time extends ScheduledThreadPoolExecutor {

    private final Queue<Callable<?>> tasks = new ConcurrentLinkedQueue<>();
    private boolean hasNoThread;

    private Time() {
      super(1);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
      assertThat(unit.toSeconds(delay)).isEqualTo(300);
      if (hasNoThread) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      tasks.add(task);
      return super.schedule(task, 1, TimeUnit.DAYS);
    }

    private void pass() throws Exception {
      for (Callable<?> task : tasks) {
        task.call();
      }
    }
  }

  @AfterEach
  void close() {
    questions.close();
  }

  @Test
  void giveEachOfTwoHundredCallsItsOwnAnswerOnceIfHalfOfThemTimeOut() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(MOST);
    CountDownLatch asked = new CountDownLatch(MOST);
    Map<String, String> received = new ConcurrentHashMap<>();
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      calls.add(
          callers.submit(
              () -> {
                PendingQuestion question = ask();
                asked.countDown();
                Answer answer = questions.await(question);
                received.merge(
                    question.question().id(), String.valueOf(answer.text()), String::concat);
              }));
    }
    asked.await();
    List<String> ids =
        new ArrayList<>(questions.open().stream().map(each -> each.question().id()).toList());
    assertThat(ids)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, MOST).mapToObj(i -> "" + i).toList());

    Collections.shuffle(ids, new Random(7));
    List<String> answered = ids.subList(0, MOST / 2);
    for (String id : answered) {
      assertThat(questions.answer(id, Answer.of("message", "for " + id, "by test"))).isTrue();
    }
    time.pass();
    for (String id : ids) {
      assertThat(questions.answer(id, Answer.of("run", null, "too late"))).isFalse();
    }
    for (Future<?> call : calls) {
      call.get();
    }
    callers.shutdown();

    assertThat(new TreeMap<>(received))
        .isEqualTo(
            new TreeMap<>(
                ids.stream()
                    .collect(
                        Collectors.toMap(
                            id -> id, id -> answered.contains(id) ? "for " + id : "null"))));
    assertThat(questions.open()).isEmpty();
  }

  @Test
  void areNoMoreThanMayWait() {
    for (int i = 0; i < MOST; i++) {
      ask();
    }

    assertThat(questions.ask(Action.ABORT, QuestionsTest::event)).isNull();
    questions.answer("1", Answer.of("run", null, "by test"));
    assertThat(ask().answer()).isNotDone();
  }

  @Test
  void doNotCountCallsWhoseReportFails() {
    for (int i = 0; i < MOST; i++) {
      assertThatThrownBy(
              () ->
                  questions.ask(
                      Action.ABORT,
                      question -> {
                        throw new IllegalStateException("no event");
                      }))
          .isInstanceOf(IllegalStateException.class);
    }

    assertThat(ask().answer()).isNotDone();
  }

  @Test
  void areNotAskedWithoutAThreadThatEndsThem() {
    time.hasNoThread = true;
    for (int i = 0; i < MOST; i++) {
      assertThat(questions.await(ask())).isEqualTo(Answer.none("no thread could be started"));
    }
    time.hasNoThread = false;

    assertThat(ask().answer()).isNotDone();
  }

  @Test
  void reportTheDeadlineOfAWaitingCall() {
    assertThat(ask().question().expires()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
  }

  @Test
  void endWithAnInterruptionThatIsKept() throws Exception {
    PendingQuestion question = ask();
    List<Answer> answers = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean kept = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              answers.add(questions.await(question));
              kept.set(Thread.interrupted());
            });

    caller.start();
    caller.interrupt();
    caller.join();

    assertThat(answers).containsExactly(Answer.none("the call was interrupted"));
    assertThat(kept).isTrue();
    assertThat(questions.open()).isEmpty();
  }

  @Test
  void endWithTheAgentAndAreNotAskedSince() {
    PendingQuestion question = ask();

    questions.close();

    assertThat(questions.await(question).kind()).isNull();
    assertThat(questions.ask(Action.ABORT, QuestionsTest::event)).isNull();
    assertThat(questions.open()).isEmpty();
  }

  @Test
  void takeNoOtherAnswersThanThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Answer.of("yes", null, "by test"))
        .withMessage("answer: expected run, hint, abort or message");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Answer.of("message", " ", "by test"))
        .withMessage("message: expected a text of at most 2,000 characters");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Answer.of("message", "x".repeat(2_001), "by test"))
        .withMessage("message: expected a text of at most 2,000 characters");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Answer.of("run", "go on", "by test"))
        .withMessage("run: does not take a text; only message does");
  }

  /** The answer may come from another task of the pool, whose only thread waits. */
  @Test
  void letAForkJoinPoolRunItsOtherTasksMeanwhile() throws Exception {
    PendingQuestion question = ask();
    ForkJoinPool pool = new ForkJoinPool(1);
    Future<Answer> waiting = pool.submit(() -> questions.await(question));
    Future<Boolean> answering =
        pool.submit(
            () -> questions.answer(question.question().id(), Answer.of("run", null, "by test")));

    assertThat(answering.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting.get(20, TimeUnit.SECONDS).kind()).isEqualTo(Answer.Kind.RUN);
    pool.shutdown();
  }

  private PendingQuestion ask() {
    return Objects.requireNonNull(questions.ask(Action.ABORT, QuestionsTest::event));
  }

  private static LoopEvent event(LoopEvent.Question question) {
    return new LoopEventBuilder(LoopEvent.Type.CALL_WAITING, "search called again")
        .time(NOW)
        .session("conversation 7")
        .tool("search")
        .target("acme")
        .question(question)
        .build();
  }
}
