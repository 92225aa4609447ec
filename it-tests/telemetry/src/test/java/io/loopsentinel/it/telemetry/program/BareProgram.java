package io.loopsentinel.it.telemetry.program;

/** Makes the same call four times, and uses no library. */
public final class BareProgram {

  private BareProgram() {}

  /** Calls. */
  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      Desk.call("c-7");
    }
  }
}
