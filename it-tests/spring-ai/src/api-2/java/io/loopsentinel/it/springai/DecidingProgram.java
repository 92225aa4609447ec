package io.loopsentinel.it.springai;

import io.loopsentinel.it.scenario.DecidingListener;
import io.loopsentinel.it.scenario.Library;

/** Asks an assistant per way of dispatch, with a listener that decides about its model's loop. */
final class DecidingProgram {

  private DecidingProgram() {}

  /** The argument names the listener. */
  public static void main(String[] args) {
    DecidingListener.valueOf(args[0]).listen();
    for (Dispatch dispatch : Dispatch.values()) {
      Library library = new Library(1);
      DecidingListener.play(url -> Assistant.asked(dispatch, url, library), library::searches);
    }
    System.exit(0); // Threads of the client go on for a minute.
  }
}
