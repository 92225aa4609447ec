package io.loopsentinel.benchmarks.guarded;

import java.util.function.IntFunction;

/** Makes calls whose arguments are maps and whose results are sentences. Not thread-safe. */
public final class Caller {

  private final Dispatcher dispatcher = new Dispatcher(ResultKind.SENTENCE.results());
  private final IntFunction<Object> arguments = ArgumentsKind.MAP.source();
  private int calls;

  /** Creates a caller whose calls are counted again. */
  public Caller() {}

  /** Makes a call with arguments that no call before had. */
  public String call(String session, String tool) {
    return dispatcher.dispatch(session, tool, arguments.apply(calls++));
  }

  /**
   * Checks that all calls ran.
   *
   * @throws IllegalStateException where the agent stopped one
   */
  public void checkAllRan() {
    if (dispatcher.calls() != calls) {
      throw new IllegalStateException(dispatcher.calls() + " ran of " + calls + " calls");
    }
  }
}
