package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.detect.LoopIdentity;
import io.loopsentinel.engine.detect.Responses;
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

    for (DetectorKind detector : DetectorKind.values()) {
      assertThat(found.count(new LoopIdentity(detector, subject), Responses.UNKNOWN)).isOne();
    }
  }

  @Test
  void climbsOnceInAResponse() {
    LoopIdentity loop = loop(0);

    assertThat(found.count(loop, 7)).isOne();
    assertThat(found.count(loop, 7)).isOne();
    assertThat(found.count(loop, 8)).isEqualTo(2);
    assertThat(found.count(loop, Responses.UNKNOWN)).isEqualTo(3);
    assertThat(found.count(loop, Responses.UNKNOWN)).isEqualTo(4);
  }

  private int climb(int loop) {
    return found.count(loop(loop), Responses.UNKNOWN);
  }

  private static LoopIdentity loop(int number) {
    return new LoopIdentity(DetectorKind.REPEAT, new Fingerprint(0, 0, 0, number));
  }
}
