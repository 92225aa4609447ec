package io.loopsentinel.it.contract;

import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.Collections;
import java.util.List;

/** The behaviours that {@link FrameworkContract} plays on every framework. */
public enum ModelBehaviour implements Behaviour {
  /** Repeats one call until it is warned. */
  LOOPING,
  /** Repeats one call, whatever it reads. */
  STUBBORN,
  /** Repeats one call, each time beside a new one, until it is warned. */
  PAIRING,
  /** Makes one call five times in each response until it is warned. */
  CROWDING,
  /**
   * Makes calls in turn and says the same beside each, until it is warned by the user's message.
   */
  CHATTING,
  /** Makes new calls that fail alike, until it is warned or a call is not run. */
  FAILING,
  /** Makes new calls that find the same until it is warned. */
  BROWSING,
  /** Calls an unknown tool until it is warned. */
  GUESSING,
  /** Calls an unknown tool, whatever it reads. */
  STUBBORNLY_GUESSING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as allowed, then answers; two users ask twice at the same time. */
  SHARED,
  /** As {@link #SHARED}, but more often, and each result is new. */
  POLLING,
  /** As {@link #SHARED}, but the tool waits for nobody. */
  ATTENDED;

  /** The answer to every question. */
  public static final String ANSWER = "There are three books on loops.";

  @Override
  public int users() {
    return this == SHARED || this == ATTENDED || this == POLLING ? 2 : 1;
  }

  @Override
  public int searches() {
    return this == SHARED ? 2 : 1;
  }

  @Override
  public Script script(Habits habits) {
    return switch (this) {
      case LOOPING -> habits.untilWarned(responses -> List.of(habits.search(Library.LOOPS)));
      case STUBBORN -> Script.stubborn(habits.search(Library.LOOPS));
      case PAIRING ->
          habits.untilWarned(
              responses ->
                  List.of(
                      habits.search(Library.LOOPS), habits.search(Library.unsorted(responses))));
      case CROWDING ->
          habits.untilWarned(responses -> Collections.nCopies(5, habits.search(Library.LOOPS)));
      case CHATTING -> habits.chatting();
      case FAILING ->
          habits.failing(responses -> List.of(habits.search(Library.BROKEN + responses)));
      case BROWSING ->
          habits.untilWarned(responses -> List.of(habits.search(Library.MAP + responses)));
      case GUESSING -> habits.untilWarned(responses -> List.of(habits.unknown()));
      case STUBBORNLY_GUESSING ->
          Script.untilExhausted(habits.patience(), responses -> List.of(habits.unknown()));
      case HEALTHY -> Script.healthy(Library.healthySearches(habits::search), ANSWER);
      case POLLING -> repeating(habits.polls(), habits.search(Library.MOVING));
      case SHARED, ATTENDED -> repeating(3, habits.search(Library.LOOPS));
    };
  }

  private static Script repeating(int times, ToolCall call) {
    return conversation ->
        conversation.responsesToQuestion() < times
            ? new ToolCalls(List.of(call))
            : new Answer(ANSWER);
  }
}
