package io.loopsentinel.agent.question;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.async.BlockingWait;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.AskSettings;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this JVM that wait for a person, limited in number and time.
 *
 * <p>Each gets exactly one answer, from a person or {@link Answer#none}. No call waits once the JVM
 * begins to shut down. Thread-safe; no lock is held while waiting.
 */
public final class Questions {

  private static final String SHUTDOWN = "the JVM or the agent ends";

  /** Maximum answered questions to keep, so that a late visitor can see their outcome. */
  private static final int MAX_ANSWERED = 200;

  private final InstantSource clock;
  private final ScheduledExecutorService timer;
  private final Map<String, PendingQuestion> open = new ConcurrentHashMap<>();

  /** Guarded by itself. */
  private final Map<String, PendingQuestion> answered =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PendingQuestion> eldest) {
          return size() > MAX_ANSWERED;
        }
      };

  private final NextRunMessages nextRun = new NextRunMessages();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong latest = new AtomicLong();
  private volatile AskSettings settings;
  private volatile boolean closed;

  /** Creates an instance without open questions. The first one starts a thread. */
  public Questions(AskSettings settings) {
    this(settings, InstantSource.system(), timer());
  }

  /**
   * Creates an instance without open questions.
   *
   * @param timer ends the waiting; must discard tasks submitted after its shutdown
   */
  Questions(AskSettings settings, InstantSource clock, ScheduledExecutorService timer) {
    this.settings = settings;
    this.clock = clock;
    this.timer = timer;
  }

  private static ScheduledExecutorService timer() {
    return new ScheduledThreadPoolExecutor(
        1,
        task -> AgentThread.daemon("loop-sentinel questions", task),
        new ThreadPoolExecutor.DiscardPolicy());
  }

  public void change(AskSettings next) {
    settings = next;
  }

  /**
   * Asks about a call.
   *
   * @param fallback the action if no person answers
   * @param event creates the event that announces the question
   * @return null if the call must not wait, because too many do or the JVM is shutting down
   */
  public @Nullable PendingQuestion ask(
      Action fallback, Function<LoopEvent.Question, LoopEvent> event) {
    AskSettings current = settings;
    String id = Long.toString(latest.incrementAndGet());
    Instant expires = clock.instant().plus(current.timeout()).truncatedTo(ChronoUnit.MILLIS);
    LoopEvent.Question asked = LoopEventBuilder.question(id, expires, fallback.text(), null, null);
    // Before it is counted: if the event fails, the question would otherwise count for ever.
    PendingQuestion question =
        new PendingQuestion(event.apply(asked), new CompletableFuture<>(), null);
    if (waiting.incrementAndGet() > current.maxWaiting() || closed) {
      waiting.decrementAndGet();
      return null;
    }
    open.put(id, question);
    try {
      Future<?> unused =
          timer.schedule(
              () -> answer(id, Answer.none("the time is up")),
              current.timeout().toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (OutOfMemoryError e) { // Without the timer, the call could wait for ever.
      answer(id, Answer.none("no thread could be started"));
    }
    if (closed) {
      answer(id, Answer.none(SHUTDOWN));
    }
    return question;
  }

  /**
   * Waits for the answer to a question. An interruption ends the wait and is preserved, because it
   * is meant for the application.
   */
  public Answer await(PendingQuestion question) {
    boolean interrupted = false;
    while (!question.answer().isDone()) {
      try {
        BlockingWait.await(question.answer(), Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
        answer(question.question().id(), Answer.none("the call was interrupted"));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return question.answer().join();
  }

  public NextRunMessages nextRun() {
    return nextRun;
  }

  /** Returns the open questions, the oldest first. */
  public List<PendingQuestion> open() {
    return open.values().stream()
        .sorted(Comparator.comparing(each -> Long.valueOf(each.question().id())))
        .toList();
  }

  /** Returns a question that is open or was answered recently; {@code null} if unknown. */
  public @Nullable PendingQuestion find(String id) {
    PendingQuestion question = open.get(id);
    if (question != null) {
      return question;
    }
    synchronized (answered) {
      return answered.get(id);
    }
  }

  /** Answers a question. Returns whether it was open. */
  public boolean answer(String id, Answer answer) {
    PendingQuestion question = open.remove(id);
    if (question == null) {
      return false;
    }
    synchronized (answered) {
      answered.put(id, question);
    }
    waiting.decrementAndGet();
    question.answer().complete(answer);
    return true;
  }

  /**
   * Records the action taken with a call after its answer. It may be an abort although the answer
   * was a hint, if no hint can be built.
   */
  public void done(String id, Action action) {
    synchronized (answered) {
      answered.computeIfPresent(
          id, (key, each) -> new PendingQuestion(each.event(), each.answer(), action));
    }
  }

  /**
   * Ends all waiting permanently. Called as soon as the JVM begins to shut down, because a hook of
   * the application may wait for the threads that wait here.
   */
  public void close() {
    closed = true;
    open.keySet().forEach(id -> answer(id, Answer.none(SHUTDOWN)));
    timer.shutdownNow();
  }
}
