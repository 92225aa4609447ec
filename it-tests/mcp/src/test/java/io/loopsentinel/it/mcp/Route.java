package io.loopsentinel.it.mcp;

import java.util.Locale;

/** How a call comes from its agent to the server. */
enum Route {
  /** From a run, by a synchronous client that starts its server and talks to its streams. */
  STDIO_IN_RUN,
  /** From a run, by a synchronous client. */
  HTTP_IN_RUN,
  /** From a run, by an asynchronous client. */
  HTTP_LATER_IN_RUN,
  /** By a synchronous client of which nothing is known. */
  HTTP,
  /** By an asynchronous client of which nothing is known. */
  HTTP_LATER,
  /** By a synchronous client, to a server that has no sessions. */
  STATELESS;

  boolean isInRun() {
    return name().endsWith("IN_RUN");
  }

  boolean isLater() {
    return name().contains("LATER");
  }

  /** Returns a word that tells its queries from those of others; one, so that it weighs little. */
  String word() {
    return name().replace("_", "").toLowerCase(Locale.ROOT);
  }
}
