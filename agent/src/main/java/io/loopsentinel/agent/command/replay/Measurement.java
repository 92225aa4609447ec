package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.config.SentinelConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays all runs under one configuration and counts what is found. For use by one thread at a time.
 */
public final class Measurement {

  private final String name;
  private final SentinelConfig config;
  private final Playback playback;
  private final Tally total = new Tally("all");
  private final List<Tally> files = new ArrayList<>();
  private final @Nullable Scores scores;

  /**
   * Creates a measurement.
   *
   * @param name how its configuration is called in reports
   * @param labels what to compare findings with
   */
  public Measurement(String name, SentinelConfig config, @Nullable Labels labels) {
    this.name = name;
    this.config = config;
    this.playback = new Playback(config);
    this.scores = labels == null ? null : new Scores(labels);
  }

  /** Begins a file; the runs that follow are counted for it. */
  public void begin(String file) {
    files.add(new Tally(file));
  }

  /** Plays a run and counts it. */
  public PlayedRun play(Recording recording) {
    PlayedRun run = playback.play(recording);
    total.add(run);
    files.get(files.size() - 1).add(run);
    if (scores != null) {
      scores.add(run);
    }
    return run;
  }

  /** Returns how the configuration is called. */
  public String name() {
    return name;
  }

  /** Returns the configuration. */
  public SentinelConfig config() {
    return config;
  }

  /** Returns the counts of all files together. */
  public Tally total() {
    return total;
  }

  /** Returns the counts of each file. */
  public List<Tally> files() {
    return Collections.unmodifiableList(files);
  }

  /** Returns the comparison with the labels; {@code null} where there are none. */
  public @Nullable Scores scores() {
    return scores;
  }
}
