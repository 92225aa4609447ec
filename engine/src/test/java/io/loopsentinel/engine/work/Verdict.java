package io.loopsentinel.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.Action;
import java.util.List;

/** What is to be found in a conversation, and what is not. Calls are counted from 0. */
final class Verdict {

  private final List<Conversation.Noted> noted;
  private final int calls;

  Verdict(List<Conversation.Noted> noted, int calls) {
    this.noted = List.copyOf(noted);
    this.calls = calls;
  }

  /** Nothing is found at all. */
  void silent() {
    assertThat(noted).as("found in honest work").isEmpty();
  }

  /** Whatever is found, every call runs. */
  Verdict warnedAtMost() {
    assertThat(noted).as("at most warned of").allMatch(each -> each.rung().runsCall());
    return this;
  }

  /** The first finding, of whatever rung, is that of one of these calls. */
  Verdict foundBetween(int firstCall, int lastCall) {
    assertThat(lastCall).as("last call that may be found").isBetween(firstCall, calls - 1);
    assertThat(noted).as("found of a loop").isNotEmpty();
    assertThat(noted.get(0).call()).as("first of %s", noted).isBetween(firstCall, lastCall);
    return this;
  }

  /** There are this many findings. */
  Verdict foundTimes(int times) {
    assertThat(noted).as("findings").hasSize(times);
    return this;
  }

  /** The first call that would not run is this one. */
  Verdict stopsAt(int call) {
    assertThat(noted)
        .filteredOn(each -> !each.rung().runsCall())
        .as("stops of %s", noted)
        .first()
        .extracting(Conversation.Noted::call)
        .isEqualTo(call);
    return this;
  }

  /** The first call that would end the run is this one. */
  Verdict abortsAt(int call) {
    assertThat(noted)
        .filteredOn(each -> each.rung() == Action.ABORT)
        .as("aborts of %s", noted)
        .first()
        .extracting(Conversation.Noted::call)
        .isEqualTo(call);
    return this;
  }

  /** An honest call runs. */
  Verdict neverStops(int call) {
    assertThat(noted)
        .as("found at call %d", call)
        .noneMatch(each -> each.call() == call && !each.rung().runsCall());
    return this;
  }
}
