package io.loopsentinel.benchmarks.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * Makes a measured JVM wait for its turn, while all the others wait.
 *
 * @see Turns
 */
final class Turn {

  /** The port at which turns are given. */
  static final String PORT = "benchmarks.turns";

  /** What is sent: to ask for a turn, to give it, and to give it back. */
  static final int SIGN = 1;

  private final Socket socket;

  /** Asks the JVM that started this one. */
  Turn() {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger(PORT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a turn. */
  void begin() {
    try {
      if (socket.getInputStream().read() != SIGN) {
        throw new IllegalStateException("nobody gives turns any more");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the turn back. */
  void end() {
    try {
      socket.getOutputStream().write(SIGN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
