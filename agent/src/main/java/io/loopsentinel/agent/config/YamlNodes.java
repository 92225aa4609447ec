package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Entry;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.agent.config.ConfigNode.Style;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Turns SnakeYAML's nodes into the configuration's, and reports what is YAML but not welcome: tags,
 * merge keys, keys that stand twice, anchors that hold themselves.
 *
 * <p>A node that aliases share is converted once, so a document cannot unfold into a larger one.
 */
final class YamlNodes {

  private final String source;
  private final Problems problems;
  private final YamlPositions positions;
  private final Resolver resolver = new Resolver();
  private final IdentityHashMap<Node, ConfigNode> converted = new IdentityHashMap<>();
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  YamlNodes(String text, String source, Problems problems) {
    this.source = source;
    this.problems = problems;
    this.positions = new YamlPositions(text);
  }

  /** Converts a node and all below it. */
  ConfigNode convert(Node node) {
    ConfigNode known = converted.get(node);
    if (known != null) {
      return known;
    }
    if (!open.add(node)) {
      problems.error(origin(node.getStartMark()), "an anchor must not hold an alias of itself");
      return Mapping.empty(origin(node.getStartMark()));
    }
    checkTag(node);
    ConfigNode result = convertNew(node);
    converted.put(node, result);
    open.remove(node);
    return result;
  }

  private ConfigNode convertNew(Node node) {
    Origin origin = origin(node.getStartMark());
    if (node instanceof ScalarNode scalar) {
      Style style = scalar.isPlain() ? Style.PLAIN : Style.QUOTED;
      return new Scalar(origin, scalar.getValue(), style, positions.of(scalar, origin));
    }
    if (node instanceof SequenceNode sequence) {
      List<ConfigNode> items = sequence.getValue().stream().map(this::convert).toList();
      return new Sequence(origin, items);
    }
    return mapping((MappingNode) node, origin);
  }

  private Mapping mapping(MappingNode node, Origin origin) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      Origin key = origin(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
        problems.error(key, "expected a name as the key, found " + described(tuple.getKeyNode()));
        continue;
      }
      if (name.isPlain() && name.getValue().equals("<<")) {
        problems.error(key, "merge keys (<<) are not supported; write the keys out");
        continue;
      }
      Entry earlier = entries.get(name.getValue());
      if (earlier == null) {
        entries.put(name.getValue(), new Entry(key, convert(tuple.getValueNode())));
      } else {
        String line = "; it stands in line " + earlier.key().line() + " already";
        problems.error(key, "duplicate key " + Wording.quoted(name.getValue()) + line);
      }
    }
    return new Mapping(origin, entries);
  }

  private void checkTag(Node node) {
    Tag natural =
        node instanceof ScalarNode scalar
            ? resolver.resolve(NodeId.scalar, scalar.getValue(), scalar.isPlain())
            : resolver.resolve(node.getNodeId(), "", true);
    if (!node.getTag().equals(natural)) {
      String tag = Wording.quoted(node.getTag().getValue().replace(Tag.PREFIX, "!!"));
      problems.error(
          origin(node.getStartMark()),
          "tags such as " + tag + " are not supported; write the value alone");
    }
  }

  private static String described(Node key) {
    return key instanceof SequenceNode ? "a list" : "a mapping";
  }

  private Origin origin(Mark mark) {
    return new Origin(source, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
