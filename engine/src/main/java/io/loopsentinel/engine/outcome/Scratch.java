package io.loopsentinel.engine.outcome;

/**
 * What it takes to read a result, used for one after the other, so that most take no memory. Holds
 * no text between two of them but the end of a line. Not thread-safe.
 */
final class Scratch {

  private final LineScan scan = new LineScan();
  private final TellingLine tellingLine = new TellingLine();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final NegativeAnswer negativeAnswer = new NegativeAnswer();
  private final LineKeys lines = new LineKeys();

  LineScan scan() {
    return scan;
  }

  TellingLine tellingLine() {
    return tellingLine;
  }

  Acknowledgement acknowledgement() {
    return acknowledgement;
  }

  NegativeAnswer negativeAnswer() {
    return negativeAnswer;
  }

  LineKeys lines() {
    return lines;
  }
}
