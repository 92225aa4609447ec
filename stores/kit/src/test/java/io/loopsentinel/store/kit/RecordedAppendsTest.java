package io.loopsentinel.store.kit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.store.kit.RecordedAppends.Recorded;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each way in which replies can contradict one order of the log. */
class RecordedAppendsTest {

  private final RecordedAppends recorded = new RecordedAppends();

  @Test
  void acceptsAppendsAtTheSameTimeInEitherOrder() {
    record(0, 10, append("a", 1, 1), entry(1, "b", 1), entry(2, "a", 1));
    record(1, 9, append("b", 1, 1), entry(1, "b", 1));
    record(2, 8, append("c", 1, 0));
    record(11, 12, append("a", 1, 2), entry(1, "b", 1), entry(2, "a", 1), entry(3, "a", 2));

    assertThatCode(recorded::check).doesNotThrowAnyException();
  }

  @Test
  void rejectsTwoOrders() {
    record(0, 10, append("a", 1, 1), entry(1, "b", 1), entry(2, "a", 1));
    record(1, 9, append("b", 1, 1), entry(1, "a", 1), entry(2, "b", 1));

    assertRejected("another reply has");
  }

  @Test
  void rejectsAGap() {
    record(0, 1, append("a", 1, 2), entry(1, "a", 1), entry(3, "a", 2));

    assertRejected("expected place 2");
  }

  @Test
  void rejectsAnEventAtTwoPlaces() {
    record(0, 1, append("a", 1, 1), entry(1, "a", 1));
    record(2, 3, append("a", 1, 2), entry(1, "a", 1), entry(2, "a", 1), entry(3, "a", 2));

    assertRejected("a:1 is also at");
  }

  @Test
  void rejectsAReplyWithoutItsEvents() {
    record(0, 1, append("a", 1, 1));

    assertRejected("its events are missing");
  }

  @Test
  void rejectsAReplyThatWasReadAfterTheAppend() {
    record(0, 10, append("a", 1, 1), entry(1, "a", 1), entry(2, "b", 1));
    record(1, 9, append("b", 1, 1), entry(1, "a", 1), entry(2, "b", 1));

    assertRejected("expected its event 1");
  }

  @Test
  void rejectsOtherBytes() {
    Entry changed = new Entry(1, 0, "a", 1, LogWriter.bytes("other"));
    record(0, 1, append("a", 1, 1), changed);

    assertRejected("expected its event 1");
  }

  @Test
  void rejectsAnAppendBeforeOneThatHadEnded() {
    record(0, 1, append("a", 1, 1), entry(1, "b", 1), entry(2, "a", 1));
    record(2, 3, append("b", 1, 1), entry(1, "b", 1));

    assertRejected("reached place 2");
  }

  @Test
  void rejectsAReadThatMissesAnAppendThatHadEnded() {
    record(0, 1, append("a", 1, 1), entry(1, "a", 1));
    record(2, 3, append("b", 1, 0));

    assertRejected("reached place 1");
  }

  private void record(long begin, long end, Append append, Entry... reply) {
    recorded.add(new Recorded(append, List.of(reply), begin, end));
  }

  private void assertRejected(String reason) {
    assertThatThrownBy(recorded::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(reason);
  }

  private static Append append(String writer, long first, int events) {
    List<byte[]> bytes =
        LongStream.range(first, first + events).mapToObj(RecordedAppendsTest::event).toList();
    return new Append(writer, first, bytes, 0, false, LogWriter.LONG);
  }

  private static Entry entry(long place, String writer, long number) {
    return new Entry(place, 0, writer, number, event(number));
  }

  private static byte[] event(long number) {
    return LogWriter.bytes("event " + number);
  }
}
