package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.ToolsAloneContract;

/** The tools of an application as targets, instead of the profile. */
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(SpringAiApplication.SCENARIOS);
  }

  /** A stream continues on threads of a pool. */
  @Override
  protected boolean isOnOneThread(Dispatch dispatch) {
    return dispatch != Dispatch.STREAMED;
  }
}
