package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.MalformedRecordException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of a set of runs, by the runs' names. */
public final class Labels {

  private final Map<String, LabelledRun> byId = new LinkedHashMap<>();

  /**
   * Reads labels, one run a line.
   *
   * @throws MalformedRecordException at the first line that is wrong; its message names the line
   * @throws IOException if they cannot be read
   */
  public static Labels read(BufferedReader in) throws IOException, MalformedRecordException {
    Labels labels = new Labels();
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      if (!line.isBlank()) {
        labels.add(line, number);
      }
    }
    return labels;
  }

  /** Returns the label of a run; {@code null} where it has none. */
  public @Nullable LabelledRun of(String id) {
    return byId.get(id);
  }

  /** Returns how many runs have one. */
  public int size() {
    return byId.size();
  }

  private void add(String line, int number) throws MalformedRecordException {
    try {
      LabelledRun run = LabelledRun.parse(line);
      byId.put(run.id(), run);
    } catch (MalformedRecordException | ClassCastException e) {
      throw new MalformedRecordException("line " + number + ": " + e.getMessage());
    }
  }
}
