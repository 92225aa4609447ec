package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.Json;
import io.loopsentinel.agent.command.replay.recording.JsonObject;
import io.loopsentinel.agent.command.replay.recording.MalformedRecordException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of a run says about it. Calls are numbered from 0.
 *
 * @param id the run's name
 * @param loops its loops, sure or not, in order
 * @param honestCalls repeated calls that are work and must not be stopped
 */
public record LabelledRun(String id, List<Loop> loops, Set<Integer> honestCalls) {

  private static final double SURE = 0.6;

  public LabelledRun {
    loops = List.copyOf(loops);
    honestCalls = Set.copyOf(honestCalls);
  }

  /**
   * A loop.
   *
   * @param kind what kind
   * @param first its first call
   * @param evident the first call at which telling the model so is justified
   * @param last its last call
   * @param confidence how sure the reader is, 0 to 1
   */
  public record Loop(String kind, int first, int evident, int last, double confidence) {

    boolean holds(int call) {
      return first <= call && call <= last;
    }

    /** Returns how many calls a finding at the evident one would have made unnecessary. */
    int wasted() {
      return last - evident + 1;
    }
  }

  /** Returns the loops that count. */
  public List<Loop> sureLoops() {
    return loops.stream().filter(loop -> loop.confidence() >= SURE).toList();
  }

  /** Reads a line of a file of labels. */
  static LabelledRun parse(String line) throws MalformedRecordException {
    JsonObject run = JsonObject.of(Json.read(line));
    String id = run == null ? null : run.text("id");
    if (run == null || id == null) {
      throw new MalformedRecordException("expected an object with a text \"id\"");
    }
    List<Loop> loops = new ArrayList<>();
    for (Object item : run.list("loops")) {
      loops.add(loop(JsonObject.of(item)));
    }
    Set<Integer> honest = new HashSet<>();
    for (Object item : run.list("honest_repeats")) {
      JsonObject repeat = JsonObject.of(item);
      List<?> calls = repeat == null ? List.of() : repeat.list("calls");
      calls.forEach(call -> honest.add(((Number) call).intValue()));
    }
    return new LabelledRun(id, loops, honest);
  }

  private static Loop loop(@Nullable JsonObject loop) throws MalformedRecordException {
    long first = loop == null ? -1 : loop.number("first", -1);
    if (loop == null || first < 0) {
      throw new MalformedRecordException(
          "expected a loop with the call numbers \"first\", \"evident\" and \"last\"");
    }
    long evident = loop.number("evident", first);
    long last = loop.number("last", evident);
    if (first > evident || evident > last) {
      throw new MalformedRecordException(
          "expected a loop with \"first\" <= \"evident\" <= \"last\", found "
              + first
              + ", "
              + evident
              + ", "
              + last);
    }
    String kind = loop.text("kind");
    return new Loop(
        kind == null ? "" : kind,
        (int) first,
        (int) evident,
        (int) last,
        loop.decimal("confidence", 1));
  }
}
