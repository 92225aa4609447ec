package io.loopsentinel.agent.question;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.config.AskSettings;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.engine.settings.Action;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this JVM that wait for a person, bounded in number and by time.
 *
 * <p>Each gets one answer: a person's, or that nobody has answered. None waits once the JVM begins
 * to end. Thread-safe, and nothing waits under a lock.
 */
public final class Questions {

  private static final String ENDS = "the JVM or the agent ends";

  /** Answered questions that are remembered, so that a late visitor learns what became of them. */
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

  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong latest = new AtomicLong();
  private final AtomicReference<@Nullable Thread> exitHook = new AtomicReference<>();
  private volatile AskSettings settings;
  private volatile boolean closed;

  /** Creates questions of which none is open; a thread begins with the first one. */
  public Questions(AskSettings settings) {
    this(settings, InstantSource.system(), timer());
  }

  /**
   * Creates questions of which none is open.
   *
   * @param timer ends the waiting; drops what it is given after its end
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

  /** Has other settings hold for calls that are asked about from now on. */
  public void change(AskSettings next) {
    settings = next;
  }

  /**
   * Asks about a call.
   *
   * @param fallback what is done if nobody answers
   * @param event makes the event that tells of it
   * @return absent: the call must not wait, because too many do or the JVM ends
   */
  public @Nullable PendingQuestion ask(
      Action fallback, Function<LoopEvent.Question, LoopEvent> event) {
    AskSettings current = settings;
    String id = Long.toString(latest.incrementAndGet());
    LoopEvent.Question asked =
        new LoopEvent.Question(
            id, clock.instant().plus(current.timeout()), fallback.text(), null, null);
    // Before it is counted: what could not be told would otherwise count for ever.
    PendingQuestion question =
        new PendingQuestion(event.apply(asked), new CompletableFuture<>(), null);
    if (waiting.incrementAndGet() > current.maxWaiting() || !endsWithJvm()) {
      waiting.decrementAndGet();
      return null;
    }
    open.put(id, question);
    Future<?> unused =
        timer.schedule(
            () -> answer(id, Answer.none("the time is up")),
            current.timeout().toMillis(),
            TimeUnit.MILLISECONDS);
    if (closed) {
      answer(id, Answer.none(ENDS));
    }
    return question;
  }

  /**
   * Waits for the answer to a question. An interruption ends that, and is kept: it is the
   * application's affair.
   */
  public Answer await(PendingQuestion question) {
    // Not by the future itself, which has a thread of a pool do other tasks meanwhile.
    CountDownLatch answered = new CountDownLatch(1);
    Future<?> unused = question.answer().whenComplete((given, none) -> answered.countDown());
    boolean interrupted = false;
    while (answered.getCount() > 0) {
      try {
        answered.await();
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

  /** Returns the open questions, the oldest first. */
  public List<PendingQuestion> open() {
    return open.values().stream()
        .sorted(Comparator.comparing(each -> Long.valueOf(each.question().id())))
        .toList();
  }

  /** Returns a question that is open, or was lately; absent: it is not known. */
  public @Nullable PendingQuestion find(String id) {
    PendingQuestion question = open.get(id);
    if (question != null) {
      return question;
    }
    synchronized (answered) {
      return answered.get(id);
    }
  }

  /** Answers a question; returns whether it was open. */
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
   * Notes what was done with a call after its answer. That may be an abort although the answer was
   * a hint, if none can be built.
   */
  public void done(String id, Action action) {
    synchronized (answered) {
      answered.computeIfPresent(
          id, (key, each) -> new PendingQuestion(each.event(), each.answer(), action));
    }
  }

  /** Ends all waiting, for good. */
  public void close() {
    end();
    timer.shutdownNow();
    Thread hook = exitHook.getAndSet(null);
    if (hook != null) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private void end() {
    closed = true;
    open.keySet().forEach(id -> answer(id, Answer.none(ENDS)));
  }

  /**
   * Has waiting end when the JVM begins to end, not with the agent's own tasks, which come last: a
   * hook of the application may wait for the very threads that wait here. Returns false where it
   * has begun.
   */
  private boolean endsWithJvm() {
    if (!closed && exitHook.get() == null) {
      Thread hook = AgentThread.daemon("loop-sentinel questions", this::end);
      try {
        if (exitHook.compareAndSet(null, hook)) {
          Runtime.getRuntime().addShutdownHook(hook);
        }
      } catch (IllegalStateException ending) {
        closed = true;
      }
    }
    return !closed;
  }
}
