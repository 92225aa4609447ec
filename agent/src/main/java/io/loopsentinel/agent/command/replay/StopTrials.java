package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Plays solved runs under configurations that differ in thresholds only, and notes what stops. */
final class StopTrials implements Replay.Player {

  private final List<Playback> playbacks;
  private final Predicate<Recording> chosen;
  private final List<List<Set<String>>> stops = new ArrayList<>();

  /** Creates trials without runs; of the solved runs, they take those chosen. */
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

  /** Returns by configuration for each run the detectors that stop it. */
  List<List<Set<String>>> stops() {
    return stops;
  }
}
