package io.loopsentinel.it.jvm.program;

import java.util.Locale;

/** Where a value of the application can come from; each has a text of its own. */
public enum Marker {
  MAP,
  KEY_OF_MAP,
  JSON,
  OBJECT,
  PRIVATE,
  ELEMENT,
  BATCH,
  PLAIN,
  PASSWORD,
  TOKEN,
  UNDISPATCHED,
  REQUEST,
  RESULT,
  BATCH_RESULT,
  LATER,
  EXCEPTION,
  CAUSE,
  TURN,
  EXPRESSION,
  SUBSTITUTION,
  LISTENER,
  TOLD;

  /** Returns its text: letters only, which no output has to escape. */
  public String text() {
    return "mrkr" + name().replace("_", "").toLowerCase(Locale.ROOT);
  }
}
