package io.loopsentinel.benchmarks.calls;

import io.loopsentinel.benchmarks.guarded.Tools;

/** Asks the hand-written guard before each call: a decorator, the fastest that one can write. */
final class GuardedTools implements Tools {

  private final Tools tools;
  private final HandWrittenGuard guard = new HandWrittenGuard();

  GuardedTools(Tools tools) {
    this.tools = tools;
  }

  @Override
  public String dispatch(String session, String tool, Object arguments) {
    String answer = guard.judge(session, tool, arguments);
    return answer == null ? tools.dispatch(session, tool, arguments) : answer;
  }

  @Override
  public void send(String session, String tool, Object arguments) {
    String answer = guard.judge(session, tool, arguments);
    if (answer != null) {
      throw new IllegalStateException(answer);
    }
    tools.send(session, tool, arguments);
  }
}
