package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Google ADK. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AdkApplication.SCENARIOS, List.of("FunctionTool.call"));
  }

  /** Of some tools only the function is seen, on another thread than that of the run. */
  @Override
  protected String loop(Dispatch dispatch) {
    return switch (dispatch) {
      case ASYNCHRONOUS, CALLBACK -> UNSURE;
      default -> HINTED;
    };
  }

  /** RxJava's threads go from one user to the other, and take a run with them now and then. */
  @Override
  protected String users(Dispatch dispatch) {
    return dispatch == Dispatch.ASYNCHRONOUS
        ? "\\d+ calls run, 16 requests, \\d hints, 4 answers"
        : super.users(dispatch);
  }
}
