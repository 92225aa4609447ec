package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import org.junit.jupiter.api.Test;

/** How often each loop of a session was found. */
class FoundLoopsTest {

  private final FoundLoops found = new FoundLoops();

  @Test
  void countsEachLoopByItself() {
    for (int round = 1; round <= 3; round++) {
      for (int loop = 0; loop < 32; loop++) {
        assertThat(climb(loop)).isEqualTo(round);
      }
    }
  }

  @Test
  void forgetsTheLoopThatWasLongestNotFound() {
    climb(0);
    climb(1);
    for (int loop = 2; loop < 32; loop++) {
      climb(loop);
    }
    climb(0);

    climb(32);

    assertThat(climb(0)).isEqualTo(3);
    assertThat(climb(1)).isOne();
  }

  @Test
  void tellsLoopsOfDifferentDetectorsApart() {
    Fingerprint subject = new Fingerprint(1, 2, 3, 4);

    for (String detector : Detectors.names()) {
      assertThat(found.count(new Finding.Loop(detector, subject), Responses.UNKNOWN)).isOne();
    }
  }

  @Test
  void climbsOnceInAResponse() {
    Finding.Loop loop = loop(0);

    assertThat(found.count(loop, 7)).isOne();
    assertThat(found.count(loop, 7)).isOne();
    assertThat(found.count(loop, 8)).isEqualTo(2);
    assertThat(found.count(loop, Responses.UNKNOWN)).isEqualTo(3);
    assertThat(found.count(loop, Responses.UNKNOWN)).isEqualTo(4);
  }

  private int climb(int loop) {
    return found.count(loop(loop), Responses.UNKNOWN);
  }

  private static Finding.Loop loop(int number) {
    return new Finding.Loop("repeat", new Fingerprint(0, 0, 0, number));
  }
}
