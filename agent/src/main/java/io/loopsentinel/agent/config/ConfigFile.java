package io.loopsentinel.agent.config;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the text of a configuration file.
 *
 * <p>With {@code java.io} alone: {@code java.nio.file}, used before main, would fix the
 * application's default file system too early.
 */
final class ConfigFile {

  private static final int MOST_BYTES = 4 * YamlText.MOST_CHARACTERS;

  private ConfigFile() {}

  /** Returns the text of the file that a setting names, or reports why there is none. */
  static Optional<String> read(Setting setting, Problems problems) {
    String path = setting.text().strip();
    Origin origin = new Origin(path, 0, 0);
    String named = "; the " + setting.origin() + " names it";
    File file = new File(path);
    if (path.isEmpty()) {
      problems.error(setting.origin(), "expected the path of the configuration file");
    } else if (!file.exists()) {
      String asked = file.isAbsolute() ? "" : " (" + file.getAbsolutePath() + ")";
      problems.error(origin, "there is no such file" + asked + named);
    } else if (file.isDirectory()) {
      problems.error(origin, "is a directory, not a file" + named);
    } else {
      return content(file, origin, problems);
    }
    return Optional.empty();
  }

  private static Optional<String> content(File file, Origin origin, Problems problems) {
    byte[] bytes;
    try (InputStream in = new FileInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES);
    } catch (IOException e) {
      problems.error(origin, "cannot be read: " + e.getMessage());
      return Optional.empty();
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      problems.error(origin, "is not UTF-8 text; save it in that encoding");
      return Optional.empty();
    }
  }
}
