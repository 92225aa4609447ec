package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.recording.Json;
import io.loopsentinel.agent.command.replay.recording.MalformedRecordException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What readers say about runs, by the runs' names. Calls are numbered from 0. */
final class Labels {

  private final Map<String, Run> byId = new LinkedHashMap<>();

  /**
   * What a reader says about one run.
   *
   * @param loops its loops, sure or not, in order
   * @param honestCalls repeated calls that are work and must not be stopped
   */
  record Run(String id, List<Loop> loops, Set<Integer> honestCalls) {

    private static final double SURE = 0.6;

    Run {
      loops = List.copyOf(loops);
      honestCalls = Set.copyOf(honestCalls);
    }

    /** Returns the loops that count. */
    List<Loop> sureLoops() {
      return loops.stream().filter(loop -> loop.confidence() >= SURE).toList();
    }
  }

  /**
   * A loop.
   *
   * @param first its first call
   * @param evident the first call at which telling the model so is justified
   * @param last its last call
   * @param confidence how sure the reader is, 0 to 1
   */
  record Loop(String kind, int first, int evident, int last, double confidence) {

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
   * @throws IOException if they cannot be read
   */
  static Labels read(BufferedReader in) throws IOException, MalformedRecordException {
    Labels labels = new Labels();
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      if (!line.isBlank()) {
        try {
          Run run = run(Json.read(line));
          labels.byId.put(run.id(), run);
        } catch (MalformedRecordException e) {
          throw new MalformedRecordException("line " + number + ": " + e.getMessage());
        }
      }
    }
    return labels;
  }

  /** Returns the label of a run; {@code null} where it has none. */
  @Nullable Run of(String id) {
    return byId.get(id);
  }

  /** Returns how many runs have one. */
  int size() {
    return byId.size();
  }

  private static Run run(JsonNode run) throws MalformedRecordException {
    String id = run.path("id").textValue();
    if (id == null) {
      throw new MalformedRecordException("expected an object with a text \"id\"");
    }
    List<Loop> loops = new ArrayList<>();
    for (JsonNode loop : run.path("loops")) {
      loops.add(loop(loop));
    }
    Set<Integer> honest = new HashSet<>();
    for (JsonNode repeat : run.path("honest_repeats")) {
      repeat.path("calls").forEach(call -> honest.add(call.asInt()));
    }
    return new Run(id, loops, honest);
  }

  private static Loop loop(JsonNode loop) throws MalformedRecordException {
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
    return new Loop(
        loop.path("kind").asText(), first, evident, last, loop.path("confidence").asDouble(1));
  }
}
