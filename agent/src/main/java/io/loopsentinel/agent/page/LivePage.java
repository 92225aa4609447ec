package io.loopsentinel.agent.page;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.config.TelemetrySettings.Listener;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A web page that shows the sessions and findings of this JVM live, and the sessions in its store.
 *
 * @param sentinels the management interface by its channel in words
 * @param questions the questions that the links of alerts answer
 * @param matched supplies the names of the targets that guard something
 * @param service supplies the application's name; may block
 * @param opened receives the address
 */
public record LivePage(
    Listener settings,
    RecentActivity activity,
    Telemetry telemetry,
    Function<String, SentinelMXBean> sentinels,
    Questions questions,
    Supplier<List<String>> matched,
    Supplier<String> service,
    Consumer<String> opened) {

  private static final int TOKEN_BYTES = 16;
  private static final int MAX_STORED = 50;

  /** Starts to listen, on daemon threads. */
  public AutoCloseable open() throws IOException, GeneralSecurityException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String application = service.get();
    SentinelMXBean sentinel = sentinels.apply(PageServer.CHANNEL);
    SettingEdits edits = new SettingEdits(sentinel.getConfiguration());
    StoredSessions stored =
        new StoredSessions(
            () -> sentinel.listSharedSessions(MAX_STORED),
            activity::notifyChange,
            System::nanoTime);
    PageServer server =
        new PageServer(
            settings.host(),
            settings.port().orElse(0),
            HexFormat.of().formatHex(random),
            activity,
            () -> state(sentinel, application, edits, stored),
            sentinels,
            new AnswerPage(questions),
            telemetry.failures());
    opened.accept(server.address());
    return server;
  }

  /**
   * The data of the page.
   *
   * @param agent the attributes that JMX shows, too, without the address, which has the token
   * @param tokensOfTurn the tokens that a stopped call saves, as the summary estimates
   * @param minutes the minutes with calls, each with its calls and those of them that did not run
   * @param stored the sessions of all JVMs; {@code null} without a store, or before it was read
   */
  private record State(
      @JsonUnwrapped @JsonSerialize(as = SentinelMXBean.class) @JsonIgnoreProperties("page")
          SentinelMXBean agent,
      String service,
      String time,
      List<String> matchedTargets,
      long tokensOfTurn,
      double costOfTurn,
      List<Map<String, String>> questions,
      List<Map<String, Object>> answered,
      List<Map<String, Object>> findings,
      List<Map<String, Object>> points,
      List<long[]> minutes,
      List<Map<String, Object>> sessions,
      @Nullable SharedSessions stored) {}

  private State state(
      SentinelMXBean sentinel, String application, SettingEdits edits, StoredSessions stored) {
    Statistics statistics = telemetry.statistics();
    Map<String, SessionStatus> known =
        sentinel.listSessions().stream()
            .collect(Collectors.toMap(SessionStatus::getName, Function.identity()));
    return new State(
        sentinel,
        application,
        Instant.now().toString(),
        matched.get(),
        statistics.tokensOfTurn(),
        statistics.costOfTurn(),
        sentinel.listQuestions(),
        activity.answered(),
        edits.addTo(activity.findings()),
        activity.points(),
        activity.minutes(),
        activity.sessions(known),
        sentinel.getStore().isEmpty() ? null : stored.latest());
  }
}
