package io.loopsentinel.benchmarks.guarded;

/** The class whose methods are guarded: it does nothing but count, and hand out ready results. */
public final class Dispatcher implements Tools {

  private final String[] results;
  private int calls;

  /**
   * Creates a dispatcher.
   *
   * @param results a power of two of them, given in turn
   */
  public Dispatcher(String[] results) {
    this.results = results.clone();
  }

  @Override
  public String dispatch(String session, String tool, Object arguments) {
    return results[calls++ & (results.length - 1)];
  }

  @Override
  public void send(String session, String tool, Object arguments) {
    calls++;
  }

  /** Returns the calls that ran; it overflows, as does what it is compared with. */
  public int calls() {
    return calls;
  }

  /** Returns {@code plain}; peers that rewrite this class have it say who they are. */
  public String rewrittenBy() {
    return "plain";
  }
}
