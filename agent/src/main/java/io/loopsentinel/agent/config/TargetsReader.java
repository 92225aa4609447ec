package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.engine.settings.Glob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a list of targets, from a file or a profile. */
final class TargetsReader {

  private static final String ANNOTATED_WITH = "annotated_with";
  private static final String IGNORE_VALUES = "ignore_values";

  /** What every target takes, whatever its kind. */
  private static final List<String> MATCH_KEYS =
      List.of(
          "name",
          "kind",
          "type",
          "subtypes",
          "packages",
          ANNOTATED_WITH,
          "method",
          "parameters",
          "returns",
          "field",
          "reset",
          IGNORE_VALUES);

  /** What targets take. */
  static final List<String> KEYS = withReadings();

  private static final String PATH = "targets";
  private static final ScalarType<TargetKind> KIND = ScalarType.constantOf(TargetKind.class);

  private final Problems problems;
  private final boolean fromProfile;
  private final Map<String, Origin> names = new HashMap<>();

  TargetsReader(Problems problems, boolean fromProfile) {
    this.problems = problems;
    this.fromProfile = fromProfile;
  }

  /** Reads the list; one that is not written is empty. */
  List<TargetSpec> read(@Nullable ConfigNode node) {
    if (node == null || node.isNothing()) {
      return List.of();
    }
    if (!(node instanceof Sequence sequence)) {
      problems.error(
          node.origin(), "targets: expected a list (\"- name: ...\"), found " + node.described());
      return List.of();
    }
    List<TargetSpec> targets = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      target(sequence.items().get(i), PATH + "[" + i + "]").ifPresent(targets::add);
    }
    return targets;
  }

  private Optional<TargetSpec> target(ConfigNode node, String path) {
    Section section = Section.of(node, path, KEYS, problems);
    Optional<String> name = section.require("name", ScalarType.TEXT);
    name.ifPresent(text -> checkUnique(text, section));
    Optional<TargetKind> kind = section.require("kind", KIND);
    boolean byAnnotation = section.has(ANNOTATED_WITH);
    String annotation = section.getOrNull(ANNOTATED_WITH, TypeNames.ANNOTATION, null);
    Optional<String> type =
        byAnnotation && !section.has("type") ? Optional.empty() : TypeNames.requireTarget(section);
    Optional<Glob> method =
        byAnnotation && !section.has("method")
            ? Optional.of(Glob.of("*"))
            : TypeNames.requireMethod(section);
    boolean subtypes = section.get("subtypes", ScalarType.FLAG, false);
    List<String> packages = section.listOfSome("packages", TypeNames.PACKAGE, "[com.acme]");
    checkSubtypes(section, subtypes);
    List<String> parameters =
        section.list("parameters", TypeNames.PARAMETER, "[java.lang.String, int]");
    String returns = section.getOrNull("returns", TypeNames.RESULT, null);
    String field = section.getOrNull("field", ScalarType.TEXT, null);
    boolean resets = section.get("reset", ScalarType.FLAG, true);
    kind.ifPresent(found -> checkReset(section, found, resets));
    if (name.isEmpty()
        || kind.isEmpty()
        || method.isEmpty()
        || (type.isEmpty() && annotation == null)) {
      return Optional.empty();
    }
    return Optional.of(
        new TargetSpec(
            name.get(),
            kind.get(),
            type.orElse(null),
            subtypes,
            packages == null ? List.of() : List.copyOf(packages),
            annotation,
            method.get(),
            parameters == null ? null : List.copyOf(parameters),
            returns,
            field,
            resets,
            ignoredSessions(section),
            ReadingsReader.read(section, kind.get()),
            section.origin(),
            fromProfile));
  }

  private static void checkSubtypes(Section section, boolean subtypes) {
    if (subtypes && section.has(ANNOTATED_WITH) && !section.has("type")) {
      section.error(
          section.originOfKey("subtypes"),
          section.nested("subtypes") + " needs the key \"type\": whose subtypes they are");
    }
  }

  private static void checkReset(Section section, TargetKind kind, boolean resets) {
    if (section.has("reset") && kind != TargetKind.RUN) {
      section.error(
          section.originOfKey("reset"),
          "\"reset\" does not belong to a target of kind %s, only to one of kind run"
              .formatted(ScalarType.nameOf(kind)));
    } else if (!resets && !section.has(Reading.SESSION.key())) {
      section.error(
          section.originOf("reset"),
          section.nested("reset")
              + ": a run that goes on with a session has to name it; add \"session\"");
    }
  }

  private static Set<String> ignoredSessions(Section target) {
    List<String> values = target.listOfSome(IGNORE_VALUES, ScalarType.ANY_TEXT, "[default, \"0\"]");
    if (values != null && !target.has(Reading.SESSION.key())) {
      target.error(
          target.originOfKey(IGNORE_VALUES),
          "%s needs the key \"session\", whose values it is about"
              .formatted(target.nested(IGNORE_VALUES)));
    }
    return values == null ? Set.of() : Set.copyOf(values);
  }

  private void checkUnique(String name, Section section) {
    Origin earlier = names.putIfAbsent(name, section.originOf("name"));
    if (earlier != null) {
      section.error(
          section.originOf("name"),
          "two targets are named %s; the other stands in line %s"
              .formatted(Wording.quoted(name), earlier.line()));
    }
  }

  private static List<String> withReadings() {
    List<String> keys = new ArrayList<>(MATCH_KEYS);
    for (Reading reading : Reading.values()) {
      keys.add(reading.key());
    }
    return List.copyOf(keys);
  }
}
