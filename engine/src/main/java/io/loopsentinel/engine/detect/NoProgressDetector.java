package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a run that stands still although its calls differ: of the latest calls of all tools hardly
 * any brought news.
 *
 * <p>News is a call that succeeded and brought a result, or set a state, that was not there before
 * in this session. Calls whose result is not known or says that something still runs are left out,
 * and those of tools that an override allows to repeat more than others; those of one response of
 * the model count as one. A finding needs as many calls again for the next.
 */
public record NoProgressDetector(Settings settings, ToolRules rules) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "no_progress";

  private static final Finding.Loop LOOP = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 0));

  /**
   * The section {@code detectors.no_progress}.
   *
   * @param window how many calls are looked at, 2 to 32
   * @param news how many of them may have brought news, less than {@code window}
   * @param acknowledgements how many calls in a row that are only acknowledged are warned about; 0
   *     switches it off, at most 64
   */
  public record Settings(
      boolean enabled, int window, int news, int acknowledgements, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 12, 1, 40, null);
  }

  @Override
  public Ladder usualLadder(Finding finding) {
    return finding.evidence() instanceof Unread ? Ladder.WARN_ONLY : Ladder.WARN_FIRST;
  }

  /** Returns so many that news can be told from what was there before. */
  @Override
  public int calls() {
    return CallHistory.COUNTED_FROM;
  }

  @Override
  public boolean stopsAnyTool() {
    return true;
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    List<Call> latest =
        session.calls().latest(CallHistory.COUNTED_FROM).stream()
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
    if (call.news() != Call.News.NONE
        || stretch.length() < settings.window()
        || stretch.news() > settings.news()) {
      return null;
    }
    latest.forEach(Call::tell);
    return new Finding(
        LOOP,
        stretch.length(),
        settings.window(),
        stretch.tools(),
        stretch,
        "detectors.no_progress.window");
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return false;
  }

  /**
   * The latest calls that were not told of yet.
   *
   * @param length how many there are, those of one response counted once
   * @param news how many of these brought news
   * @param failed how many calls failed
   * @param repeated how many brought or set again what was there before
   * @param tools their tools, each once, the latest called last
   */
  public record Stretch(int length, int news, int failed, int repeated, List<String> tools)
      implements Evidence {

    static Stretch of(List<Call> latestFirst, int window) {
      int length = 0;
      int news = 0;
      int failed = 0;
      int repeated = 0;
      boolean counted = false;
      List<String> tools = new ArrayList<>();
      Call later = null;
      for (Call call : latestFirst) {
        boolean isOneMore = later == null || !call.isOfSameResponse(later);
        if (call.isTold() || (length == window && isOneMore)) {
          break;
        }
        if (call.news() == Call.News.UNKNOWN) {
          continue;
        }
        length += isOneMore ? 1 : 0;
        counted = !isOneMore && counted;
        if (call.broughtNews() && !counted) {
          news++;
          counted = true;
        }
        if (call.news() == Call.News.NONE) {
          boolean isFailure = call.result() != null && call.result().failed();
          failed += isFailure ? 1 : 0;
          repeated += isFailure ? 0 : 1;
        }
        if (!tools.contains(call.tool())) {
          tools.add(0, call.tool());
        }
        later = call;
      }
      return new Stretch(length, news, failed, repeated, tools);
    }

    @Override
    public Words words(Finding finding) {
      String brought =
          "of the last %d calls %s brought anything new: %d failed, %d brought what was there before"
              .formatted(
                  length,
                  news == 0 ? "none" : news == 1 ? "one" : "only " + news,
                  failed,
                  repeated);
      String tools = finding.cycle().stream().distinct().collect(Collectors.joining(", "));
      return new Words(
          call -> "The run stands still: " + brought + ".",
          brought,
          "no news",
          Advice.onSession(
              "Say what you have learned and what is missing, then take a step of another kind, or"
                  + " answer with what you know. If this is progress, go on.",
              "take a step of another kind than " + tools));
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
              "Look at what is there now before you go on. If all of it was meant, go on.",
              "look at what is there now"));
    }
  }
}
