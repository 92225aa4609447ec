package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.Origin;
import java.util.ArrayList;
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

  // Groups are repeated possessively, because a greedy repetition takes stack for each segment.
  private static final Pattern CLASS = Pattern.compile(NAME + "(\\." + NAME + ")*+");
  private static final Pattern ANY_TYPE = Pattern.compile(CLASS.pattern() + "(\\[\\])*+");
  private static final Pattern PARAMETER_TYPE = Pattern.compile("(?!void$)" + ANY_TYPE.pattern());
  private static final Pattern METHOD_GLOB = Pattern.compile("[\\p{L}\\p{N}_$*?-]+");
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun|com\\.sun)\\..*");
  private static final ScalarType<String> TYPE =
      ScalarType.text(
              "the name of a class such as com.acme.Tools or com.acme.Tools$Inner",
              TargetsReader::isTargetClass)
          .withSchema("{\"type\": \"string\", \"pattern\": \"^[^/*?\\\\s]+$\"}");
  private static final ScalarType<String> PACKAGE =
      name("a package such as com.acme, which includes its subpackages", CLASS);
  private static final ScalarType<String> ANNOTATION =
      name("an annotation such as com.acme.ToolMethod", CLASS)
          .withSchema("{\"type\": \"string\", \"pattern\": \"^[^/*?@\\\\s]+$\"}");
  private static final ScalarType<Glob> METHOD =
      ScalarType.text(
              "only the name of a method, such as dispatch or call*", TargetsReader::isMethodGlob)
          .map(Glob::of);
  private static final ScalarType<String> PARAMETER =
      name("a type such as java.lang.String, int or java.lang.Object[]", PARAMETER_TYPE);
  private static final ScalarType<String> RESULT =
      name("a type such as java.lang.String, int or void", ANY_TYPE);

  static final Group KEYS =
      Key.listOf(
          "targets",
          "\"- name: ...\"",
          "Methods that dispatch tool calls, ask the model or answer a user.",
          Key.join(
              List.of(
                  Key.required("name", ScalarType.TEXT).means("A unique name for messages."),
                  Key.required("kind", ScalarType.ofEnum(TargetKind.class))
                      .means(
                          "What the methods do: dispatch a tool call, ask the model or answer a user."),
                  Key.value("type", TYPE)
                      .means("The class or interface that declares the methods."),
                  Key.nonEmptyList("types", TYPE, "[com.acme.OrderTools, com.acme.MailTools]")
                      .means("Several classes or interfaces that declare the methods."),
                  Key.flag("subtypes").means("Whether subclasses and implementations match too."),
                  Key.nonEmptyList("packages", PACKAGE, "[com.acme]")
                      .means("The only packages to search, including subpackages."),
                  Key.value("annotated_with", ANNOTATION)
                      .means("An annotation that the methods must have."),
                  Key.value("method", METHOD).means("The name or pattern of the methods."),
                  Key.list("parameters", PARAMETER, "[java.lang.String, int]")
                      .means("The types of all parameters, in order."),
                  Key.value("returns", RESULT).means("The type of the result."),
                  Key.value("field", ScalarType.TEXT)
                      .means(
                          "A field that the class declares, to distinguish versions of a framework."),
                  Key.flag("reset")
                      .means("Whether a call starts its session from zero (kind run)."),
                  Key.flag("ends_session").means("Whether an abort ends the session (kind tool)."),
                  Key.flag("aborts_at_call")
                      .means("Whether aborts are thrown at the call despite abort_at (kind tool)."),
                  Key.flag("trial")
                      .means("Whether calls are only read and reported, in any mode (kind tool)."),
                  Key.nonEmptyList("ignore_values", ScalarType.ANY_TEXT, "[default, \"0\"]")
                      .means("Session keys that count as no session.")),
              List.of(LabelsReader.KEY),
              Stream.of(Reading.values())
                  .map(
                      reading ->
                          reading == Reading.INJECT
                              ? ReadingsReader.INJECT
                              : Key.expression(reading.key()).means(reading.meaning()))
                  .toList()));

  private final boolean fromProfile;
  private final Map<String, Origin> names = new HashMap<>();

  TargetsReader(boolean fromProfile) {
    this.fromProfile = fromProfile;
  }

  private static ScalarType<String> name(String what, Pattern form) {
    return ScalarType.text("the name of " + what, form.asMatchPredicate());
  }

  List<TargetSpec> read(Section section) {
    List<TargetSpec> targets = new ArrayList<>();
    for (Section target : section.sections("targets")) {
      targets.addAll(targets(target));
    }
    return targets;
  }

  /** Reads one target, which becomes one for each of its types. */
  private List<TargetSpec> targets(Section section) {
    Optional<List<String>> types = section.list("types");
    if (types.isPresent() && section.has("type")) {
      section.keyError("types", section.pathOf("types") + " and \"type\" exclude each other");
    }
    TargetSpec target = target(section);
    List<TargetSpec> all =
        types.map(names -> names.stream().map(target::ofType).toList()).orElse(List.of(target));
    all.forEach(each -> checkJdk(section, each));
    return all;
  }

  private TargetSpec target(Section section) {
    Optional<String> name = section.find("name");
    name.ifPresent(text -> checkUnique(text, section));
    Optional<TargetKind> kind = section.find("kind");
    boolean annotated = section.has("annotated_with");
    boolean anyType = annotated || section.has("types");
    Optional<String> type = anyType ? section.find("type") : section.require("type");
    ReadingsReader readings = new ReadingsReader(section, kind.orElse(TargetKind.RUN));
    TargetSpec target =
        new TargetSpec(
            name.orElse(""),
            kind.orElse(TargetKind.RUN),
            type.orElse(null),
            section.get("subtypes", false),
            section.list("packages", List.of()),
            section.<String>find("annotated_with").orElse(null),
            (annotated ? section.<Glob>find("method") : section.<Glob>require("method"))
                .orElse(Glob.of("*")),
            section.<String>list("parameters").orElse(null),
            section.<String>find("returns").orElse(null),
            section.<String>find("field").orElse(null),
            section.get("reset", true),
            section.get("ends_session", false),
            section.get("aborts_at_call", false),
            section.get("trial", false),
            ignoredSessions(section),
            kind.isPresent() ? readings.read() : Map.of(),
            readings.injected(),
            LabelsReader.read(section, readings),
            section.origin(),
            fromProfile);
    if (target.subtypes() && annotated && !section.has("type") && !section.has("types")) {
      section.keyError(
          "subtypes", section.pathOf("subtypes") + " needs the key \"type\", their supertype");
    }
    if (kind.isPresent()) {
      checkReset(section, kind.get(), target.resets());
      for (String key : List.of("ends_session", "aborts_at_call", "trial")) {
        checkOnlyOf(TargetKind.TOOL, key, section, kind.get());
      }
    }
    return target;
  }

  /** Methods of the JDK cannot be guarded, but those of its subtypes in named packages can. */
  private static void checkJdk(Section section, TargetSpec target) {
    String type = target.type();
    if (type != null
        && JDK.matcher(type).matches()
        && !(target.subtypes() && !target.packages().isEmpty())) {
      section.error(
          section.has("types") ? "types" : "type",
          ": classes of the JDK cannot be targets; name the class that calls or extends "
              + Wording.quoted(type)
              + ", or set subtypes: true and packages");
    }
  }

  private static void checkReset(Section section, TargetKind kind, boolean resets) {
    checkOnlyOf(TargetKind.RUN, "reset", section, kind);
    if (kind == TargetKind.RUN && !resets && !section.has("session")) {
      section.error("reset", ": a run that continues a session must name it; add \"session\"");
    }
  }

  private static void checkOnlyOf(TargetKind owner, String key, Section section, TargetKind kind) {
    if (section.has(key) && kind != owner) {
      reportMisplaced(section, key, kind, Wording.nameOf(owner));
    }
  }

  static void reportMisplaced(Section target, String key, TargetKind kind, String owners) {
    target.keyError(
        key,
        "\"%s\" is not allowed in a target of kind %s, only in kind %s"
            .formatted(key, Wording.nameOf(kind), owners));
  }

  private static Set<String> ignoredSessions(Section section) {
    Optional<List<String>> values = section.list("ignore_values");
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
          "expected one class; to match several, list them under types, or name their superclass or"
              + " interface and set subtypes: true");
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
