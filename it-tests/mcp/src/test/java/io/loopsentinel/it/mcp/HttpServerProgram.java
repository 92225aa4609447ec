package io.loopsentinel.it.mcp;

import java.io.IOException;

/** Runs {@link HttpServers} until its standard input ends; its first line of output is the port. */
final class HttpServerProgram {

  private HttpServerProgram() {}

  public static void main(String[] args) throws Exception {
    try (HttpServers servers = HttpServers.start()) {
      System.out.println(servers.port());
      awaitEndOfInput();
    }
    System.exit(0);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // What is written to it does not matter.
    }
  }
}
