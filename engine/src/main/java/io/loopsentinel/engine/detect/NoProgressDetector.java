package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a run that makes no progress although its calls differ: hardly any of the latest calls of
 * all tools brought news.
 *
 * <p>A call brings news if it succeeds with a result or a state that is new in this session. Calls
 * are ignored if their result is unknown or says that something still runs, or if an override
 * allows their tool more repetitions than others. The calls of one model response count as one.
 * After a finding, the next one takes as many calls again.
 */
public record NoProgressDetector(Settings settings, ToolRules rules) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "no_progress";

  private static final Finding.Loop LOOP = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 0));

  /**
   * The section {@code detectors.no_progress}.
   *
   * @param window number of calls considered, 2 to 32
   * @param news number of them that may bring news, less than {@code window}
   * @param acknowledgements number of consecutive calls, all only acknowledged, that cause a
   *     warning, at most 64; 0 switches this off
   */
  public record Settings(
      boolean enabled, int window, int news, int acknowledgements, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** The default settings. */
    public static final Settings DEFAULT = new Settings(true, 12, 1, 40, null);
  }

  @Override
  public Ladder defaultLadder(Finding finding) {
    return finding.evidence() instanceof Unread ? Ladder.WARN_ONLY : Ladder.WARN_FIRST;
  }

  /** Reads enough to distinguish news from earlier results. */
  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(CallHistory.MAX_SCANNED, Flag.STOPS_ANY_TOOL);
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (call.novelty() != Call.Novelty.NONE && !call.isAcknowledged()) {
      return null;
    }
    List<Call> latest =
        session.calls().latest(CallHistory.MAX_SCANNED).stream()
            .filter(each -> !rules.isLoosened(each.tool()))
            .toList();
    int acknowledged = (int) latest.stream().takeWhile(Call::isAcknowledged).count();
    if (settings.acknowledgements() > 0 && acknowledged == settings.acknowledgements()) {
      return new Finding(
          new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 1)),
          acknowledged,
          settings.acknowledgements(),
          List.of(call.tool()),
          new Unread(),
          "detectors.no_progress.acknowledgements");
    }
    Stretch stretch = Stretch.of(latest, settings.window());
    if (call.novelty() != Call.Novelty.NONE
        || stretch.length() < settings.window()
        || stretch.news() > settings.news()) {
      return null;
    }
    latest.forEach(Call::markReported);
    return new Finding(
        LOOP,
        stretch.length(),
        settings.window(),
        stretch.tools(),
        stretch,
        "detectors.no_progress.window");
  }

  /**
   * The latest calls that no finding has reported yet.
   *
   * @param length number of calls; those of one response count once
   * @param news number of these that brought news
   * @param calls the number of calls without news by tool, the latest called first, and by reason
   * @param tools the tools of the calls, each once, the latest called last
   */
  public record Stretch(
      int length, int news, Map<String, Map<Reason, Integer>> calls, List<String> tools)
      implements Evidence {

    /** The reason why a call brings no news. */
    public enum Reason {
      FAILED("failed"),
      SILENT("said nothing"),
      REPEATED("brought what was there before");

      private final String phrase;

      Reason(String phrase) {
        this.phrase = phrase;
      }

      static Reason of(Call call) {
        Call.Result result = call.result();
        boolean isSilent = result != null && result.kind() == Outcome.Kind.SILENCE;
        return call.hasFailed() ? FAILED : isSilent ? SILENT : REPEATED;
      }

      static String phrase(Map<Reason, Integer> calls) {
        return calls.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().phrase)
            .collect(Collectors.joining(", "));
      }
    }

    static Stretch of(List<Call> latestFirst, int window) {
      int length = 0;
      int news = 0;
      boolean isResponseCounted = false;
      Map<String, Map<Reason, Integer>> calls = new LinkedHashMap<>();
      List<String> tools = new ArrayList<>();
      Call later = null;
      for (Call call : latestFirst) {
        boolean isNewResponse = later == null || !call.isOfSameResponse(later);
        if (call.isReported() || (length == window && isNewResponse)) {
          break;
        }
        if (call.novelty() == Call.Novelty.UNKNOWN) {
          continue;
        }
        length += isNewResponse ? 1 : 0;
        isResponseCounted = !isNewResponse && isResponseCounted;
        if (call.hasNews() && !isResponseCounted) {
          news++;
          isResponseCounted = true;
        }
        if (call.novelty() == Call.Novelty.NONE) {
          calls
              .computeIfAbsent(call.tool(), tool -> new EnumMap<>(Reason.class))
              .merge(Reason.of(call), 1, Integer::sum);
        }
        if (!tools.contains(call.tool())) {
          tools.add(0, call.tool());
        }
        later = call;
      }
      return new Stretch(length, news, calls, tools);
    }

    @Override
    public Words words(Finding finding) {
      String brought =
          "of the last %d calls %s brought anything new"
              .formatted(length, news == 0 ? "none" : news == 1 ? "one" : "only " + news);
      Map<Reason, Integer> all = new EnumMap<>(Reason.class);
      calls.values().forEach(ofTool -> ofTool.forEach((why, n) -> all.merge(why, n, Integer::sum)));
      return new Words(
          call -> "The run stands still: " + brought + (call.quotes() ? byTool(call) : "") + ".",
          brought + ": " + Reason.phrase(all),
          "no news",
          Advice.onSession(
              "Say what you have learned and what is missing, then take a step of another kind, or"
                  + " answer with what you know.",
              "take one of another kind",
              "take a step of another kind"));
    }

    /** Tool names are cut to 40 characters to leave room for the reasons of the first tool. */
    private String byTool(DescribedCall call) {
      return ": "
          + call.cut(
              calls.entrySet().stream()
                  .map(
                      each ->
                          Printable.within(each.getKey(), 40)
                              + " "
                              + Reason.phrase(each.getValue()))
                  .collect(Collectors.joining("; ")));
    }
  }

  /** Calls that were only acknowledged, with nothing read or tested in between. */
  public record Unread() implements Evidence {

    @Override
    public Words words(Finding finding) {
      String done = "the last %d calls were only acknowledged".formatted(finding.count());
      return new Words(
          call -> "Of what was done nothing was read or tested: " + done + ".",
          done,
          "acknowledgements only",
          Advice.onSession(
                  "Look at what is there now before you go on.",
                  "look at it first",
                  "look at what is there now")
              .withContinueIf("all of it was meant"));
    }
  }
}
