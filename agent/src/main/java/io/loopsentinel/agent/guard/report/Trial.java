package io.loopsentinel.agent.guard.report;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.JsonText;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first calls of a target on trial, and what they say about the target. Thread-safe. */
public final class Trial {

  /** Number of calls after which a target is reported on. */
  private static final int CALLS = 10;

  /** A model needs longer to repeat a call. */
  private static final long AT_ONCE = Duration.ofMillis(5).toNanos();

  private static final int MAX_SHOWN = 5;

  private final LongSupplier nanoTime;
  private final List<Seen> calls = new ArrayList<>(CALLS);
  private volatile boolean over;

  /**
   * A call.
   *
   * @param shape the tool's name and the names of its arguments
   * @param time when it began, in nanoseconds
   */
  private record Seen(
      ToolCall call, Object session, String shape, boolean hasArguments, long time) {

    boolean repeats(Seen before) {
      return time - before.time < AT_ONCE
          && session.equals(before.session)
          && call.isSameAs(before.call);
    }
  }

  /**
   * The report on a target.
   *
   * @param fits whether its calls look like tool calls
   */
  public record Report(String text, boolean fits) {}

  public Trial(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether the report was made, so that no further call is read. */
  public boolean isOver() {
    return over;
  }

  /** Adds a call; returns the report after the last one. */
  public synchronized Optional<Report> add(ToolCall call, Object session) {
    if (over) {
      return Optional.empty();
    }
    Object arguments = call.arguments();
    String text = arguments(arguments);
    String shape = Printable.name(call.tool()) + " {" + text + "}";
    ToolCall kept = call.withoutArguments();
    calls.add(new Seen(kept, session, shape, !text.isEmpty(), nanoTime.getAsLong()));
    over = calls.size() == CALLS;
    return over ? Optional.of(report()) : Optional.empty();
  }

  private Report report() {
    List<String> problems = problems();
    long sessions = calls.stream().map(Seen::session).distinct().count();
    String seen =
        "%s calls in %s %s: %s"
            .formatted(CALLS, sessions, sessions == 1 ? "session" : "sessions", shapes());
    return new Report(
        problems.isEmpty()
            ? seen + "; if these are the tools, remove \"trial: true\" to guard it"
            : seen + "; " + String.join("; ", problems),
        problems.isEmpty());
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (calls.stream().noneMatch(Seen::hasArguments)) {
      problems.add("no call had arguments, so \"args\" may read the wrong value");
    }
    if (calls.stream().map(each -> each.call().tool()).distinct().count() == CALLS) {
      problems.add("each call had another name, so \"tool\" may read something else");
    }
    int repeated = 0;
    for (int i = 1; i < CALLS; i++) {
      repeated += calls.get(i).repeats(calls.get(i - 1)) ? 1 : 0;
    }
    if (2 * repeated >= CALLS - 1) {
      problems.add(
          repeated + " calls repeated the one before at once, so one tool call may be several");
    }
    return problems;
  }

  private String shapes() {
    Map<String, Long> counts =
        calls.stream().collect(Collectors.groupingBy(Seen::shape, Collectors.counting()));
    String shown =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MAX_SHOWN)
            .map(
                each ->
                    each.getKey()
                        + (each.getValue() == 1 ? " once" : " " + each.getValue() + " times"))
            .collect(Collectors.joining(", "));
    int others = counts.size() - MAX_SHOWN;
    return shown + (others > 0 ? " and " + Numbers.of(others, "other") : "");
  }

  /** Returns the names of arguments, without their values; empty if there are none. */
  private static String arguments(@Nullable Object arguments) {
    Object read = arguments instanceof String text ? JsonText.parse(text) : arguments;
    if (read instanceof Map<?, ?> map) {
      return joined(map.keySet(), key -> Printable.name(String.valueOf(key)));
    }
    if (read instanceof Collection<?> values) {
      return joined(values, value -> value == null ? "null" : value.getClass().getSimpleName());
    }
    return read == null || read.toString().isBlank() ? "" : read.getClass().getSimpleName();
  }

  private static <T> String joined(
      Collection<? extends T> values, Function<? super T, String> text) {
    return values.stream().map(text).collect(Collectors.joining(", "));
  }
}
