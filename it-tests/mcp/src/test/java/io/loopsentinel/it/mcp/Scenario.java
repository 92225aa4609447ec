package io.loopsentinel.it.mcp;

import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What a client asks a server for, on a connection. */
enum Scenario {
  /** One search again and again. */
  REPEATING,
  /** Ever new searches, whose results are all marked as the same error. */
  CLOSED,
  /** Different searches, and one three times. */
  HEALTHY,
  /** Ever new searches, for which the tool throws the same. */
  THROWING,
  /** One search for a picture again and again. */
  PICTURES,
  /** One search again and again, by a tool that does not exist. */
  UNKNOWN,
  /** One search eight times at once. */
  PARALLEL,
  /** One search three times, by two who do not know of each other, at once. */
  SHARING;

  /** Calls of a scenario that goes round. */
  static final int CALLS = 7;

  /** Calls at once. */
  static final int AT_ONCE = 8;

  String tool() {
    return this == UNKNOWN ? Library.UNKNOWN : Library.SEARCH;
  }

  /** Returns the queries in order. */
  List<String> queries() {
    return switch (this) {
      case REPEATING, UNKNOWN -> Collections.nCopies(CALLS, "loops");
      case CLOSED -> numbered(number -> Library.CLOSED + " book number " + number);
      case HEALTHY -> List.of("loops", "knots", "circles", "loops", "loops");
      case THROWING -> numbered(number -> Library.THROWING + " book number " + number);
      case PICTURES -> Collections.nCopies(CALLS, Library.PICTURE);
      case PARALLEL -> Collections.nCopies(AT_ONCE, "loops");
      case SHARING -> Collections.nCopies(3, "loops");
    };
  }

  private static List<String> numbered(IntFunction<String> query) {
    return IntStream.range(0, CALLS).mapToObj(query).toList();
  }
}
