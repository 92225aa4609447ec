package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Entry;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.agent.config.ConfigNode.Style;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Builds nodes from a parser's events, and reports what is YAML but not welcome: tags, merge keys,
 * keys that stand twice.
 *
 * <p>What an alias stands for is shared, not copied, and may not hold the alias itself; nesting and
 * aliases are counted. So no document unfolds into a much larger one.
 */
final class YamlComposer {

  /** Deepest nesting; the configuration's own is 6. */
  private static final int DEEPEST_NESTING = 20;

  private static final int MOST_ALIASES = 50;

  private final Parser events;
  private final String source;
  private final Problems problems;
  private final YamlPositions positions;
  private final Map<String, ConfigNode> anchors = new LinkedHashMap<>();
  private int depth;
  private int aliases;

  YamlComposer(Parser events, String text, String source, Problems problems) {
    this.events = events;
    this.source = source;
    this.problems = problems;
    this.positions = new YamlPositions(text);
  }

  /** A document that is read no further. */
  static final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ConfigProblem problem;

    Refusal(Origin origin, String message) {
      super(message, null, false, false);
      this.problem = new ConfigProblem(origin, message);
    }

    ConfigProblem problem() {
      return problem;
    }
  }

  /**
   * Returns the only document of the stream, an empty mapping where there is none.
   *
   * @throws Refusal where there are several, or one that is too large
   */
  ConfigNode document() {
    events.next();
    if (events.checkEvent(ID.StreamEnd)) {
      return Mapping.empty(new Origin(source, 1, 1));
    }
    events.next();
    ConfigNode root = node();
    events.next();
    if (!events.checkEvent(ID.StreamEnd)) {
      throw new Refusal(
          origin(events.peekEvent()),
          "a second document begins here; a configuration is a single one");
    }
    return root;
  }

  private ConfigNode node() {
    Event event = events.next();
    Origin origin = origin(event);
    if (event instanceof AliasEvent alias) {
      return aliased(alias, origin);
    }
    if (event instanceof ScalarEvent scalar) {
      checkTag(scalar.getTag(), origin);
      Style style = scalar.isPlain() ? Style.PLAIN : Style.QUOTED;
      return anchored(
          scalar.getAnchor(),
          new Scalar(
              origin,
              scalar.getValue(),
              style,
              positions.of(scalar, mark(event).getIndex(), origin)));
    }
    CollectionStartEvent start = (CollectionStartEvent) event;
    checkTag(start.getTag(), origin);
    if (++depth > DEEPEST_NESTING) {
      throw new Refusal(
          origin, "lists and mappings are nested more than " + DEEPEST_NESTING + " deep here");
    }
    ConfigNode node = start instanceof MappingStartEvent ? mapping(origin) : sequence(origin);
    depth--;
    return anchored(start.getAnchor(), node);
  }

  private Sequence sequence(Origin origin) {
    List<ConfigNode> items = new ArrayList<>();
    while (!events.checkEvent(ID.SequenceEnd)) {
      items.add(node());
    }
    events.next();
    return new Sequence(origin, items);
  }

  private Mapping mapping(Origin origin) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (!events.checkEvent(ID.MappingEnd)) {
      ConfigNode key = node();
      add(key, node(), entries);
    }
    events.next();
    return new Mapping(origin, entries);
  }

  private void add(ConfigNode key, ConfigNode value, Map<String, Entry> entries) {
    if (!(key instanceof Scalar name)) {
      problems.error(key.origin(), "expected a name as the key, found " + key.described());
      return;
    }
    if (name.style() == Style.PLAIN && name.text().equals("<<")) {
      problems.error(name.origin(), "merge keys (<<) are not supported; write the keys out");
      return;
    }
    Entry earlier = entries.putIfAbsent(name.text(), new Entry(name.origin(), value));
    if (earlier != null) {
      String line = "; it stands in line " + earlier.key().line() + " already";
      problems.error(name.origin(), "duplicate key " + Wording.quoted(name.text()) + line);
    }
  }

  private ConfigNode aliased(AliasEvent alias, Origin origin) {
    String name = alias.getAlias().getValue();
    ConfigNode node = anchors.get(name);
    if (node == null) {
      throw new Refusal(
          origin,
          "*%s repeats what is marked &%s, and nothing above is".formatted(name, name)
              + "; a text that begins with * must be in quotes");
    }
    if (!(node instanceof Scalar) && ++aliases > MOST_ALIASES) {
      throw new Refusal(origin, "more than " + MOST_ALIASES + " aliases of lists and mappings");
    }
    return node;
  }

  private ConfigNode anchored(Optional<Anchor> anchor, ConfigNode node) {
    anchor.ifPresent(name -> anchors.put(name.getValue(), node));
    return node;
  }

  private void checkTag(Optional<String> tag, Origin origin) {
    if (tag.isPresent()) {
      String written = Wording.quoted(tag.get().replace("tag:yaml.org,2002:", "!!"));
      problems.error(
          origin, "tags such as " + written + " are not supported; write the value alone");
    }
  }

  private Origin origin(Event event) {
    Mark mark = mark(event);
    return new Origin(source, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static Mark mark(Event event) {
    return event.getStartMark().orElseThrow();
  }
}
