package io.loopsentinel.store.kit;

import static io.loopsentinel.store.kit.LogWriter.LONG;
import static io.loopsentinel.store.kit.LogWriter.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link SharedStore}. The test of a store extends it. */
public abstract class SharedStoreContract extends SharedLogContract {

  @Test
  void aClosedStoreLeavesOthersOpen() throws Exception {
    SharedStore other = opened();
    try (SharedStore store = open()) {
      new LogWriter(store, SESSION, "a").append("1");
    }

    assertThat(lines(new LogWriter(other, SESSION, "b").read())).containsExactly("1 a:1 1");
  }

  @Test
  void sessionsAreListedUpToAMaximum() throws Exception {
    SharedStore store = opened();
    for (int i = 0; i < 25; i++) {
      new LogWriter(store, "session " + i, "a").append("1");
    }

    assertThat(store.logs(10))
        .extracting(Log::session)
        .hasSize(10)
        .doesNotHaveDuplicates()
        .allMatch(s -> s.startsWith("session "));
    assertThat(store.logs(1_000)).extracting(Log::session).hasSize(25).doesNotHaveDuplicates();
    assertThat(store.logs(0)).isEmpty();
  }

  @Test
  void aLogIsListedWithItsNewestWriterAndAllWriters() throws Exception {
    SharedStore store = opened();
    new LogWriter(store, SESSION, "shop-a:1").append("1", "2");
    new LogWriter(store, SESSION, "shop-c:1").restart("3");
    new LogWriter(store, SESSION, "shop-b:1").append("4");
    Entry newest = new LogWriter(store, SESSION, "reader").readAfter(3).get(0);

    assertThat(store.logs(10))
        .containsExactly(
            new Log(
                SESSION, newest.time(), "shop-b:1", Set.of("shop-a:1", "shop-b:1", "shop-c:1")));
  }

  @Test
  void sessionsHaveNamesOfAnyCharacters() throws Exception {
    SharedStore store = opened();
    List<String> names = Names.any(200);
    for (String name : names) {
      new LogWriter(store, name, "a").append(name);
    }

    for (String name : names) {
      assertThat(lines(new LogWriter(store, name, "b").read())).containsExactly("1 a:1 " + name);
    }
    assertThat(store.logs(names.size()))
        .extracting(Log::session)
        .containsExactlyInAnyOrderElementsOf(names);
  }

  /** The session has more events than its log keeps. */
  @Test
  void aJvmThatJoinsALongSessionKnowsThatItWasEnded() throws Exception {
    LoopEngine first = engine();
    first.end(SESSION);
    for (int i = 0; i < 3 * SharedStore.MAX_ENTRIES / 2; i++) {
      Decision unused = first.judge(SESSION, first.identify("search", i));
    }

    LoopEngine late = engine();

    assertThat(late.judge(SESSION, late.identify("read", 1)).found())
        .extracting(Decision.Found::action)
        .isEqualTo(Action.TERMINATE);
  }

  private LoopEngine engine() throws Exception {
    Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
    return new LoopEngine(EngineSettings.DEFAULT, fingerprinter)
        .sharing(new Sharing(opened(), "pod"));
  }

  @Test
  void sumsAreThoseOfAllAmounts() throws Exception {
    SharedStore store = opened();

    assertThat(store.add(Map.of("cost", 0.25, "tokens", 1e12), LONG))
        .isEqualTo(Map.of("cost", 0.25, "tokens", 1e12));
    Map<String, Double> sums = opened().add(Map.of("cost", 1.5e-6, "tokens", -1.0), LONG);

    assertThat(sums.get("cost")).isCloseTo(0.2500015, within(1e-12));
    assertThat(sums.get("tokens")).isEqualTo(1e12 - 1);
  }

  @Test
  void aSumThatIsReadIsNotChanged() throws Exception {
    SharedStore store = opened();
    store.add(Map.of("cost", 2.0), LONG);

    assertThat(store.add(Map.of("cost", 0.0, "none", 0.0), LONG))
        .isEqualTo(Map.of("cost", 2.0, "none", 0.0));
    assertThat(store.add(Map.of(), LONG)).isEmpty();
  }

  @Test
  void eachAmountIsInTheSumOnce() throws Exception {
    List<SharedStore> stores = List.of(opened(), opened());
    int rounds = 50;

    List<List<Double>> sums =
        Concurrently.run(
            THREADS,
            thread -> {
              List<Double> own = new ArrayList<>();
              for (int i = 0; i < rounds; i++) {
                Map<String, Double> amounts = Map.of("one", 1.0, "two", 2.0);
                own.add(stores.get(thread % 2).add(amounts, LONG).getOrDefault("one", 0.0));
              }
              return own;
            });

    assertThat(sums).allSatisfy(own -> assertThat(own).isSorted());
    assertThat(sums.stream().flatMap(List::stream).map(Double::longValue))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(1, (long) THREADS * rounds).boxed().toList());
    assertThat(stores.get(0).add(Map.of("two", 0.0), LONG))
        .isEqualTo(Map.of("two", 2.0 * THREADS * rounds));
  }

  @Test
  void aSumWithoutChangesExpiresAlthoughItIsRead() throws Exception {
    SharedStore store = opened();
    store.add(Map.of("short", 1.0, "prolonged", 1.0), shortExpiry());
    store.add(Map.of("prolonged", 1.0), LONG);

    Map<String, Double> read = Map.of("short", 0.0, "prolonged", 0.0);
    Concurrently.await("the sum expires", () -> store.add(read, LONG).containsValue(0.0));

    assertThat(store.add(read, LONG)).isEqualTo(Map.of("short", 0.0, "prolonged", 2.0));
    assertThat(store.add(Map.of("short", 3.0), LONG)).isEqualTo(Map.of("short", 3.0));
  }

  @Test
  void sumsHaveNamesOfAnyCharacters() throws Exception {
    SharedStore store = opened();
    Map<String, Double> amounts = new HashMap<>();
    Names.any(300).forEach(name -> amounts.put(name, amounts.size() + 1.0));

    assertThat(store.add(amounts, LONG)).isEqualTo(amounts);

    Map<String, Double> read = new HashMap<>();
    amounts.keySet().forEach(name -> read.put(name, 0.0));
    assertThat(store.add(read, LONG)).isEqualTo(amounts);
  }
}
