package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plays all runs under one configuration and counts what is found. For use by one thread at a time.
 */
final class Measurement {

  @JsonProperty private final String name;
  @JsonProperty private final List<Tally> files = new ArrayList<>();
  @JsonProperty private Tally total = new Tally("all");
  private final EngineSettings settings;
  private final Playback playback;
  private final @Nullable Map<String, Label> labels;
  private final List<PlayedRun> labelled = new ArrayList<>();

  /** Creates a measurement; a name is how its configuration is called in reports. */
  Measurement(String name, EngineSettings settings, @Nullable Map<String, Label> labels) {
    this.name = name;
    this.settings = settings;
    this.playback = new Playback(settings);
    this.labels = labels;
  }

  /** Begins a file; the runs that follow are counted for it. */
  void begin(String file) {
    files.add(new Tally(file));
  }

  /** Plays a run and counts it. */
  PlayedRun play(Recording recording) {
    PlayedRun run = playback.play(recording);
    total = total.plus(run);
    files.set(files.size() - 1, files.get(files.size() - 1).plus(run));
    if (labels != null && labels.containsKey(run.id())) {
      labelled.add(run);
    }
    return run;
  }

  String name() {
    return name;
  }

  EngineSettings settings() {
    return settings;
  }

  Tally total() {
    return total;
  }

  List<Tally> files() {
    return files;
  }

  /** Returns the comparison with the labels; {@code null} where there are none. */
  @JsonProperty("labels")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Nullable Scores scores() {
    return labels == null ? null : Scores.of(labels, labelled);
  }
}
