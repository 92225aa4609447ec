package io.loopsentinel.agent.command.replay.recording;

import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.ModelTurn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the lines of one session and puts what they tell in order: a line is written when a call
 * has ended, and says when it began.
 */
final class AuditedRun {

  private final long from;
  private final List<Line> lines = new ArrayList<>();
  private boolean shared;

  /** A call or a turn; of these {@code ended} and what follows is of calls only. */
  private record Line(
      long began,
      long ended,
      @Nullable String tool,
      AuditedStep.@Nullable Asked asked,
      @Nullable Fingerprint fingerprint,
      String decision,
      @Nullable Outcome outcome) {}

  /** A step and its place in the order. */
  private record Placed(long order, AuditedStep step) {}

  /**
   * Begins a run.
   *
   * @param from the place of its beginning in the order; what began before is of the run before
   */
  AuditedRun(long from) {
    this.from = from;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Takes the line of a call or turn. */
  void take(JsonObject line) throws MalformedRecordException {
    long began = line.number("began", 0);
    String decision = line.text("decision");
    if (began < 1 || decision == null) {
      throw new MalformedRecordException("expected a number \"began\" and a text \"decision\"");
    }
    Line read = "turn".equals(line.text("type")) ? turn(line, began) : call(line, began, decision);
    shared |= Boolean.TRUE.equals(line.bool("shared"));
    // A call of a batch that was refused for another one counts as if it had not been made.
    if (began > from && !decision.equals("withdrawn")) {
      lines.add(read);
    }
  }

  /** Returns all of it. */
  Recording recording(String id, String source) {
    lines.sort(Comparator.comparingLong(Line::began));
    List<Placed> placed = new ArrayList<>();
    int call = 0;
    for (Line line : lines) {
      if (line.asked() != null) {
        placed.add(new Placed(line.began(), line.asked()));
      } else if (line.tool() != null && line.fingerprint() != null) {
        placed.add(
            new Placed(
                line.began(),
                new AuditedStep.Called(call, line.tool(), line.fingerprint(), line.decision())));
        if (line.outcome() != null) {
          placed.add(new Placed(line.ended(), new AuditedStep.Ended(call, line.outcome())));
        }
        call++;
      }
    }
    List<AuditedStep> steps =
        placed.stream().sorted(Comparator.comparingLong(Placed::order)).map(Placed::step).toList();
    return new Recording(id, source, null, null, List.of(), new AuditedSession(shared, steps));
  }

  private static Line turn(JsonObject line, long began) {
    String words = line.text("words");
    ModelTurn turn =
        new ModelTurn(
            null,
            line.number("input_tokens", 0),
            line.number("output_tokens", 0),
            line.text("model"));
    boolean refused = Boolean.TRUE.equals(line.bool("refused"));
    WordSet read = words == null ? null : WordSet.ofText(words);
    return new Line(began, 0, null, new AuditedStep.Asked(turn, read, refused), null, "", null);
  }

  private static Line call(JsonObject line, long began, String decision)
      throws MalformedRecordException {
    String tool = line.text("tool");
    String fingerprint = line.text("fingerprint");
    if (tool == null || fingerprint == null) {
      throw new MalformedRecordException("expected a call with \"tool\" and \"fingerprint\"");
    }
    String after = line.text("decision_after");
    JsonObject result = line.object("result");
    return new Line(
        began,
        line.number("ended", began),
        tool,
        null,
        Fingerprint.ofHex(fingerprint),
        after == null ? decision : decision + ", " + after,
        result == null ? null : Outcome.of(result.members()));
  }
}
