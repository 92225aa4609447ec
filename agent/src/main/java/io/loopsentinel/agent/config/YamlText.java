package io.loopsentinel.agent.config;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML 1.2 into nodes with places.
 *
 * <p>Of SnakeYAML Engine only the parser is used: nothing is constructed from tags, and no class is
 * loaded that would load {@code java.util.logging} or {@code java.nio.file} before the
 * application's main. SnakeYAML itself reads YAML 1.1, which allows no {@code ?} in unquoted text
 * in braces, hence no {@code {session: arg0?.id}}, and its nodes load {@code java.sql}.
 */
final class YamlText {

  /** Longest document; far above what a person writes. */
  static final int MOST_CHARACTERS = 3_000_000;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MOST_CHARACTERS).build();

  private YamlText() {}

  /**
   * Reads a document.
   *
   * @param source what places name as the file
   * @return the document, an empty mapping where it holds nothing; or nothing where it is no YAML,
   *     which is reported
   */
  static Optional<ConfigNode> parse(String text, String source, Problems problems) {
    if (text.length() > MOST_CHARACTERS) {
      problems.error(
          new Origin(source, 0, 0),
          "is longer than " + MOST_CHARACTERS + " characters; is it the right file?");
      return Optional.empty();
    }
    try {
      ParserImpl events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      return Optional.of(new YamlComposer(events, text, source, problems).document());
    } catch (YamlComposer.Refusal e) {
      problems.error(e.problem().origin(), e.problem().message());
    } catch (YamlEngineException e) {
      problems.error(YamlFailure.origin(e, text, source), YamlFailure.message(e));
    }
    return Optional.empty();
  }
}
