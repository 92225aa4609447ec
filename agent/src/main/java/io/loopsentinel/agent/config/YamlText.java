package io.loopsentinel.agent.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML into nodes with places.
 *
 * <p>It stops at SnakeYAML's node graph: nothing is constructed from tags, and no class of
 * SnakeYAML that logs is loaded, since its logger is {@code java.util.logging}.
 */
final class YamlText {

  /** Longest document; far above what a person writes. */
  static final int MOST_CHARACTERS = 3_000_000;

  /** Deepest nesting; the configuration's own is 6. */
  static final int DEEPEST_NESTING = 20;

  /** Most aliases of lists and mappings, against documents that unfold without end. */
  static final int MOST_ALIASES = 50;

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
          "longer than " + MOST_CHARACTERS + " characters; is it the right file?");
      return Optional.empty();
    }
    try {
      Node root = compose(text);
      ConfigNode.Mapping nothing = ConfigNode.Mapping.empty(new Origin(source, 1, 1));
      return Optional.of(
          root == null ? nothing : new YamlNodes(text, source, problems).convert(root));
    } catch (YAMLException e) {
      problems.error(YamlFailure.origin(e, text, source), YamlFailure.message(e));
      return Optional.empty();
    }
  }

  private static @Nullable Node compose(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_CHARACTERS);
    options.setNestingDepthLimit(DEEPEST_NESTING);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setMergeOnCompose(false);
    StreamReader reader = new StreamReader(text);
    return new Composer(new ParserImpl(reader, options), new Resolver(), options).getSingleNode();
  }
}
