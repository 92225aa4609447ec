package io.loopsentinel.agent.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Listener;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.targets.config.LogLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sessions as operators list and change them. */
class SessionDirectoryTest {

  private final Telemetry telemetry =
      new Telemetry(new AgentLog((level, line) -> {}, LogLevel.INFO));
  private final SessionDirectory sessions = new SessionDirectory(telemetry, () -> false, List::of);
  private final LoopEngine engine =
      new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
  private final List<String> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void connect() {
    boolean unused = sessions.connect(engine);
    telemetry
        .events()
        .add(
            new Listener(
                event ->
                    events.add(
                        event.type().text() + " " + event.session() + " " + event.reason())));
    call("c-7", "");
    call("run 1", "c-7");
    call("run 2", "c-8");
  }

  @Test
  void areListedWithLabelsCallsAndConversations() {
    call("run 1", "c-7");

    assertThat(sessions.statuses())
        .filteredOn(each -> each.getName().equals("run 1"))
        .singleElement()
        .returns("c-7", SessionStatus::getConversation)
        .returns(Map.of("user", "ann"), SessionStatus::getLabels)
        .returns(2L, SessionStatus::getCalls)
        .returns(false, SessionStatus::isEnded);
  }

  @Test
  void areEndedWithTheRunsWithinThem() {
    assertThat(sessions.end("c-7", "in a test")).isTrue();

    assertThat(sessions.sessions())
        .containsExactlyInAnyOrderEntriesOf(Map.of("c-7", true, "run 1", true, "run 2", false));
    assertThat(engine.judge("run 1", engine.identify("search", "x")).recorded()).isNull();
    assertThat(sessions.reset("c-7", "in a test")).isTrue();
    assertThat(engine.judge("run 1", engine.identify("search", "x")).recorded()).isNotNull();
    telemetry.events().close(Duration.ofSeconds(5));
    assertThat(events)
        .containsExactly(
            "session.terminated c-7 ended in a test", "session.reset c-7 reset in a test");
  }

  @Test
  void areEndedByAConversationThatMadeNoCallsItself() {
    assertThat(sessions.end("c-8", "in a test")).isTrue();
    assertThat(sessions.sessions()).containsEntry("run 2", true).containsEntry("run 1", false);
  }

  @Test
  void areNotEndedInModeObserveNorIfOthersShareThem() {
    assertThat(sessions.end("nobody", "in a test")).isFalse();
    assertThat(sessions.end("", "in a test")).isFalse();
    engine.judge(new SharedSessionKey("desk"), engine.identify("search", "x"));
    assertThatThrownBy(() -> sessions.end("desk", "in a test"))
        .hasMessage("several conversations share it");

    engine.controls().setMode(Mode.OBSERVE);
    assertThatThrownBy(() -> sessions.end("c-7", "in a test"))
        .hasMessage("mode observe changes nothing, so no session is ended");
  }

  private void call(String session, String conversation) {
    Attribution labels = new Attribution("", Map.of("user", "ann"), conversation);
    engine.judge(session, engine.identify("search", "x").attributed(labels));
  }
}
