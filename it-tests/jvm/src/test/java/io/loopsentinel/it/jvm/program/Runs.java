package io.loopsentinel.it.jvm.program;

import java.util.concurrent.Callable;

/** Agent runs, and a tool that tells in which of them it is called. */
final class Runs {

  private static final ThreadLocal<String> SEEN = new ThreadLocal<>();

  private Runs() {}

  /** Is one run of a session, for as long as its body takes. */
  static <T> T run(String session, Callable<T> body) throws Exception {
    return body.call();
  }

  /** The tool: returns the session of the run that it is called in, as the agent sees it. */
  static String current() {
    return SEEN.get();
  }

  /** What the target's expression passes the run to, before the tool is called. */
  static String note(Object run) {
    SEEN.set(String.valueOf(run));
    return "noted";
  }
}
