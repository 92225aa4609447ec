package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of a tool beyond the maximum of its override, in the session or within a time.
 *
 * <p>Only calls that ran count. When a call runs again after a rate was exceeded, the ladder begins
 * again.
 */
record MaxCallsDetector() implements Detector {

  static final String NAME = "max_calls";

  private static final DetectorSettings SETTINGS = () -> true;

  /** Returns the detector, or none if no tool has a maximum. */
  static List<Detector> of(EngineSettings settings) {
    boolean isUsed =
        settings.overrides().stream()
            .anyMatch(each -> each.policy().limits().maxCalls() != null && !each.policy().exempt());
    return isUsed ? List.of(new MaxCallsDetector()) : List.of();
  }

  @Override
  public DetectorSettings settings() {
    return SETTINGS;
  }

  /** Equal calls of one response run, so they count. */
  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(0, Flag.JUDGES_DUPLICATES, Flag.JUDGES_GATED);
  }

  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    MaxCalls max = call.policy().limits().maxCalls();
    if (max == null) {
      return null;
    }
    RanCalls ran = session.use().ranCalls(call.tool());
    Duration within = max.within();
    if (ran.count() < max.n()) {
      return null;
    }
    if (within == null) {
      return finding(call, ran, ran.count(), new Exceeded(max, 0));
    }
    long passed = call.time().toEpochMilli() - ran.timeOfLatest(max.n());
    // A negative time means that the clock was set back.
    boolean isExceeded = passed >= 0 && passed < within.toMillis();
    long left = Duration.ofMillis(within.toMillis() - passed + 999).toSeconds();
    return isExceeded ? finding(call, ran, max.n(), new Exceeded(max, left)) : null;
  }

  private static Finding finding(Call call, RanCalls ran, int count, Exceeded exceeded) {
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), ran.count()),
        count,
        exceeded.max().n(),
        List.of(call.tool()),
        exceeded,
        call.rule().setting("max_calls"));
  }

  /** The calls of one tool that ran. Immutable. */
  static final class RanCalls {

    static final RanCalls NONE = new RanCalls(0, new long[0]);

    private final int count;

    /** Milliseconds since the epoch, of the latest calls in order. */
    private final long[] times;

    private RanCalls(int count, long[] times) {
      this.count = count;
      this.times = times;
    }

    int count() {
      return count;
    }

    /** Returns the time of the n-th latest call; 0 if it is not known. */
    long timeOfLatest(int n) {
      return n > times.length ? 0 : times[times.length - n];
    }

    RanCalls with(Call call, MaxCalls max) {
      int kept = max.within() == null ? 1 : max.n();
      int length = times.length + 1;
      long[] latest = Arrays.copyOfRange(times, Math.max(0, length - kept), length);
      latest[latest.length - 1] = call.time().toEpochMilli();
      return new RanCalls(count + 1, latest);
    }

    void write(DataOutput out) throws IOException {
      out.writeInt(count);
      out.writeInt(times.length);
      for (long time : times) {
        out.writeLong(time);
      }
    }

    static RanCalls read(DataInput in) throws IOException {
      int count = in.readInt();
      int length = in.readInt();
      if (length < 0 || length > MaxCalls.MAX_WITHIN) {
        throw new IOException("expected the times of calls, found " + length);
      }
      long[] times = new long[length];
      for (int i = 0; i < times.length; i++) {
        times[i] = in.readLong();
      }
      return new RanCalls(count, times);
    }
  }

  /**
   * A maximum that is reached.
   *
   * @param secondsLeft the time until the tool may be called again; 0 if it may not
   */
  private record Exceeded(MaxCalls max, long secondsLeft) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String next = secondsLeft > 0 ? " before that" : "";
      return new Words(
          call -> fact(finding, call),
          "%s has reached its maximum of %s%s"
              .formatted(
                  finding.tools(),
                  Evidence.quantity(String.valueOf(max.n()), "call"),
                  secondsLeft > 0 ? within() : ""),
          "the maximum number of calls",
          new Advice(
              (secondsLeft > 0 ? "Wait that long, use" : "Use")
                  + " the results you already have, use another tool, or answer with what you"
                  + " know.",
              "use the results that you have",
              "If one more call is enough, go on.",
              "use another tool",
              true,
              finding.shortTools() + " is called again" + next));
    }

    private String fact(Finding finding, DescribedCall call) {
      String allowed =
          "%s may be called at most %s"
              .formatted(call.cut(finding.tools()), Evidence.times(max.n()));
      return secondsLeft > 0
          ? "%s%s. It may be called again in %s.".formatted(allowed, within(), seconds(secondsLeft))
          : "%s in this conversation, and was called %s."
              .formatted(allowed, Evidence.times(finding.count()));
    }

    private String within() {
      Duration within = max.within();
      return within == null ? "" : " within " + seconds(within.toSeconds());
    }

    private static String seconds(long seconds) {
      return Evidence.quantity(String.valueOf(seconds), "second");
    }
  }
}
