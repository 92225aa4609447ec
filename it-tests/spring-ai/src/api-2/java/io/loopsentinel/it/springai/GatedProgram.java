package io.loopsentinel.it.springai;

import io.loopsentinel.it.scenario.Approver;
import io.loopsentinel.it.scenario.Library;

/** Asks an assistant per way of dispatch, whose tool may have a gate. */
final class GatedProgram {

  private GatedProgram() {}

  /** The argument names the approver. */
  public static void main(String[] args) {
    Approver approver = Approver.valueOf(args[0]);
    approver.attend();
    for (Dispatch dispatch : Dispatch.values()) {
      Library library = new Library(1);
      approver.play(url -> Assistant.asked(dispatch, url, library), library::searches);
    }
    System.exit(0); // Threads of the client go on for a minute.
  }
}
