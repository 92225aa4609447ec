package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look as if they asked a model once. */
public final class TurnFinder {

  private static final Set<String> TEXT = Words.set("text content message output answer");
  private static final Set<String> PROMPT = Words.set("input prompt");
  private static final Set<String> COMPLETION =
      Words.set("output completion candidates generation");
  private static final Set<String> TOKENS = Words.set("token tokens");
  private static final Set<String> TAKES =
      Words.set("message messages prompt request conversation chat history");
  private static final int LEAST_SIGNS = 12;
  private static final int DEPTH = 3;

  private final Sources sources;
  private final Map<Type, Members> members = new HashMap<>();

  /** What of a result can be read. */
  private record Members(
      Optional<Source> text,
      Optional<Source> onlyText,
      Optional<Source> input,
      Optional<Source> output) {}

  /** Creates a finder that looks at one type at a time, and at the types that it names. */
  public TurnFinder(Types types) {
    this.sources = new Sources(types);
  }

  /** Returns the candidates of a type. */
  public List<Candidate> find(TypeModel type) {
    return type.methods().stream()
        .filter(method -> mayAsk(type, method))
        .map(method -> candidate(type, method))
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean mayAsk(TypeModel type, MethodModel method) {
    return !method.isBridge()
        && !type.isContinuation()
        && !method.name().contains("$")
        && !method.isSynthetic()
        && (method.isGuardable() || (method.isAbstract() && type.isInterface()))
        && method.hasParameters()
        && method.result().getSort() == Type.OBJECT;
  }

  private @Nullable Candidate candidate(TypeModel type, MethodModel method) {
    Candidate.Builder found = new Candidate.Builder();
    whatItReturns(method, found);
    whatItTakes(method, found);
    found.signal(
        Words.anyOf(Words.of(method.name()), Words.TURN_VERBS), 8, "is called " + method.name());
    found.signal(
        Words.anyOf(Words.of(type.simpleName()), Words.TURN_NOUNS),
        8,
        "belongs to " + type.simpleName());
    whatItDoes(type, method, found);
    if (found.score() < LEAST_SIGNS) {
      return null;
    }
    found.signal(Words.isOtherMethod(method.name()), -24, "its name says it does something else");
    found.signal(
        Words.isOtherType(type.simpleName()), -16, "its class's name says it does something else");
    return found.build(TargetKind.TURN, type, method);
  }

  private void whatItReturns(MethodModel method, Candidate.Builder found) {
    found.readings.put("session", "run ?? thread");
    if (Source.of("return", "", method.result(), null).isText()) {
      found.readings.put("text", "return");
      found.signal(true, 4, "returns a text");
      return;
    }
    Members read = members.computeIfAbsent(method.result(), this::members);
    read.text().or(read::onlyText).ifPresent(source -> read("text", source, found));
    read.input().ifPresent(source -> read("input_tokens", source, found));
    read.output().ifPresent(source -> read("output_tokens", source, found));
    read.text()
        .ifPresent(
            source -> found.signal(true, 8, "returns what holds a text (" + source.path() + ")"));
    read.input()
        .ifPresent(
            source -> found.signal(true, 20, "returns what tells tokens (" + source.path() + ")"));
  }

  /** Any part of a response may be missing. */
  private static void read(String key, Source source, Candidate.Builder found) {
    String path = source.path();
    int second = path.indexOf('.', path.indexOf('.') + 1);
    found.readings.put(
        key,
        second < 0 ? path : path.substring(0, second) + path.substring(second).replace(".", "?."));
    found.doubt(source);
  }

  /** The shortest paths come first. */
  private Members members(Type result) {
    List<Source> all = sources.ofResult(result, DEPTH);
    return new Members(
        first(all, source -> source.isText() && source.isNamedAnyOf(TEXT)),
        onlyText(all),
        first(all, source -> isTokens(source, PROMPT)),
        first(all, source -> isTokens(source, COMPLETION)));
  }

  private static Optional<Source> first(List<Source> members, Predicate<Source> condition) {
    return members.stream().filter(condition).findFirst();
  }

  /** In code whose names are gone, the only text there is must be the model's. */
  private static Optional<Source> onlyText(List<Source> members) {
    List<Source> texts =
        members.stream().filter(source -> source.isText() && source.depth() == 1).toList();
    return texts.size() == 1
        ? first(texts, source -> Words.isMeaningless(source.name()))
        : Optional.empty();
  }

  private static boolean isTokens(Source source, Set<String> which) {
    return source.isNumber() && source.isNamedAnyOf(TOKENS) && source.isNamedAnyOf(which);
  }

  private static void whatItTakes(MethodModel method, Candidate.Builder found) {
    for (Type parameter : method.parameters()) {
      String name = parameter.getClassName();
      String simpleName = name.substring(name.lastIndexOf('.') + 1);
      if (name.equals("java.util.List")) {
        found.signal(true, 6, "takes a list");
        return;
      }
      if (Words.anyOf(Words.of(simpleName), TAKES)) {
        found.signal(true, 8, "takes a " + simpleName);
        return;
      }
    }
  }

  private static void whatItDoes(TypeModel type, MethodModel method, Candidate.Builder found) {
    long own = method.body().markers().stream().filter(Markers::isOfTurns).count();
    long all =
        type.methods().stream()
            .flatMap(each -> each.body().markers().stream())
            .filter(Markers::isOfTurns)
            .distinct()
            .count();
    found.signal(own > 0, (int) Math.min(16, 4 * own), "holds texts of requests to models");
    found.signal(
        all > own,
        (int) Math.min(8, 2 * (all - own)),
        "its class holds texts of requests to models");
    found.signal(method.body().usesHttp(), 12, "sends a request over HTTP");
  }
}
