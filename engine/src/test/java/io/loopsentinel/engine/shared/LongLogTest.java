package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations that have more events than their logs keep. */
class LongLogTest {

  private static final String SESSION = "conversation";
  private static final int STEPS = 8_000;
  private static final int COMPARED = 20;
  private static final int LONG = 3 * SharedStore.MAX_ENTRIES / 2;

  private Instant now = Instant.EPOCH;

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void allJvmsReachTheVerdictsOfOneThatReadAllEvents(int seed) {
    Conversation conversation = new Conversation(seed, new MemoryStore(() -> now));
    Random random = new Random(seed);
    Pod first = conversation.pod();
    Pod away = conversation.pod();
    Pod late = first;
    List<String> expected = List.of();
    for (int step = 0; step < STEPS; step++) {
      if (step % 400 == 0) {
        late = conversation.pod();
        expected = conversation.copy(Integer.MAX_VALUE).play(step);
        assertThat(conversation.copy(SharedStore.MAX_ENTRIES).play(step))
            .as("step %d", step)
            .isEqualTo(expected);
      }
      boolean isAway = step > 500 && step < 4_500;
      Pod pod = List.of(first, late, isAway ? late : away).get(random.nextInt(3));
      String said = conversation.play(pod, step);
      if (step % 400 < COMPARED) {
        assertThat(said).as("step %d", step).isEqualTo(expected.get(step % 400));
      }
    }
  }

  @Test
  void aSessionThatAnOperatorEndedStaysEnded() {
    Conversation conversation = new Conversation(0, new MemoryStore(() -> now));
    Pod first = conversation.pod();
    first.engine().end(SESSION);
    IntStream.range(0, LONG).forEach(i -> first.search(SESSION));

    assertThat(conversation.pod().call(SESSION, "read", Map.of("page", 7), "page 7"))
        .startsWith("TERMINATE");
  }

  @Test
  void aMessageOfAnOperatorWaitsForTheModel() {
    Conversation conversation = new Conversation(0, new MemoryStore(() -> now));
    Pod first = conversation.pod();
    first.engine().turns().tell(SESSION, "Come to an end.");
    IntStream.range(0, LONG).forEach(i -> first.turn(SESSION, null));

    Pod late = conversation.pod();
    String unused = late.turn(SESSION, null);

    assertThat(late.engine().turns().takeWords(SESSION)).containsExactly("Come to an end.");
    assertThat(first.engine().turns().takeWords(SESSION)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "00000000000000010000000000000000000000"})
  void aLastingPartThatIsDamagedIsIgnored(String hex) throws Exception {
    MemoryStore store = new MemoryStore(() -> now);
    Pod first = Pod.sharing(store, () -> now);
    int place = SharedStore.MAX_ENTRIES / 2 - 256;
    while (store.events(SESSION).size() < place) {
      first.engine().attribute(SESSION, Attribution.NONE);
    }
    store.inject(SESSION, carried(place, hex + "7f"));
    first.engine().end(SESSION);

    assertThat(Pod.sharing(store, () -> now).call(SESSION, "read", Map.of("page", 7), "page 7"))
        .startsWith("TERMINATE");
  }

  /** Returns the event that carries the lasting part of a session for a place of its log. */
  private static byte[] carried(long place, String hex) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(1);
    out.writeInt(0);
    out.writeUTF("CARRIED");
    out.writeLong(place);
    out.writeInt(0);
    out.write(HexFormat.of().parseHex(hex));
    return bytes.toByteArray();
  }

  /** A seeded conversation in a store. */
  private final class Conversation {

    private final int seed;
    private final MemoryStore store;
    private final Deque<Supplier<String>> running = new ArrayDeque<>();

    Conversation(int seed, MemoryStore store) {
      this.seed = seed;
      this.store = store;
    }

    /** Returns this conversation without calls that run, in a copy of the store. */
    Conversation copy(int entries) {
      while (!running.isEmpty()) {
        String unused = running.remove().get();
      }
      return new Conversation(seed, store.copy(entries));
    }

    /** Plays the steps that are compared in a new JVM; returns what was said about them. */
    List<String> play(int first) {
      Pod pod = pod();
      return IntStream.range(first, first + COMPARED).mapToObj(step -> play(pod, step)).toList();
    }

    Pod pod() {
      return Pod.sharing(store, () -> now, settings());
    }

    String play(Pod pod, int step) {
      now = Instant.EPOCH.plusSeconds(3L * step);
      Random random = new Random(100_000L * seed + step);
      LoopEngine engine = pod.engine();
      ToolCall call = engine.identify("search", Map.of("query", "loop " + random.nextInt(3)));
      String said =
          switch (random.nextInt(60)) {
            case 0 -> random.nextInt(5) == 0 ? end(engine) : "";
            case 1, 2 -> reopen(engine);
            case 3 -> tell(engine, "message " + step);
            case 4 -> pod.turn(SESSION, null) + engine.turns().takeWords(SESSION);
            case 5 -> pod.turn(SESSION, null) + engine.attribution(SESSION).labels();
            case 6 -> attribute(engine, "user " + random.nextInt(3));
            case 7, 8 -> begin(engine, engine.allow(SESSION, call));
            case 9, 10 -> begin(engine, engine.judge(SESSION, call));
            case 11, 12, 13, 14 -> running.isEmpty() ? "" : running.remove().get();
            default ->
                random.nextInt(3_000) == 0
                    ? "reset " + engine.reset(SESSION)
                    : step(random).in(pod, SESSION);
          };
      return said.replaceAll("TERMINATE by \\S+ \\d+ at occurrence \\d+", "ended");
    }

    private static Step step(Random random) {
      Step step = Step.random(random);
      return step.kind() == 11 ? new Step(9, 0) : step;
    }

    private String begin(LoopEngine engine, Decision decision) {
      RecordedCall recorded = decision.recorded();
      if (recorded != null) {
        running.add(() -> Pod.said(engine.outcome(recorded, "three books")));
      }
      return Pod.said(decision);
    }

    private static String end(LoopEngine engine) {
      engine.end(SESSION);
      return "end";
    }

    private static String reopen(LoopEngine engine) {
      engine.reopen(SESSION);
      return "reopen";
    }

    private static String tell(LoopEngine engine, String message) {
      engine.turns().tell(SESSION, message);
      return "tell";
    }

    private static String attribute(LoopEngine engine, String user) {
      engine.attribute(SESSION, new Attribution("", Map.of("user", user)));
      return "attribute";
    }
  }

  private static EngineSettings settings() {
    Budget budget =
        new Budget(
            "session",
            Budget.SESSION,
            Budget.Window.NONE,
            Map.of(Measure.TURNS, 1_100.0, Measure.TOOL_CALLS, 2_600.0),
            0.8,
            null,
            ZoneId.of("UTC"));
    BudgetSettings budgets = new BudgetSettings(List.of(budget), BudgetSettings.NONE.prices());
    return Pod.settings(budgets, Pod.SETTINGS.sessions())
        .withOverrides(
            List.of(
                override("save", new MaxCalls(150, null)),
                override("run", new MaxCalls(5, Duration.ofHours(1)))));
  }

  private static ToolOverride override(String tool, MaxCalls max) {
    Limits limits = new Limits(3, 10, 10, Progress.AWARE, max, null, null, null);
    return new ToolOverride(Glob.of(tool), ToolPolicy.DEFAULT.withLimits(limits));
  }
}
