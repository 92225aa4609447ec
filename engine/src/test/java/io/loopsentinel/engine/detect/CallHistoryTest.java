package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallHistoryTest {

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /** Windows on both sides of the size from which the history keeps an index. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 63, 64, 65, 66, 100, 1000})
  void equalsASlowAndPlainModelOfItself(int windowSize) {
    Random random = new Random(windowSize);
    CallHistory history = new CallHistory(windowSize);
    List<Entry> model = new ArrayList<>();

    for (int step = 0; step < windowSize * 3 + 500; step++) {
      Fingerprint call = fingerprint(random.nextInt(1 + windowSize / 3));
      long sequence = history.record(call);
      model.add(new Entry(call, ResultHash.UNSEEN));
      if (random.nextInt(4) != 0) {
        long result = result(random.nextInt(3), random.nextInt(2), random.nextInt(2));
        history.setResult(sequence, result);
        model.set(model.size() - 1, new Entry(call, result));
      }

      Fingerprint asked = fingerprint(random.nextInt(1 + windowSize / 3));
      List<Entry> window = model.subList(Math.max(0, model.size() - windowSize), model.size());
      assertThat(history.count(asked)).isEqualTo(count(window, asked));
      assertThat(history.unbrokenRow(asked)).isEqualTo(row(window, asked));
      assertThat(history.equalResults(asked, NO_LIMIT).length())
          .isEqualTo(equalResults(window, asked));
    }
  }

  /** Fingerprints that share a place in the index must not be taken for each other. */
  @Test
  void tellsFingerprintsApartThatCollideInTheIndex() {
    CallHistory history = new CallHistory(500);
    for (int i = 0; i < 200; i++) {
      history.record(new Fingerprint(7, otherBits(i % 50), 0, 0));
    }

    for (int i = 0; i < 50; i++) {
      assertThat(history.count(new Fingerprint(7, otherBits(i), 0, 0))).isEqualTo(4);
    }
    assertThat(history.count(new Fingerprint(7, otherBits(50), 0, 0))).isZero();
  }

  @Test
  void forgetsTheResultOfACallThatHasLeftTheWindow() {
    CallHistory history = new CallHistory(1);
    Fingerprint call = fingerprint(1);
    long first = history.record(call);
    history.setResult(history.record(call), result(2, 2, 2));

    history.setResult(first, result(1, 1, 1));

    history.record(call);
    assertThat(history.equalResults(call, NO_LIMIT).match()).isEqualTo(ResultMatch.UNSEEN);
  }

  @Test
  void saysHowResultsWereEqual() {
    CallHistory history = new CallHistory(10);
    Fingerprint call = fingerprint(1);
    history.setResult(history.record(call), result(1, 9, 5));
    history.setResult(history.record(call), result(1, 9, 5));
    assertThat(history.equalResults(call, NO_LIMIT))
        .isEqualTo(new Repetition(2, ResultMatch.EQUAL, 0));

    history.setResult(history.record(call), result(2, 9, 5));
    assertThat(history.equalResults(call, NO_LIMIT))
        .isEqualTo(new Repetition(3, ResultMatch.EQUAL_NORMALISED, 0));

    history.setResult(history.record(call), result(3, 8, 5));
    assertThat(history.equalResults(call, NO_LIMIT))
        .isEqualTo(new Repetition(4, ResultMatch.NOTHING_NEW, 0));

    history.setResult(history.record(call), result(3, 8, 6));
    assertThat(history.equalResults(call, NO_LIMIT))
        .isEqualTo(new Repetition(1, ResultMatch.UNSEEN, 0));
  }

  @Test
  void countsTheLatestAcknowledgements() {
    CallHistory history = new CallHistory(10);
    Fingerprint call = fingerprint(1);
    history.setResult(history.record(call), ResultHash.of(1, 1, 1, false));
    history.setResult(history.record(call), ResultHash.of(1, 1, 1, true));
    history.record(call);

    assertThat(history.equalResults(call, NO_LIMIT).acknowledgements()).isEqualTo(2);
  }

  @Test
  void tellsAResultWhoseBitsAreZeroFromOneNotSeen() {
    assertThat(ResultHash.of(0, 0, 0, false)).isNotEqualTo(ResultHash.UNSEEN);
  }

  @Test
  void looksBackBeyondItsWindowWhereItRemembersMore() {
    CallHistory history = new CallHistory(2, 5);
    for (int i = 0; i < 12; i++) {
      history.record(fingerprint(i));
    }

    assertThat(history.length()).isEqualTo(5);
    assertThat(history.isAgo(5, fingerprint(7))).isTrue();
    assertThat(history.count(fingerprint(9))).isZero();
    assertThat(history.count(fingerprint(10))).isOne();
    assertThat(history.isAmongLatest(fingerprint(9), 3)).isTrue();
    assertThat(history.isAmongLatest(fingerprint(9), 2)).isFalse();
  }

  /** A number in those bits of a fingerprint that are kept and decide no place in the index. */
  private static long otherBits(int number) {
    return (long) number << Integer.SIZE;
  }

  private static long result(int raw, int normalised, int settled) {
    return ResultHash.of(raw, normalised, settled, false);
  }

  private record Entry(Fingerprint call, long result) {}

  private static int count(List<Entry> window, Fingerprint asked) {
    return (int) window.stream().filter(entry -> entry.call().equals(asked)).count();
  }

  private static int row(List<Entry> window, Fingerprint asked) {
    int row = 0;
    while (row < window.size() && window.get(window.size() - 1 - row).call().equals(asked)) {
      row++;
    }
    return row;
  }

  private static int equalResults(List<Entry> window, Fingerprint asked) {
    long reference = ResultHash.UNSEEN;
    int length = 0;
    for (int i = window.size() - 1; i >= 0; i--) {
      Entry entry = window.get(i);
      if (!entry.call().equals(asked)) {
        continue;
      }
      if (ResultHash.compare(reference, entry.result()) == ResultMatch.CHANGING) {
        break;
      }
      reference = reference == ResultHash.UNSEEN ? entry.result() : reference;
      length++;
    }
    return length;
  }

  private static Fingerprint fingerprint(int number) {
    Random random = new Random(number);
    return new Fingerprint(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }
}
