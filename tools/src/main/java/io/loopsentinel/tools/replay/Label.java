package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A human judgement of one run. Its calls are numbered from 0.
 *
 * @param honestCalls repeated calls that are useful work and must not be stopped
 */
record Label(String id, List<Loop> loops, Set<Integer> honestCalls) {

  private static final double MIN_CONFIDENCE = 0.6;

  /** A loop; {@code evident} is the first call at which it is justified to warn the model. */
  record Loop(String kind, int first, int evident, int last, double confidence) {

    private static Loop of(JsonNode loop) throws MalformedRecordException {
      int first = loop.path("first").asInt(-1);
      int evident = loop.path("evident").asInt(first);
      int last = loop.path("last").asInt(evident);
      if (first < 0) {
        throw new MalformedRecordException(
            "expected a loop with the call numbers \"first\", \"evident\" and \"last\"");
      }
      if (first > evident || evident > last) {
        throw new MalformedRecordException(
            "expected a loop with \"first\" <= \"evident\" <= \"last\", found %s, %s, %s"
                .formatted(first, evident, last));
      }
      double confidence = loop.path("confidence").asDouble(1);
      return new Loop(loop.path("kind").asText(), first, evident, last, confidence);
    }

    boolean contains(int call) {
      return first <= call && call <= last;
    }

    @Override
    public String toString() {
      return "%s loop, calls %s to %s, evident at %s".formatted(kind, first, last, evident);
    }
  }

  private static Label of(JsonNode run) throws MalformedRecordException {
    String id = Json.expect(run.path("id").textValue(), "an object with a text \"id\"");
    List<Loop> loops = new ArrayList<>();
    for (JsonNode loop : run.path("loops")) {
      loops.add(Loop.of(loop));
    }
    Set<Integer> honestCalls =
        run.path("honest_repeats")
            .valueStream()
            .flatMap(repeat -> repeat.path("calls").valueStream())
            .map(JsonNode::asInt)
            .collect(Collectors.toSet());
    return new Label(id, loops, honestCalls);
  }

  /** Reads labels, one run per line, and returns them by run id. */
  static Map<String, Label> read(RecordLines in) throws IOException, MalformedRecordException {
    Map<String, Label> byId = new HashMap<>();
    List<String> broken = new ArrayList<>();
    in.read(
        (text, number) -> {
          Label label = of(Json.read(text));
          byId.put(label.id(), label);
        },
        (number, reason) -> broken.add("line " + number + ": " + reason));
    if (!broken.isEmpty()) {
      throw new MalformedRecordException(broken.get(0));
    }
    return byId;
  }

  List<Loop> confidentLoops() {
    return loops.stream().filter(loop -> loop.confidence() >= MIN_CONFIDENCE).toList();
  }
}
