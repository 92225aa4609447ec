package io.loopsentinel.agent.page;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.config.TelemetrySettings.Listener;
import io.loopsentinel.agent.management.SentinelMXBean;
import io.loopsentinel.agent.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Statistics.Count;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.settings.BudgetSettings;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A page in the browser that shows what goes on in this JVM, as it happens.
 *
 * <p>Listens once main has begun: the JDK's server logs, and by that settles how the JDK logs.
 */
public final class LivePage implements EventSink {

  private static final int TOKEN_BYTES = 16;

  private final Listener settings;
  private final Telemetry telemetry;
  private final SentinelMXBean sentinel;
  private final SentinelMXBean links;
  private final Supplier<List<String>> matched;
  private final Supplier<String> service;
  private final MainThread main;
  private final RecentActivity activity;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable PageServer server;

  /**
   * Creates a page that will listen soon.
   *
   * @param links takes in what is answered by the links of alerts
   * @param matched the names of the targets that guard something, when asked
   * @param service the application's name; may block
   */
  public LivePage(
      Listener settings,
      BudgetSettings prices,
      Telemetry telemetry,
      SentinelMXBean sentinel,
      SentinelMXBean links,
      Supplier<List<String>> matched,
      Supplier<String> service,
      MainThread main) {
    this.settings = settings;
    this.telemetry = telemetry;
    this.sentinel = sentinel;
    this.links = links;
    this.matched = matched;
    this.service = service;
    this.main = main;
    this.activity = new RecentActivity(prices);
    telemetry.events().addImmediate(activity);
    AgentThread.daemon("loop-sentinel page", this::open).start();
  }

  @Override
  public String name() {
    return "telemetry.page";
  }

  /** What it shows of events is noted where they happen: to wake a thread costs a call more. */
  @Override
  public void accept(LoopEvent event) {}

  @Override
  public synchronized void close() {
    telemetry.events().removeImmediate(activity);
    closing.countDown();
    if (server != null) {
      server.close();
    }
  }

  private void open() {
    try {
      if (main.awaitBegun(closing)) {
        listen();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | LinkageError e) {
      String where = "telemetry.page, %s:%d".formatted(settings.host(), settings.port().orElse(0));
      telemetry.failures().accept(new LocatedFailure(where, null, "there is no live page", e));
    }
  }

  private synchronized void listen() throws Exception {
    if (closing.getCount() == 0) {
      return;
    }
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String application = service.get();
    PageServer opened =
        new PageServer(
            settings.host(),
            settings.port().orElse(0),
            HexFormat.of().formatHex(random),
            activity,
            () -> state(application),
            sentinel,
            new AnswerPage(links),
            telemetry.failures());
    server = opened;
    telemetry.log().info("live page: " + opened.address());
  }

  /**
   * What the page shows.
   *
   * @param agent what JMX tells, too
   * @param tokensOfTurn as the summary estimates: what a stopped call saves
   */
  private record State(
      @JsonUnwrapped @JsonSerialize(as = SentinelMXBean.class) SentinelMXBean agent,
      String service,
      String time,
      List<String> matchedTargets,
      long tokensOfTurn,
      double costOfTurn,
      List<Map<String, String>> questions,
      List<Map<String, Object>> findings,
      List<Map<String, Object>> points,
      List<Map<String, Object>> sessions) {}

  private State state(String application) {
    Statistics statistics = telemetry.statistics();
    Map<String, Boolean> known =
        sentinel.listSessions().stream()
            .collect(Collectors.toMap(SessionStatus::getName, SessionStatus::isEnded));
    return new State(
        sentinel,
        application,
        Instant.now().toString(),
        matched.get(),
        statistics.total(Count.TOKENS) / Math.max(1, statistics.total(Count.TURNS_WITH_TOKENS)),
        activity.costOfTurn(),
        sentinel.listQuestions(),
        activity.findings(),
        activity.points(),
        activity.sessions(known));
  }
}
