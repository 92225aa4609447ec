package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a list of targets, from a file or a profile. */
final class TargetsReader {

  private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$-]*";
  private static final Pattern CLASS = Pattern.compile(NAME + "(\\." + NAME + ")*");
  private static final Pattern ANY_TYPE = Pattern.compile(CLASS.pattern() + "(\\[\\])*");
  private static final Pattern METHOD_GLOB = Pattern.compile("[\\p{L}\\p{N}_$*?-]+");
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun|com\\.sun)\\..*");

  private static final ScalarType<TargetKind> KIND = ScalarType.constantOf(TargetKind.class);

  private static final ScalarType<String> TYPE =
      ScalarType.text(
          "the name of a class such as com.acme.Tools or com.acme.Tools$Inner",
          TargetsReader::isTargetClass);

  private static final ScalarType<String> PACKAGE =
      ScalarType.text(
          "the name of a package such as com.acme, which stands for those below it, too",
          CLASS.asMatchPredicate());

  private static final ScalarType<String> ANNOTATION =
      ScalarType.text(
          "the name of an annotation such as com.acme.ToolMethod", CLASS.asMatchPredicate());

  private static final ScalarType<Glob> METHOD =
      ScalarType.text(
              "the name of a method alone, such as dispatch or call*", TargetsReader::isMethodGlob)
          .map(Glob::of);

  private static final ScalarType<String> PARAMETER =
      ScalarType.text(
          "the name of a type such as java.lang.String, int or java.lang.Object[]",
          name -> ANY_TYPE.matcher(name).matches() && !name.equals("void"));

  private static final ScalarType<String> RESULT =
      ScalarType.text(
          "the name of a type such as java.lang.String, int or void", ANY_TYPE.asMatchPredicate());

  private final boolean fromProfile;
  private final Map<String, Origin> names = new HashMap<>();

  TargetsReader(boolean fromProfile) {
    this.fromProfile = fromProfile;
  }

  /** Reads the list under the key {@code targets}; one that is not written is empty. */
  List<TargetSpec> read(Section section) {
    ConfigNode node = section.node("targets");
    if (node == null || node.isNothing()) {
      return List.of();
    }
    List<ConfigNode> items = section.items("targets", "a list (\"- name: ...\")").orElse(List.of());
    List<TargetSpec> targets = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      section.read(items.get(i), "targets[" + i + "]", this::target).ifPresent(targets::add);
    }
    return targets;
  }

  private Optional<TargetSpec> target(Section section) {
    Optional<String> name = section.require("name", ScalarType.TEXT);
    name.ifPresent(text -> checkUnique(text, section));
    Optional<TargetKind> kind = section.require("kind", KIND);
    boolean annotated = section.has("annotated_with");
    Optional<String> type = annotated ? section.find("type", TYPE) : section.require("type", TYPE);
    boolean subtypes = section.flag("subtypes", false);
    if (subtypes && annotated && !section.has("type")) {
      section.keyError(
          "subtypes",
          section.nested("subtypes") + " needs the key \"type\": whose subtypes they are");
    }
    Optional<List<String>> packages = section.listOfSome("packages", PACKAGE, "[com.acme]");
    Optional<String> annotation = section.find("annotated_with", ANNOTATION);
    Optional<Glob> method =
        annotated ? section.find("method", METHOD) : section.require("method", METHOD);
    Optional<List<String>> parameters =
        section.list("parameters", PARAMETER, "a list such as [java.lang.String, int]");
    Optional<String> returns = section.find("returns", RESULT);
    Optional<String> field = section.text("field");
    boolean resets = section.flag("reset", true);
    kind.ifPresent(known -> checkReset(section, known, resets));
    Set<String> ignoredSessions = ignoredSessions(section);
    section.know(Reading.KEYS);
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    ReadingsReader readings = new ReadingsReader(section, kind.get());
    return Optional.of(
        new TargetSpec(
            name.orElse(""),
            kind.get(),
            type.orElse(null),
            subtypes,
            packages.orElse(List.of()),
            annotation.orElse(null),
            method.orElse(Glob.of("*")),
            parameters.orElse(null),
            returns.orElse(null),
            field.orElse(null),
            resets,
            ignoredSessions,
            readings.read(),
            readings.injected(),
            section.origin(),
            fromProfile));
  }

  private static void checkReset(Section section, TargetKind kind, boolean resets) {
    if (section.has("reset") && kind != TargetKind.RUN) {
      section.keyError(
          "reset",
          "\"reset\" does not belong to a target of kind %s, only to one of kind run"
              .formatted(ScalarType.nameOf(kind)));
    } else if (!resets && !section.has("session")) {
      section.error("reset", ": a run that goes on with a session has to name it; add \"session\"");
    }
  }

  private static Set<String> ignoredSessions(Section section) {
    Optional<List<String>> values =
        section.listOfSome("ignore_values", ScalarType.ANY_TEXT, "[default, \"0\"]");
    if (values.isPresent() && !section.has("session")) {
      section.keyError(
          "ignore_values",
          section.nested("ignore_values") + " needs the key \"session\", whose values it is about");
    }
    return Set.copyOf(values.orElse(List.of()));
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

  private static boolean isTargetClass(String name) {
    if (name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "write the name with dots: " + Wording.quoted(name.replace('/', '.')));
    }
    if (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) {
      throw new IllegalArgumentException(
          "expected one class; to take in several, name what they extend or implement and set"
              + " subtypes: true");
    }
    if (JDK.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "classes of the JDK cannot be targets; name the class that calls or extends "
              + Wording.quoted(name));
    }
    return CLASS.matcher(name).matches();
  }

  private static boolean isMethodGlob(String name) {
    if (name.startsWith("<")) {
      throw new IllegalArgumentException(
          "constructors and initializers cannot be targets; name a method that is called on the"
              + " object");
    }
    return METHOD_GLOB.matcher(name).matches();
  }
}
