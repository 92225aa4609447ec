package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the list of targets of a file or a profile. */
final class TargetsReader {

  private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$-]*";
  private static final Pattern CLASS = Pattern.compile(NAME + "(\\." + NAME + ")*");
  private static final Pattern ANY_TYPE = Pattern.compile(CLASS.pattern() + "(\\[\\])*");
  private static final Pattern PARAMETER_TYPE = Pattern.compile("(?!void$)" + ANY_TYPE.pattern());
  private static final Pattern METHOD_GLOB = Pattern.compile("[\\p{L}\\p{N}_$*?-]+");
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun|com\\.sun)\\..*");
  private static final ScalarType<TargetKind> KIND = ScalarType.ofEnum(TargetKind.class);
  private static final ScalarType<String> TYPE =
      ScalarType.text(
          "the name of a class such as com.acme.Tools or com.acme.Tools$Inner",
          TargetsReader::isTargetClass);
  private static final ScalarType<String> PACKAGE =
      name("a package such as com.acme, which includes its subpackages", CLASS);
  private static final ScalarType<String> ANNOTATION =
      name("an annotation such as com.acme.ToolMethod", CLASS);
  private static final ScalarType<Glob> METHOD =
      ScalarType.text(
              "only the name of a method, such as dispatch or call*", TargetsReader::isMethodGlob)
          .map(Glob::of);
  private static final ScalarType<String> PARAMETER =
      name("a type such as java.lang.String, int or java.lang.Object[]", PARAMETER_TYPE);
  private static final ScalarType<String> RESULT =
      name("a type such as java.lang.String, int or void", ANY_TYPE);

  private final boolean fromProfile;
  private final Map<String, Origin> names = new HashMap<>();

  TargetsReader(boolean fromProfile) {
    this.fromProfile = fromProfile;
  }

  private static ScalarType<String> name(String what, Pattern form) {
    return ScalarType.text("the name of " + what, form.asMatchPredicate());
  }

  List<TargetSpec> read(Section section) {
    return section.sections("targets", "\"- name: ...\"", this::target);
  }

  private TargetSpec target(Section section) {
    Optional<String> name = section.require("name", ScalarType.TEXT);
    name.ifPresent(text -> checkUnique(text, section));
    Optional<TargetKind> kind = section.require("kind", KIND);
    boolean annotated = section.has("annotated_with");
    Optional<String> type = annotated ? section.find("type", TYPE) : section.require("type", TYPE);
    ReadingsReader readings = new ReadingsReader(section, kind.orElse(TargetKind.RUN));
    TargetSpec target =
        new TargetSpec(
            name.orElse(""),
            kind.orElse(TargetKind.RUN),
            type.orElse(null),
            section.flag("subtypes", false),
            section.nonEmptyList("packages", PACKAGE, "[com.acme]").orElse(List.of()),
            section.find("annotated_with", ANNOTATION).orElse(null),
            (annotated ? section.find("method", METHOD) : section.require("method", METHOD))
                .orElse(Glob.of("*")),
            section
                .list("parameters", PARAMETER, "a list such as [java.lang.String, int]")
                .orElse(null),
            section.find("returns", RESULT).orElse(null),
            section.text("field").orElse(null),
            section.flag("reset", true),
            section.flag("ends_session", false),
            section.flag("aborts_at_call", false),
            ignoredSessions(section),
            kind.isPresent() ? readings.read() : Map.of(),
            readings.injected(),
            LabelsReader.read(section, readings),
            section.origin(),
            fromProfile);
    Stream.of(Reading.values()).map(Reading::key).forEach(section::node);
    if (target.subtypes() && annotated && !section.has("type")) {
      section.keyError(
          "subtypes", section.pathOf("subtypes") + " needs the key \"type\", their supertype");
    }
    if (kind.isPresent()) {
      checkReset(section, kind.get(), target.resets());
      checkOnlyOf(TargetKind.TOOL, "ends_session", section, kind.get());
      checkOnlyOf(TargetKind.TOOL, "aborts_at_call", section, kind.get());
    }
    return target;
  }

  private static void checkReset(Section section, TargetKind kind, boolean resets) {
    checkOnlyOf(TargetKind.RUN, "reset", section, kind);
    if (kind == TargetKind.RUN && !resets && !section.has("session")) {
      section.error("reset", ": a run that continues a session must name it; add \"session\"");
    }
  }

  private static void checkOnlyOf(TargetKind owner, String key, Section section, TargetKind kind) {
    if (section.has(key) && kind != owner) {
      reportMisplaced(section, key, kind, ScalarType.nameOf(owner));
    }
  }

  static void reportMisplaced(Section target, String key, TargetKind kind, String owners) {
    target.keyError(
        key,
        "\"%s\" is not allowed in a target of kind %s, only in kind %s"
            .formatted(key, ScalarType.nameOf(kind), owners));
  }

  private static Set<String> ignoredSessions(Section section) {
    Optional<List<String>> values =
        section.nonEmptyList("ignore_values", ScalarType.ANY_TEXT, "[default, \"0\"]");
    if (values.isPresent() && !section.has("session")) {
      section.keyError(
          "ignore_values",
          section.pathOf("ignore_values") + " needs the key \"session\", whose values it filters");
    }
    return Set.copyOf(values.orElse(List.of()));
  }

  private void checkUnique(String name, Section section) {
    Origin earlier = names.putIfAbsent(name, section.originOf("name"));
    if (earlier != null) {
      section.error(
          section.originOf("name"),
          "two targets are named %s; the other is in line %s"
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
          "expected one class; to match several, name their superclass or interface and set"
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
