package io.loopsentinel.it.springai;

import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.ToldModel;

/** Asks an assistant per way of dispatch, whose model is told something from outside. */
final class ToldProgram {

  private ToldProgram() {}

  public static void main(String[] args) {
    for (Dispatch dispatch : Dispatch.values()) {
      new ToldModel("search").play(url -> Assistant.asked(dispatch, url, new Library(1)));
    }
    System.exit(0); // Threads of the client go on for a minute.
  }
}
