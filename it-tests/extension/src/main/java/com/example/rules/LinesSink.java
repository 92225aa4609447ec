package com.example.rules;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SinkExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** Adds each event to a file, as JSON that says what wrote it. */
public final class LinesSink implements SinkExtension {

  @Override
  public String name() {
    return "lines";
  }

  @Override
  public EventReceiver configure(Map<String, Object> settings) throws SettingException {
    if (!(settings.get("file") instanceof String file)) {
      throw new SettingException("file", "expected the path of a file");
    }
    return event -> write(Path.of(file), event);
  }

  private static void write(Path file, LoopEvent event) throws IOException {
    Map<String, Object> line = event.toMap();
    line.put("writer", "Jackson " + PackageVersion.VERSION);
    Files.writeString(
        file,
        new ObjectMapper().writeValueAsString(line) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
