package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Plays solved runs with different thresholds and collects the detectors that stop them. */
final class StopTrials implements Replay.Player {

  private final List<Playback> playbacks;
  private final Predicate<Recording> chosen;
  private final List<List<Set<String>>> stops = new ArrayList<>();

  /** Creates trials that play the solved runs among the chosen ones. */
  StopTrials(List<EngineSettings> configurations, Predicate<Recording> chosen) {
    this.playbacks = configurations.stream().map(Playback::new).toList();
    this.chosen = chosen;
    playbacks.forEach(each -> stops.add(new ArrayList<>()));
  }

  @Override
  public void play(Recording recording) {
    if (Boolean.TRUE.equals(recording.success()) && chosen.test(recording)) {
      IntStream.range(0, playbacks.size())
          .parallel()
          .forEach(i -> stops.get(i).add(playbacks.get(i).play(recording).stoppedBy()));
    }
  }

  /** Returns for each configuration the detectors that stop each run. */
  List<List<Set<String>>> stops() {
    return stops;
  }
}
