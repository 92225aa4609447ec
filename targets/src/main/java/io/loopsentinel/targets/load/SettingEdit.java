package io.loopsentinel.targets.load;

import static java.util.Objects.requireNonNull;

import io.loopsentinel.targets.config.ConfigResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A change of a few lines that sets a value in a configuration file. It keeps the content of an
 * existing entry, so that no key is duplicated.
 *
 * @param line the first line to replace, or to insert above; 0 if the text is a complete file
 * @param lastLine the last line to replace; less than {@code line} if there is none
 * @param text complete lines
 */
public record SettingEdit(int line, int lastLine, String text) {

  private static final int MAX_WIDTH = 100_000;
  private static final DumpSettings ONE_LINE =
      DumpSettings.builder()
          .setDefaultFlowStyle(FlowStyle.FLOW)
          .setMultiLineFlow(false)
          .setWidth(MAX_WIDTH)
          .build();

  /** A step on the path from the root of a file to a setting; {@code rest} is still to go. */
  private record Place(Mark key, Node value, List<String> rest) {}

  /** A change with which the file loads, and the number of warnings about it. */
  private record Candidate(SettingEdit edit, int warnings) {}

  /**
   * Returns the change that sets a number, and what has to change with it so that the file loads
   * without a warning: a threshold above the window size would never be reached, for example.
   *
   * @param yaml the text of the file; absent if there is none
   * @param path the setting as named by findings, such as {@code overrides.search.threshold}
   * @return the change; empty if the changed file would not load
   */
  public static Optional<SettingEdit> of(@Nullable String yaml, String path, BigDecimal value) {
    List<String> keys = keys(path);
    Candidate best = null;
    for (List<List<String>> each :
        keys.isEmpty() ? List.<List<List<String>>>of() : settings(keys)) {
      Candidate next = candidate(yaml, each, value);
      if (next != null && (best == null || next.warnings() < best.warnings())) {
        best = next;
      }
      if (best != null && best.warnings() == 0) {
        break;
      }
    }
    return Optional.ofNullable(best).map(Candidate::edit);
  }

  /** Returns the settings to change together, in the order in which to try them. */
  private static List<List<List<String>>> settings(List<String> keys) {
    List<String> parent = keys.subList(0, keys.size() - 1);
    List<String> failed = with(keys, "failed");
    return List.of(
        List.of(keys),
        List.of(keys, with(parent, "window_size")),
        List.of(keys, with(parent, "terminate_after")),
        List.of(with(keys, "n")),
        List.of(failed),
        List.of(failed, with(keys, "of")));
  }

  private static List<String> with(List<String> keys, String last) {
    return Stream.concat(keys.stream(), Stream.of(last)).toList();
  }

  private static @Nullable Candidate candidate(
      @Nullable String yaml, List<List<String>> settings, BigDecimal value) {
    try {
      SettingEdit first = of(yaml, settings.get(0), value);
      String changed = first.applyTo(yaml);
      for (List<String> keys : settings.subList(1, settings.size())) {
        changed = of(changed, keys, value).applyTo(changed);
      }
      return new ConfigLoader(Profiles.shipped()).read(changed, "")
              instanceof ConfigResult.Loaded loaded
          ? new Candidate(
              settings.size() == 1 ? first : between(yaml, changed), loaded.warnings().size())
          : null;
    } catch (RuntimeException | StackOverflowError unexpected) {
      return null;
    }
  }

  private static SettingEdit of(@Nullable String yaml, List<String> keys, BigDecimal value) {
    Node root =
        yaml == null
            ? null
            : new Compose(LoadSettings.builder().build()).composeString(yaml).orElse(null);
    return yaml == null || root == null
        ? new SettingEdit(0, -1, nestedBlock(keys, value))
        : edit(yaml.lines().toList(), root, keys, value);
  }

  /** Returns the change from one text to another, of the lines in which they differ. */
  private static SettingEdit between(@Nullable String before, String after) {
    List<String> old = before == null ? List.of() : before.lines().toList();
    List<String> lines = after.lines().toList();
    int start = 0;
    while (start < Math.min(old.size(), lines.size()) && old.get(start).equals(lines.get(start))) {
      start++;
    }
    int same = 0;
    while (same < Math.min(old.size(), lines.size()) - start
        && old.get(old.size() - 1 - same).equals(lines.get(lines.size() - 1 - same))) {
      same++;
    }
    String text = String.join("\n", lines.subList(start, lines.size() - same)) + "\n";
    return old.isEmpty()
        ? new SettingEdit(0, -1, text)
        : new SettingEdit(start + 1, old.size() - same, text);
  }

  /** Returns the text of a file with this change. */
  String applyTo(@Nullable String yaml) {
    if (yaml == null || line == 0) {
      return text;
    }
    List<String> lines = new ArrayList<>(yaml.lines().toList());
    lines.subList(line - 1, Math.max(line - 1, lastLine)).clear();
    lines.addAll(line - 1, text.lines().toList());
    return String.join("\n", lines) + "\n";
  }

  /** Splits a path; the names of tools and budgets may contain dots. */
  private static List<String> keys(String path) {
    int first = path.indexOf('.');
    int last = path.lastIndexOf('.');
    if (first < 0 || (first == last && path.startsWith("detectors."))) {
      return List.of();
    }
    List<String> keys = new ArrayList<>(List.of("sentinel", path.substring(0, first)));
    if (first < last) {
      keys.add(path.substring(first + 1, last));
    }
    keys.add(path.substring(last + 1));
    return keys;
  }

  private static SettingEdit edit(
      List<String> lines, Node root, List<String> keys, BigDecimal value) {
    Node node = root;
    List<String> rest = keys;
    while (node instanceof MappingNode mapping && mapping.getFlowStyle() == FlowStyle.BLOCK) {
      NodeTuple entry = find(mapping, rest.get(0));
      if (entry == null) {
        return insertion(lines, mapping, rest, value);
      }
      List<String> inner = rest.subList(1, rest.size());
      Place place = new Place(start(entry.getKeyNode()), entry.getValueNode(), inner);
      if (place.value() instanceof SequenceNode list && list.getFlowStyle() == FlowStyle.BLOCK) {
        Node element = requireNonNull(elementNamed(list, inner.get(0)));
        place = new Place(start(element), element, inner.subList(1, inner.size()));
        if (!isBlock(element)) {
          return replacement(lines, place, "", value);
        }
      } else if (!isBlock(place.value())) {
        return replacement(lines, place, dumped(entry.getKeyNode()) + ": ", value);
      }
      node = place.value();
      rest = place.rest();
    }
    // The file is a single flow mapping.
    return replacement(lines, new Place(start(root), root, keys), "", value);
  }

  private static boolean isBlock(Node node) {
    return node instanceof MappingNode mapping && mapping.getFlowStyle() == FlowStyle.BLOCK;
  }

  private static SettingEdit insertion(
      List<String> lines, MappingNode mapping, List<String> keys, BigDecimal value) {
    Mark first = start(mapping.getValue().get(0).getKeyNode());
    String line = lines.get(first.getLine());
    String before = line.substring(0, index(line, first));
    if (!before.isBlank()) {
      throw new IllegalArgumentException("Cannot insert before the first entry of a list element");
    }
    String text = nestedBlock(keys, value).indent(first.getColumn());
    return new SettingEdit(first.getLine() + 1, first.getLine(), text);
  }

  private static SettingEdit replacement(
      List<String> lines, Place place, String key, BigDecimal value) {
    Mark end = place.value().getEndMark().orElseThrow();
    String first = lines.get(place.key().getLine());
    String before = first.substring(0, index(first, place.key()));
    // A block scalar ends where the next line begins.
    boolean endsWithLine = end.getColumn() == 0 && end.getLine() > place.key().getLine();
    int last = endsWithLine ? end.getLine() - 1 : end.getLine();
    String after = endsWithLine ? "" : lines.get(last).substring(index(lines.get(last), end));
    String changed = dumped(with(place.value(), place.rest(), value));
    return new SettingEdit(
        place.key().getLine() + 1, last + 1, before + key + changed + after + "\n");
  }

  /** Returns a node with a new value at a path; reuses the existing parts of the node. */
  private static Node with(Node node, List<String> keys, BigDecimal value) {
    if (keys.isEmpty()) {
      if (node instanceof MappingNode) {
        throw new IllegalArgumentException("Cannot replace a mapping by a number");
      }
      return scalar(value.toPlainString(), value.scale() > 0 ? Tag.FLOAT : Tag.INT);
    }
    List<String> inner = keys.subList(1, keys.size());
    if (node instanceof SequenceNode list) {
      Node element = requireNonNull(elementNamed(list, keys.get(0)));
      List<Node> elements = new ArrayList<>(list.getValue());
      elements.set(elements.indexOf(element), with(element, inner, value));
      return new SequenceNode(Tag.SEQ, elements, FlowStyle.FLOW);
    }
    List<NodeTuple> entries = new ArrayList<>();
    if (node instanceof MappingNode mapping) {
      entries.addAll(mapping.getValue());
    } else if (!(node instanceof ScalarNode empty) || !empty.getValue().isEmpty()) {
      throw new IllegalArgumentException("Expected a mapping or null");
    }
    NodeTuple old = find(new MappingNode(Tag.MAP, entries, FlowStyle.FLOW), keys.get(0));
    Node changed = with(old == null ? scalar("", Tag.NULL) : old.getValueNode(), inner, value);
    Node key = old == null ? scalar(keys.get(0), Tag.STR) : old.getKeyNode();
    if (old == null) {
      entries.add(new NodeTuple(key, changed));
    } else {
      entries.set(entries.indexOf(old), new NodeTuple(key, changed));
    }
    return new MappingNode(Tag.MAP, entries, FlowStyle.FLOW);
  }

  private static @Nullable NodeTuple find(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .filter(each -> each.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Node elementNamed(SequenceNode list, String name) {
    for (Node each : list.getValue()) {
      NodeTuple entry = each instanceof MappingNode mapping ? find(mapping, "name") : null;
      if (entry != null
          && entry.getValueNode() instanceof ScalarNode text
          && text.getValue().equals(name)) {
        return each;
      }
    }
    return null;
  }

  private static String nestedBlock(List<String> keys, BigDecimal value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      text.append("  ".repeat(i)).append(dumped(scalar(keys.get(i), Tag.STR))).append(':');
      text.append(i == keys.size() - 1 ? " " + value.toPlainString() + "\n" : "\n");
    }
    return text.toString();
  }

  private static ScalarNode scalar(String text, Tag tag) {
    boolean plain = !tag.equals(Tag.STR) || text.matches("[a-z][a-z_]*");
    return new ScalarNode(tag, text, plain ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
  }

  /** Returns the index of a mark in its line; marks count code points. */
  private static int index(String line, Mark mark) {
    return line.offsetByCodePoints(0, mark.getColumn());
  }

  private static Mark start(Node node) {
    return node.getStartMark().orElseThrow();
  }

  private static String dumped(Node node) {
    flatten(node);
    StringBuilder text = new StringBuilder();
    new Dump(ONE_LINE)
        .dumpNode(
            node,
            new StreamDataWriter() {
              @Override
              public void write(String part) {
                text.append(part);
              }

              @Override
              public void write(String part, int offset, int length) {
                text.append(part, offset, offset + length);
              }
            });
    return text.toString().strip();
  }

  private static void flatten(Node node) {
    node.setAnchor(Optional.empty());
    if (node instanceof MappingNode mapping) {
      mapping.setFlowStyle(FlowStyle.FLOW);
      for (NodeTuple entry : mapping.getValue()) {
        flatten(entry.getKeyNode());
        flatten(entry.getValueNode());
      }
    } else if (node instanceof SequenceNode list) {
      list.setFlowStyle(FlowStyle.FLOW);
      list.getValue().forEach(SettingEdit::flatten);
    }
  }
}
