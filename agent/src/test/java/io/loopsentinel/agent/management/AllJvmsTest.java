package io.loopsentinel.agent.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.config.LogLevel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sessions of all JVMs that share a store, as one of them lists them. */
class AllJvmsTest {

  private final LogsOfOthers store = new LogsOfOthers();
  private final SessionDirectory sessions =
      new SessionDirectory(
          new Telemetry(new AgentLog((level, line) -> {}, LogLevel.INFO)), () -> false, List::of);
  private LoopEngine engine =
      new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));

  /** A store with sessions of other JVMs. */
  private static final class LogsOfOthers implements SharedStore {

    private final List<Log> logs = new ArrayList<>();
    private boolean isAway;

    @Override
    public List<Entry> append(String session, Append append) {
      return List.of();
    }

    @Override
    public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
      return amounts;
    }

    @Override
    public List<Log> logs(int max) throws IOException {
      if (isAway) {
        throw new IOException("store redis is unavailable");
      }
      return logs;
    }

    @Override
    public void close() {}
  }

  @Test
  void areThoseOfTheStoreTheLatestFirstThenThoseOfThisJvmAlone() {
    store.logs.add(new SharedStore.Log("c-1", 1_000, "shop-b:1", Set.of("shop-b:1")));
    store.logs.add(
        new SharedStore.Log("c-2", 2_000, "shop-c:1", Set.of("shop-a:1", "shop-c:1", "shop-b:2")));
    share();
    call("run 3");

    SharedSessions all = sessions.ofAllJvms(10);

    assertThat(all.getPod()).isEqualTo("shop-a");
    assertThat(all.getProblem()).isEmpty();
    assertThat(all.getSessions())
        .extracting(each -> each.getName() + " " + each.getLast() + " " + each.getPods())
        .containsExactly(
            "c-2 1970-01-01T00:00:02Z [shop-c, shop-a, shop-b]",
            "c-1 1970-01-01T00:00:01Z [shop-b]",
            "run 3  [shop-a]");
    assertThat(sessions.ofAllJvms(1).getSessions())
        .extracting(SessionStatus::getName)
        .containsExactly("c-2");
  }

  @Test
  void areThoseOfThisJvmWhileTheStoreIsAway() {
    share();
    call("c-1");
    store.isAway = true;

    SharedSessions all = sessions.ofAllJvms(10);

    assertThat(all.getProblem()).isEqualTo("store redis is unavailable");
    assertThat(all.getSessions())
        .extracting(SessionStatus::getName, SessionStatus::getPods)
        .containsExactly(tuple("c-1", List.of("shop-a")));
  }

  @Test
  void areThoseOfThisJvmWithoutAStore() {
    boolean unused = sessions.connect(engine);

    SharedSessions all = sessions.ofAllJvms(10);

    assertThat(all.getPod()).isEmpty();
    assertThat(all.getProblem()).isEqualTo("there is no store that JVMs share (sessions.store)");
  }

  private void share() {
    engine = engine.sharing(new Sharing(store, "shop-a"));
    boolean unused = sessions.connect(engine);
  }

  private void call(String session) {
    assertThat(engine.judge(session, engine.identify("search", Map.of()))).isNotNull();
  }
}
