package io.loopsentinel.targets.yaml;

import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Sequence;
import io.loopsentinel.targets.yaml.ConfigNode.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads a YAML 1.2 document into nodes with origins. Rejects invalid YAML, tags, merge keys and
 * duplicate keys.
 *
 * <p>The target of an alias is shared, not copied, and must not contain the alias itself. Nesting
 * and aliases are limited, so no document expands into a much larger one. Only SnakeYAML Engine's
 * parser is used: its {@code Composer} has no limit for nesting and no positions of aliases.
 */
public final class YamlReader {

  public static final int MAX_CHARACTERS = 3_000_000;

  /** Maximum nesting; configurations need 6. */
  private static final int MAX_DEPTH = 20;

  private static final int MAX_ALIASES = 50;

  /** Maximum values in a document with aliases, each alias counted as a copy. */
  private static final int MAX_VALUES = 1_000_000;

  /** In characters. The parser copies a long value again for each buffer that it fills. */
  private static final int BUFFER = 1 << 16;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).setBufferSize(BUFFER).build();

  private final ParserImpl events;
  private final int[] yaml;
  private final String source;
  private final Variables variables;
  private final Problems problems;
  private final Map<String, ConfigNode> anchors = new HashMap<>();

  /** The number of values in each anchored node. */
  private final Map<String, Integer> sizes = new HashMap<>();

  private int values;
  private int depth;
  private int aliases;

  private YamlReader(String text, String source, Variables variables, Problems problems) {
    this.events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
    this.yaml = text.codePoints().toArray();
    this.source = source;
    this.variables = variables;
    this.problems = problems;
  }

  /** Reads a document; returns an empty mapping if it is empty or invalid, which is reported. */
  public static ConfigNode read(
      String text, String source, Variables variables, Problems problems) {
    Origin begin = new Origin(source, 1, 1);
    if (text.length() > MAX_CHARACTERS) {
      problems.error(
          new Origin(source, 0, 0),
          "is longer than " + MAX_CHARACTERS + " characters; is it the right file?");
      return Mapping.empty(begin);
    }
    try {
      return new YamlReader(text, source, variables, problems)
          .document()
          .orElse(Mapping.empty(begin));
    } catch (YamlEngineException e) {
      problems.error(YamlFailure.origin(e, text, source), YamlFailure.message(e));
      return Mapping.empty(begin);
    }
  }

  private Optional<ConfigNode> document() {
    events.next();
    if (events.checkEvent(Event.ID.StreamEnd)) {
      return Optional.empty();
    }
    events.next();
    ConfigNode root = node();
    events.next();
    if (!events.checkEvent(Event.ID.StreamEnd)) {
      throw refusal(
          events.peekEvent(),
          "a second document begins here; a configuration is a single document");
    }
    return Optional.of(root);
  }

  private ConfigNode node() {
    int before = values++;
    NodeEvent event = (NodeEvent) events.next();
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    ConfigNode node =
        event instanceof ScalarEvent scalar
            ? scalar(scalar)
            : collection((CollectionStartEvent) event);
    event
        .getAnchor()
        .ifPresent(
            anchor -> {
              anchors.put(anchor.getValue(), node);
              sizes.put(anchor.getValue(), values - before);
            });
    return node;
  }

  private ConfigNode scalar(ScalarEvent scalar) {
    Mark mark = scalar.getStartMark().orElseThrow();
    Origin origin = origin(source, mark);
    checkTag(scalar.getTag(), origin);
    Scalar written =
        new Scalar(
            origin,
            scalar.getValue(),
            scalar.isPlain() ? Style.PLAIN : Style.QUOTED,
            ScalarPositions.of(scalar, yaml, mark.getIndex(), origin));
    return variables.resolve(written, problems);
  }

  private ConfigNode collection(CollectionStartEvent start) {
    Origin origin = origin(source, start.getStartMark().orElseThrow());
    checkTag(start.getTag(), origin);
    if (++depth > MAX_DEPTH) {
      throw refusal(start, "lists and mappings are nested more than " + MAX_DEPTH + " deep here");
    }
    List<ConfigNode> items = new ArrayList<>();
    Mapping mapping = new Mapping(origin, new LinkedHashMap<>(), new HashMap<>());
    boolean list = start instanceof SequenceStartEvent;
    while (!events.checkEvent(list ? Event.ID.SequenceEnd : Event.ID.MappingEnd)) {
      if (list) {
        items.add(node());
      } else {
        add(node(), node(), mapping);
      }
    }
    events.next();
    depth--;
    return list ? new Sequence(origin, items) : mapping;
  }

  private void add(ConfigNode key, ConfigNode value, Mapping mapping) {
    if (!(key instanceof Scalar name)) {
      problems.error(key.origin(), "expected a name as the key, found " + key.describe());
    } else if (name.style() == Style.PLAIN && name.text().equals("<<")) {
      problems.error(name.origin(), "merge keys (<<) are not supported; write the keys out");
    } else if (name.hasVariable()) {
      problems.error(name.origin(), "a key cannot contain a variable; write it out");
    } else {
      mapping.values().putIfAbsent(name.text(), value);
      Origin earlier = mapping.keys().putIfAbsent(name.text(), name.origin());
      if (earlier != null) {
        String line = "; it is already in line " + earlier.line();
        problems.error(name.origin(), "duplicate key " + Wording.quoted(name.text()) + line);
      }
    }
  }

  private ConfigNode aliased(AliasEvent alias) {
    String name = alias.getAlias().getValue();
    ConfigNode node = anchors.get(name);
    if (node == null) {
      throw refusal(
          alias,
          "*%s refers to &%s, which is not defined above; a string that begins with * must be in quotes"
              .formatted(name, name));
    }
    if (!(node instanceof Scalar) && ++aliases > MAX_ALIASES) {
      throw refusal(alias, "more than " + MAX_ALIASES + " aliases of lists and mappings");
    }
    values += sizes.getOrDefault(name, 1) - 1;
    if (values > MAX_VALUES) {
      throw refusal(alias, "with its aliases the file has more than " + MAX_VALUES + " values");
    }
    return node;
  }

  private void checkTag(Optional<String> tag, Origin origin) {
    if (tag.isPresent()) {
      String name = Wording.quoted(tag.get().replace("tag:yaml.org,2002:", "!!"));
      problems.error(origin, "tags such as " + name + " are not supported; write the value alone");
    }
  }

  private static ComposerException refusal(Event event, String problem) {
    return new ComposerException(problem, event.getStartMark());
  }

  static Origin origin(String source, Mark mark) {
    return new Origin(source, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
