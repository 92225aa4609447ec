package io.loopsentinel.benchmarks.calls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;

/**
 * Gives turns to the JVMs that are measured, one at a time.
 *
 * <p>They live side by side, so that a round of all of them takes a second or two, and whatever
 * disturbs the machine for longer than that disturbs all of them. One after the other, from start
 * to end, their times differed by a factor of two with nothing but the other work on the machine.
 */
final class Turns implements AutoCloseable {

  private static final int TIMEOUT_MILLISECONDS = 1_000;

  private final ServerSocket server;
  private final List<Socket> members = new ArrayList<>();

  Turns() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout(TIMEOUT_MILLISECONDS);
  }

  /** Returns the option by which a JVM finds this. */
  String option() {
    return "-D" + Turn.PORT + "=" + server.getLocalPort();
  }

  /**
   * Waits for a JVM that was just started, and has it warm up.
   *
   * @param runner what is done only if the JVM fails
   */
  void join(Future<?> runner, int iterations) throws IOException {
    Socket member = accept(runner);
    members.add(member);
    for (int i = 0; i < iterations; i++) {
      give(member);
    }
  }

  private Socket accept(Future<?> runner) throws IOException {
    while (!runner.isDone()) {
      try {
        return server.accept();
      } catch (SocketTimeoutException e) {
        System.err.print('.');
      }
    }
    throw new IOException("a JVM could not be started: " + runner);
  }

  /** Gives so many turns to each, in an order that changes. */
  void give(int rounds) throws IOException {
    Random random = new Random(rounds);
    List<Socket> order = new ArrayList<>(members);
    for (int round = 0; round < rounds; round++) {
      Collections.shuffle(order, random);
      for (Socket member : order) {
        give(member);
      }
    }
  }

  private static void give(Socket member) throws IOException {
    member.getOutputStream().write(Turn.SIGN);
    if (member.getInputStream().read() != Turn.SIGN) {
      throw new IOException("a measured JVM is gone");
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket member : members) {
      member.close();
    }
    server.close();
  }
}
