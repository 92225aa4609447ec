package io.loopsentinel.engine.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the memory with a plain model, a list of all calls: random histories of calls that
 * overlap, fail, take time, and change the data.
 */
@Tag("slow")
class RandomHistoriesTest {

  private static final int HISTORIES = 100_000;
  private static final int STEPS = 24;
  private static final List<Reuse> RULES =
      List.of(
          new Reuse(Duration.ofSeconds(10), "session", List.of(Glob.of("write_*")), false),
          new Reuse(Duration.ofSeconds(30), "user", List.of(Glob.of("write_one")), false),
          new Reuse(Duration.ofSeconds(20), "global", List.of(), false));
  private static final List<String> TOOLS = List.of("write_one", "write_two", "other");

  /** A call that reads; {@code value} is null until it succeeds. */
  private static final class Read {
    final Reuse rule;
    final String holder;
    final int id;
    final long time;
    final int change;
    final KeptResults.Request request;
    final @Nullable CompletableFuture<@Nullable KeptResult> joined;
    boolean ended;
    @Nullable Object value;

    Read(History history, Reuse rule, String holder, int id, KeptResults.Request request) {
      this.rule = rule;
      this.holder = holder;
      this.id = id;
      this.time = history.now;
      this.change = history.changes.size();
      this.request = request;
      this.joined = request.join();
    }
  }

  /** One history. */
  private static final class History {
    final Random random;
    final KeptResults memory;
    final List<Read> reads = new ArrayList<>();

    /** The tools that were called, at the beginning and the end of each call. */
    final List<String> changes = new ArrayList<>();

    final List<String> writing = new ArrayList<>();
    long now = 1_000;
    int given;
    int shared;

    History(long seed) {
      this.random = new Random(seed);
      this.memory = new KeptResults(RULES, () -> Instant.ofEpochMilli(now));
    }

    void step() {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> read();
        case 3, 4 -> end();
        case 5 -> now += random.nextInt(8_000);
        case 6 -> {
          writing.add(TOOLS.get(random.nextInt(TOOLS.size())));
          called(writing.get(writing.size() - 1));
        }
        default -> {
          if (!writing.isEmpty()) {
            called(writing.remove(random.nextInt(writing.size())));
          }
        }
      }
    }

    private void called(String tool) {
      memory.called(tool);
      changes.add(tool);
    }

    private void read() {
      Reuse rule = RULES.get(random.nextInt(RULES.size()));
      String holder = rule.per().equals("global") ? "global" : "holder " + random.nextInt(2);
      int id = random.nextInt(2);
      KeptResults.Request request =
          Objects.requireNonNull(memory.request(rule, holder, "kind", Fingerprint.of("" + id)));
      KeptResult found = request.find();
      Read expected = latest(rule, holder, id);
      assertThat(found == null ? null : found.value())
          .isEqualTo(expected == null ? null : expected.value);
      if (found != null) {
        given++;
        return;
      }
      Read read = new Read(this, rule, holder, id, request);
      boolean runsAlready =
          reads.stream()
              .anyMatch(each -> !each.ended && each.joined == null && isEqual(each, read, false));
      assertThat(read.joined != null).isEqualTo(runsAlready);
      reads.add(read);
    }

    /** Ends a call that runs, or looks at the result that another call brought. */
    private void end() {
      List<Read> open = reads.stream().filter(each -> !each.ended).toList();
      if (open.isEmpty()) {
        return;
      }
      Read read = open.get(random.nextInt(open.size()));
      if (read.joined != null) {
        if (read.joined.isDone()) {
          read.ended = true;
          KeptResult result = read.request.valid(read.joined.join());
          Read leader = result == null ? null : leader(result.value());
          assertThat(result == null || (leader != null && isEqual(leader, read, true))).isTrue();
          shared += result == null ? 0 : 1;
        }
        return;
      }
      read.ended = true;
      if (random.nextInt(4) > 0) {
        read.value = new Object();
        read.request.keep(read.value, 10, "reader");
      }
      read.request.end();
    }

    private Read leader(Object value) {
      return reads.stream().filter(each -> each.value == value).findFirst().orElseThrow();
    }

    /** Returns the call that the model gives the result of. */
    private @Nullable Read latest(Reuse rule, String holder, int id) {
      Read latest = null;
      for (Read each : reads) {
        boolean fits =
            each.value != null
                && each.rule.equals(rule)
                && each.holder.equals(holder)
                && each.id == id
                && isFresh(each);
        latest = fits && (latest == null || endsAfter(each, latest)) ? each : latest;
      }
      return latest;
    }

    private boolean isFresh(Read read) {
      return now - read.time < read.rule.ttl().toMillis() && !isChangedSince(read);
    }

    private boolean isChangedSince(Read read) {
      return changes.subList(read.change, changes.size()).stream()
          .anyMatch(tool -> read.rule.invalidatedBy().stream().anyMatch(w -> w.matches(tool)));
    }

    private boolean isEqual(Read one, Read other, boolean fresh) {
      return one.rule.equals(other.rule)
          && one.holder.equals(other.holder)
          && one.id == other.id
          && (fresh ? isFresh(one) : !isChangedSince(one));
    }

    /** At most one call of equal ones runs at a time, so the order of calls is that of ends. */
    private boolean endsAfter(Read one, Read other) {
      return reads.indexOf(one) > reads.indexOf(other);
    }
  }

  @Test
  void givesOnlyFreshResultsOfTheSameHolder() {
    long given = 0;
    long shared = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      History history = new History(seed);
      for (int i = 0; i < STEPS; i++) {
        history.step();
      }
      given += history.given;
      shared += history.shared;
    }

    assertThat(given).isGreaterThan(HISTORIES / 2);
    assertThat(shared).isGreaterThan(HISTORIES / 10);
  }
}
