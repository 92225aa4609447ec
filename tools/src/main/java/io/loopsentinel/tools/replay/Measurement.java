package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays all runs under one configuration and counts the findings. Not thread-safe. */
@JsonPropertyOrder({"name", "files", "total", "labels"})
final class Measurement implements Replay.Player {

  /** The name of the configuration in reports. */
  private final String name;

  private final EngineSettings settings;
  private final @Nullable Map<String, Label> labels;
  private final Playback playback;
  private final List<PlayedFile> files = new ArrayList<>();

  private record PlayedFile(String name, List<PlayedRun> runs) {}

  Measurement(String name, EngineSettings settings, @Nullable Map<String, Label> labels) {
    this.name = name;
    this.settings = settings;
    this.labels = labels;
    this.playback = new Playback(settings);
  }

  @Override
  public void begin(String file) {
    files.add(new PlayedFile(file, new ArrayList<>()));
  }

  @Override
  public void play(Recording recording) {
    files.get(files.size() - 1).runs().add(playback.play(recording));
  }

  @JsonProperty
  String name() {
    return name;
  }

  EngineSettings settings() {
    return settings;
  }

  List<PlayedRun> runs() {
    return files.stream().flatMap(file -> file.runs().stream()).toList();
  }

  @JsonProperty
  List<Tally> files() {
    return files.stream().map(file -> Tally.of(file.name(), file.runs())).toList();
  }

  @JsonProperty
  Tally total() {
    return Tally.of("all", runs());
  }

  /** Returns the comparison with the labels; {@code null} without labels. */
  @JsonProperty("labels")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Nullable Scores scores() {
    return labels == null ? null : Scores.of(labels, runs());
  }
}
