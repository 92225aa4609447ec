package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** One tool that is asked the same on purpose, for its answers vary. */
class SamplingTest {

  private final Conversation run = new Conversation();

  @Test
  void rollsADieNineTimes() {
    int[] pips = {4, 1, 6, 6, 3, 2, 5, 1, 4};
    run.turn("I roll for the nine goblins.");
    for (int each : pips) {
      run.call("roll", Map.of("dice", "1d6")).returns("You rolled a " + each + ".");
      run.turn();
    }

    run.verdict().silent();
  }

  @Test
  void drawsWinnersAtRandom() {
    int[] tickets = {40213, 11875, 90366, 2751, 67040, 33909, 58112};
    for (int i = 0; i < tickets.length; i++) {
      run.turn("Prize " + (i + 1) + ".")
          .call("random_int", Map.of("min", 1, "max", 99_999))
          .returns("{\"value\":" + tickets[i] + "}");
    }

    run.verdict().silent();
  }

  @Test
  void readsATemperatureUntilItSettles() {
    String[] degrees = {"64.2", "63.1", "62.4", "62.4", "61.9", "61.7", "61.7", "61.6"};
    for (String each : degrees) {
      run.turn("Next reading.")
          .call("read_sensor", Map.of("sensor", "boiler-return"))
          .returns(
              "<reading><sensor>boiler-return</sensor><celsius>" + each + "</celsius></reading>");
    }

    run.verdict().silent();
  }

  @Test
  void tossesACoinTwelveTimes() {
    for (char side : "HTTHHHTHTTTH".toCharArray()) {
      run.turn("Next toss.")
          .call("toss", Map.of("coin", 1))
          .returns(side == 'H' ? "heads" : "tails");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void runsATestTenTimesToSeeHowOftenItFails() {
    for (int i = 1; i <= 10; i++) {
      run.turn()
          .call("run_test", Map.of("name", "checkout"))
          .returns(i == 3 || i == 7 ? "timed out after 5 s" : "passed");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void measuresThroughputFiveTimesForAMedian() {
    int[] rates = {48_112, 51_907, 50_344, 47_890, 50_871};
    run.turn("Five runs, then the median.");
    for (int rate : rates) {
      run.call("bash", Map.of("command", "./bench --threads 4"))
          .returns(Results.tags(0, "warm-up done\nput+get: " + rate + " ops/s"));
    }
    run.turn("The median is 50344.")
        .call("write_file", Map.of("path", "bench.md", "content", "median: 50344 ops/s\n"))
        .returns("ok");

    run.verdict().silent();
  }

  @Test
  void drawsFromAGeneratorWhoseSeedIsFixed() {
    run.turn("Four names for the stand.")
        .call("count", Map.of("list", "volunteers"))
        .returns("{\"count\":18}");
    for (int i = 0; i < 7; i++) {
      run.turn()
          .call("pick_name", Map.of("list", "volunteers", "seed", 1))
          .returns("{\"name\":\"Noor\"}");
    }

    run.verdict().foundBetween(3, 5).neverStops(1);
  }
}
