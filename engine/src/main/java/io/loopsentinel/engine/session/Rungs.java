package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.LoopIdentity;
import io.loopsentinel.engine.detect.Responses;
import java.util.Arrays;

/**
 * How often each loop of a session has been found.
 *
 * <p>A few loops in flat arrays, 16 bytes each, the latest found at the end. Not thread-safe: its
 * session guards it.
 */
final class Rungs {

  /** Loops that are remembered; the one longest not found starts again at its first rung. */
  private static final int MOST_LOOPS = 32;

  private static final int FIRST_LOOPS = 2;

  private long[] loops = new long[FIRST_LOOPS];
  private int[] occurrences = new int[FIRST_LOOPS];
  private int[] responses = new int[FIRST_LOOPS];
  private int size;

  /**
   * Counts a finding. Those of one response of the model are one: it could not read of the first
   * before it made the second.
   *
   * @return how often the loop has been found by now
   */
  int climb(LoopIdentity loop, int response) {
    long key = loop.hash();
    int place = placeOf(key);
    int occurrence = 1;
    if (place < size) {
      boolean isTold = response != Responses.UNKNOWN && responses[place] == response;
      occurrence = occurrences[place] + (isTold ? 0 : 1);
      remove(place);
    } else if (size == MOST_LOOPS) {
      remove(0);
    }
    append(key, occurrence, response);
    return occurrence;
  }

  /** Returns how often a loop has been found. */
  int occurrences(LoopIdentity loop) {
    int place = placeOf(loop.hash());
    return place < size ? occurrences[place] : 0;
  }

  private int placeOf(long key) {
    int place = 0;
    while (place < size && loops[place] != key) {
      place++;
    }
    return place;
  }

  private void remove(int place) {
    size--;
    int moved = size - place;
    System.arraycopy(loops, place + 1, loops, place, moved);
    System.arraycopy(occurrences, place + 1, occurrences, place, moved);
    System.arraycopy(responses, place + 1, responses, place, moved);
  }

  private void append(long key, int occurrence, int response) {
    if (size == loops.length) {
      loops = Arrays.copyOf(loops, size * 2);
      occurrences = Arrays.copyOf(occurrences, size * 2);
      responses = Arrays.copyOf(responses, size * 2);
    }
    loops[size] = key;
    occurrences[size] = occurrence;
    responses[size] = response;
    size++;
  }
}
