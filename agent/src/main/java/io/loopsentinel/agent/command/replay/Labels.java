package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.LineNumberReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What readers say about runs. Calls are numbered from 0.
 *
 * @param byId by the runs' names
 */
record Labels(Map<String, Run> byId) {

  /**
   * What a reader says about one run.
   *
   * @param loops its loops, sure or not, in order
   * @param honestCalls repeated calls that are work and must not be stopped
   */
  record Run(String id, List<Loop> loops, Set<Integer> honestCalls) {

    private static final double SURE = 0.6;

    static Run of(JsonNode run) throws MalformedRecordException {
      String id = Json.expect(run.path("id").textValue(), "an object with a text \"id\"");
      List<Loop> loops = new ArrayList<>();
      for (JsonNode loop : run.path("loops")) {
        loops.add(Loop.of(loop));
      }
      Set<Integer> honest = new HashSet<>();
      for (JsonNode repeat : run.path("honest_repeats")) {
        repeat.path("calls").forEach(call -> honest.add(call.asInt()));
      }
      return new Run(id, loops, honest);
    }

    /** Returns the loops that count. */
    List<Loop> sureLoops() {
      return loops.stream().filter(loop -> loop.confidence() >= SURE).toList();
    }

    /** Returns whether a call lies before all loops that count, or there is no loop at all. */
    boolean isBeforeLoops(int call) {
      List<Loop> sure = sureLoops();
      return sure.isEmpty() ? loops.isEmpty() : sure.stream().allMatch(loop -> call < loop.first());
    }
  }

  /**
   * A loop.
   *
   * @param evident the first call at which telling the model so is justified
   * @param confidence how sure the reader is, 0 to 1
   */
  record Loop(String kind, int first, int evident, int last, double confidence) {

    static Loop of(JsonNode loop) throws MalformedRecordException {
      int first = loop.path("first").asInt(-1);
      if (first < 0) {
        throw new MalformedRecordException(
            "expected a loop with the call numbers \"first\", \"evident\" and \"last\"");
      }
      int evident = loop.path("evident").asInt(first);
      int last = loop.path("last").asInt(evident);
      if (first > evident || evident > last) {
        throw new MalformedRecordException(
            "expected a loop with \"first\" <= \"evident\" <= \"last\", found %d, %d, %d"
                .formatted(first, evident, last));
      }
      double confidence = loop.path("confidence").asDouble(1);
      return new Loop(loop.path("kind").asText(), first, evident, last, confidence);
    }

    String describe() {
      return "%s loop, calls %d to %d, evident at %d".formatted(kind, first, last, evident);
    }

    boolean holds(int call) {
      return first <= call && call <= last;
    }

    /** Returns how many calls a finding at the evident one would have made unnecessary. */
    int wasted() {
      return last - evident + 1;
    }
  }

  /**
   * Reads labels, one run a line.
   *
   * @throws MalformedRecordException at the first line that is wrong; its message names the line
   */
  static Labels read(LineNumberReader in) throws IOException, MalformedRecordException {
    Map<String, Run> byId = new HashMap<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        if (!line.isBlank()) {
          Run run = Run.of(Json.read(line));
          byId.put(run.id(), run);
        }
      } catch (MalformedRecordException e) {
        throw new MalformedRecordException("line " + in.getLineNumber() + ": " + e.getMessage());
      }
    }
    return new Labels(byId);
  }
}
