package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code repeat} and {@code cycle} of one session, slow and plain: all calls are kept in a list,
 * and every question is answered by going through it as the definition says.
 */
final class PlainModel {

  private static final int MAX_CALLS_PER_RESPONSE = 32;

  private final RandomSettings settings;
  private final List<Made> made = new ArrayList<>();
  private final Map<List<Object>, int[]> occurrences = new HashMap<>();
  private int response;
  private int callsInResponse;
  private int madeBefore;
  private boolean terminated;
  private @Nullable Cycle foundCycle;
  private List<String> foundCalls = List.of();

  /** A call that ran; its result may come later. */
  final class Made {
    private final String tool;
    private final String call;
    private @Nullable String result;
    private boolean news;

    Made(String tool, String call) {
      this.tool = tool;
      this.call = call;
    }

    void result(String text) {
      news =
          RandomSettings.ACKNOWLEDGEMENTS.contains(text)
              && tail(made, settings.remembered()).stream()
                  .noneMatch(each -> each != this && each.call.equals(call) && each.succeeded());
      result = text;
    }

    private boolean succeeded() {
      return result != null && !result.startsWith("error");
    }
  }

  /** What is found: detector, count, occurrence, rung. */
  record Found(String detector, int count, int occurrence, Action rung) {}

  /** What becomes of a call; {@code made} where it runs and its result matters. */
  record Verdict(@Nullable Action action, Set<Found> found, @Nullable Made made) {}

  PlainModel(RandomSettings settings) {
    this.settings = settings;
  }

  void turn() {
    if (!terminated) {
      response++;
      callsInResponse = 0;
      madeBefore = made.size();
    }
  }

  Verdict judge(String tool, String call) {
    if (settings.isExempt(tool)) {
      return new Verdict(null, Set.of(), null);
    }
    if (terminated) {
      return new Verdict(Action.TERMINATE, Set.of(), null);
    }
    callsInResponse++;
    boolean known = response > 0 && callsInResponse <= MAX_CALLS_PER_RESPONSE;
    int remembered = Math.max(madeBefore, made.size() - settings.remembered());
    if (known
        && made.subList(remembered, made.size()).stream().anyMatch(m -> m.call.equals(call))) {
      return new Verdict(null, Set.of(), null);
    }
    Set<Found> found = new HashSet<>();
    Repeats repeats = repeats(tool, call);
    if (repeats != null) {
      found.add(climb("repeat", List.of("repeat", call), repeats.count, repeats.changing, known));
    }
    Cycle cycle = cycle(tool, call);
    if (cycle != null) {
      found.add(
          climb("cycle", List.of("cycle", cycle.identity), cycle.copies, cycle.changing, known));
    }
    Action action = found.stream().map(Found::rung).max(Action::compareTo).orElse(null);
    terminated = action == Action.TERMINATE;
    Made running = null;
    if (action == null || action.runsCall()) {
      running = new Made(tool, call);
      made.add(running);
      foundCycle = null;
    }
    return new Verdict(action, found, running);
  }

  /** Returns the ladder of a finding; calls whose results keep changing are only warned about. */
  private List<Action> ladder(boolean changing) {
    if (!settings.ladder().isEmpty()) {
      return settings.ladder();
    }
    return changing ? List.of(Action.WARN) : List.of(Action.HINT, Action.HINT, Action.ABORT);
  }

  private Found climb(
      String detector, List<Object> loop, int count, boolean changing, boolean known) {
    int[] counted = occurrences.computeIfAbsent(loop, key -> new int[] {0, -1});
    if (!known || counted[1] != response) {
      counted[0]++;
    }
    counted[1] = known ? response : -1;
    List<Action> ladder = ladder(changing);
    return new Found(
        detector, count, counted[0], ladder.get(Math.min(counted[0], ladder.size()) - 1));
  }

  /** A finding of {@code repeat}, with how often the call was made in its window, row or turns. */
  private record Repeats(int count, boolean changing) {}

  private @Nullable Repeats repeats(String tool, String call) {
    int threshold = settings.threshold(tool);
    if (threshold == 0) {
      return null;
    }
    List<Made> same = new ArrayList<>();
    List<Made> window = window(tool);
    for (int i = window.size() - 1; i >= 0; i--) {
      if (window.get(i).call.equals(call)) {
        same.add(window.get(i));
      } else if (settings.consecutive()) {
        break;
      }
    }
    int told = Math.max(same.size(), row(calls(tool), call));
    if (!settings.consecutive()) {
      for (int period = 1; period <= settings.maxPeriod(); period++) {
        told = Math.max(told, turns(sequence(tool, call), period));
      }
    }
    if (!settings.aware()) {
      return same.size() >= threshold ? new Repeats(told, false) : null;
    }
    if (settings.ladder().isEmpty() && isWaiting(latestResult(same))) {
      return null;
    }
    List<Made> since = settings.ladder().isEmpty() ? sinceNews(same, call) : same;
    int needed = settings.ladder().isEmpty() && changes(since) >= 2 ? 2 * threshold : threshold;
    int row = trailing(since, 1);
    int ofTwo = trailing(since, 2);
    boolean nothingNew =
        row >= needed
            || (row < since.size()
                && ofTwo >= 2 * threshold
                && changes(since.subList(0, 2 * threshold)) == 2 * threshold - 1);
    if (nothingNew) {
      boolean acknowledged =
          since.subList(0, threshold).stream()
              .allMatch(
                  m -> m.result == null || RandomSettings.ACKNOWLEDGEMENTS.contains(m.result));
      if (!acknowledged || !newsBeside(call)) {
        return new Repeats(told, false);
      }
    }
    int patience = settings.patience(tool);
    boolean isDue = !settings.ladder().isEmpty() || told % Math.max(1, patience) == 0;
    return patience > 0 && same.size() >= patience && isDue ? new Repeats(told, true) : null;
  }

  /** Returns those of the same calls that were made since another one brought news or waits. */
  private List<Made> sinceNews(List<Made> same, String call) {
    int count = 0;
    List<Made> kept = tail(made, settings.remembered());
    for (int i = kept.size() - 1; i >= 0 && count < same.size(); i--) {
      Made each = kept.get(i);
      if (each.call.equals(call)) {
        count++;
      } else if (each.news || isWaiting(each.result)) {
        return same.subList(0, count);
      }
    }
    return same;
  }

  private static @Nullable String latestResult(List<Made> same) {
    return same.stream().map(each -> each.result).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static boolean isWaiting(@Nullable String result) {
    return RandomSettings.WAITING.equals(result);
  }

  /** Returns how often a result differs from the one before. */
  private static long changes(List<Made> same) {
    return IntStream.range(1, same.size())
        .filter(i -> same.get(i).result != null && same.get(i - 1).result != null)
        .filter(i -> !Objects.equals(same.get(i).result, same.get(i - 1).result))
        .count();
  }

  /** Returns how many of the latest calls, which stand first, had no more than so many results. */
  private static int trailing(List<Made> same, int results) {
    Set<String> seen = new HashSet<>();
    int length = 0;
    for (Made each : same) {
      if (each.result != null && seen.add(each.result) && seen.size() > results) {
        break;
      }
      length++;
    }
    return length;
  }

  /** Whether another call waits, or was repeated and its two latest results differ. */
  private boolean newsBeside(String waiting) {
    Map<String, String> latest = new HashMap<>();
    Set<String> compared = new HashSet<>();
    List<Made> window = tail(made, settings.window());
    for (int i = window.size() - 1; i >= 0; i--) {
      Made each = window.get(i);
      if (each.result == null || each.call.equals(waiting)) {
        continue;
      }
      if (isWaiting(each.result)) {
        return true;
      }
      if (compared.contains(each.call)) {
        continue;
      }
      String later = latest.put(each.call, each.result);
      if (later != null) {
        if (!later.equals(each.result)) {
          return true;
        }
        compared.add(each.call);
      }
    }
    return false;
  }

  private List<Made> window(String tool) {
    return tail(
        calls(tool), settings.isOverridden(tool) ? settings.window(tool) : settings.window());
  }

  /** Returns all calls of which the window of a tool is the end. */
  private List<Made> calls(String tool) {
    return made.stream()
        .filter(
            m -> settings.isOverridden(tool) ? m.tool.equals(tool) : !settings.isOverridden(m.tool))
        .toList();
  }

  /** Returns how many of the latest calls, without a break, are the same. */
  private static int row(List<Made> calls, String call) {
    int row = 0;
    for (Made each : calls) {
      row = each.call.equals(call) ? row + 1 : 0;
    }
    return row;
  }

  /** Returns how often the latest call, which stands first, came before, each time this later. */
  private static int turns(List<Made> sequence, int period) {
    int turns = 0;
    for (int i = 0; i + period < sequence.size(); i++) {
      if (!sequence.get(i).call.equals(sequence.get(i + period).call)) {
        break;
      }
      turns += i % period == 0 ? 1 : 0;
    }
    return turns;
  }

  /** Returns all calls with one more, the latest first. */
  private List<Made> sequence(String tool, String call) {
    List<Made> sequence = new ArrayList<>(made);
    sequence.add(new Made(tool, call));
    Collections.reverse(sequence);
    return sequence;
  }

  private record Cycle(int copies, boolean changing, List<String> identity) {}

  private @Nullable Cycle cycle(String tool, String call) {
    if (foundCycle != null && foundCalls.contains(call)) {
      return foundCycle;
    }
    List<Made> sequence = sequence(tool, call);
    for (int period = settings.minPeriod(); period <= settings.maxPeriod(); period++) {
      Cycle cycle = cycle(sequence, period, tool);
      if (cycle != null) {
        return cycle;
      }
    }
    return null;
  }

  /** Looks for a block of one length; the sequence begins with the latest call. */
  private @Nullable Cycle cycle(List<Made> sequence, int period, String tool) {
    int copies = copies(sequence, period);
    if (copies < settings.repetitions()) {
      return null;
    }
    List<Made> block = sequence.subList(0, period);
    for (int shorter = 1; shorter < period; shorter++) {
      if (period % shorter == 0 && copies(block, shorter) == period / shorter) {
        return null;
      }
    }
    boolean waits = sequence.subList(1, period + 1).stream().anyMatch(m -> isWaiting(m.result));
    if (waits && settings.aware() && settings.ladder().isEmpty()) {
      return null;
    }
    int need = settings.repetitions();
    for (Made each : block) {
      int threshold = settings.threshold(each.tool);
      if (settings.isOverridden(each.tool) && threshold != settings.threshold()) {
        need = threshold == 0 ? Integer.MAX_VALUE : Math.max(need, threshold + 1);
        if (threshold == 0) {
          return null;
        }
      }
    }
    if (copies < need) {
      return null;
    }
    boolean equal = !settings.aware() || areEqual(sequence, period, need);
    int patience = settings.patience(tool);
    boolean isFound = equal || (!settings.ladder().isEmpty() && patience > 0 && copies >= patience);
    if (!isFound) {
      return null;
    }
    foundCycle = new Cycle(copies, !equal, identity(block));
    foundCalls = block.stream().map(each -> each.call).toList();
    return foundCycle;
  }

  private static int copies(List<Made> sequence, int period) {
    List<String> calls = sequence.stream().map(each -> each.call).toList();
    List<String> block = calls.subList(0, Math.min(period, calls.size()));
    int end = 2 * period;
    while (end <= calls.size() && calls.subList(end - period, end).equals(block)) {
      end += period;
    }
    return end / period - 1;
  }

  private static boolean areEqual(List<Made> sequence, int period, int copies) {
    for (int place = 0; place < period; place++) {
      Set<@Nullable String> results = new HashSet<>();
      int next = copies * period;
      boolean hasOlder =
          place == 0
              && next < sequence.size()
              && sequence.get(next).call.equals(sequence.get(next - period).call);
      for (int copy = 0; copy < copies + (hasOlder ? 1 : 0); copy++) {
        results.add(sequence.get(copy * period + place).result);
      }
      results.remove(null);
      if (results.size() > 1) {
        return false;
      }
    }
    return true;
  }

  /** Returns the block from where it is smallest, so that it is the same wherever it starts. */
  private static List<String> identity(List<Made> block) {
    List<String> calls = new ArrayList<>(block.stream().map(m -> m.call).toList());
    List<String> smallest = List.copyOf(calls);
    for (int i = 1; i < block.size(); i++) {
      Collections.rotate(calls, 1);
      if (calls.toString().compareTo(smallest.toString()) < 0) {
        smallest = List.copyOf(calls);
      }
    }
    return smallest;
  }

  private static List<Made> tail(List<Made> calls, int length) {
    return calls.subList(Math.max(0, calls.size() - length), calls.size());
  }
}
