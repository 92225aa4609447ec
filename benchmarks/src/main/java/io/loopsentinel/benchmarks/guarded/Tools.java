package io.loopsentinel.benchmarks.guarded;

/** What dispatches the calls of tools. */
public interface Tools {

  /** Calls a tool that answers. */
  String dispatch(String session, String tool, Object arguments);

  /** Calls a tool that has nothing to say. */
  void send(String session, String tool, Object arguments);
}
