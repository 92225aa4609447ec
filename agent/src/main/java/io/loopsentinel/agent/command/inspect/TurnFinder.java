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
    Candidate.Builder found = new Candidate.Builder(TargetKind.TURN, type, method);
    whatItReturns(method, found);
    whatItTakes(method, found);
    found.addName(8, method.words().any(Words.TURN_VERBS));
    found.addType(8, Words.TURN_NOUNS);
    whatItDoes(type, method, found);
    if (found.score() < LEAST_SIGNS) {
      return null;
    }
    found.addOtherName(-24);
    found.addOtherType(-16);
    return found.build();
  }

  private void whatItReturns(MethodModel method, Candidate.Builder found) {
    found.readings.put("session", "run ?? thread");
    if (Source.of("return", "", method.result(), null).isText()) {
      found.readings.put("text", "return");
      found.add(4, "returns a text", true);
      return;
    }
    Members read = members.computeIfAbsent(method.result(), this::members);
    read.text().or(read::onlyText).ifPresent(text -> found.read("text", safePath(text), text));
    read.input().ifPresent(input -> found.read("input_tokens", safePath(input), input));
    read.output().ifPresent(output -> found.read("output_tokens", safePath(output), output));
    read.text()
        .ifPresent(text -> found.add(8, "returns what holds a text (" + text.path() + ")", true));
    read.input()
        .ifPresent(
            input -> found.add(20, "returns what tells tokens (" + input.path() + ")", true));
  }

  /** Any part of a response may be missing. */
  private static String safePath(Source source) {
    String path = source.path();
    int second = path.indexOf('.', path.indexOf('.') + 1);
    return second < 0
        ? path
        : path.substring(0, second) + path.substring(second).replace(".", "?.");
  }

  /** The shortest paths come first. */
  private Members members(Type result) {
    List<Source> all = sources.ofResult(result, DEPTH);
    return new Members(
        first(all, source -> source.isText() && source.words().any(TEXT)),
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
        ? first(texts, source -> source.words().areMeaningless())
        : Optional.empty();
  }

  private static boolean isTokens(Source source, Set<String> which) {
    return source.isNumber() && source.words().any(TOKENS) && source.words().any(which);
  }

  private static void whatItTakes(MethodModel method, Candidate.Builder found) {
    for (Type parameter : method.parameters()) {
      String name = parameter.getClassName();
      String simpleName = name.substring(name.lastIndexOf('.') + 1);
      if (name.equals("java.util.List")) {
        found.add(6, "takes a list", true);
        return;
      }
      if (Words.of(simpleName).any(TAKES)) {
        found.add(8, "takes a " + simpleName, true);
        return;
      }
    }
  }

  private static void whatItDoes(TypeModel type, MethodModel method, Candidate.Builder found) {
    int own = markers(List.of(method));
    int others = markers(type.methods()) - own;
    found.add(Math.min(16, 4 * own), "holds texts of requests to models", own > 0);
    found.add(Math.min(8, 2 * others), "its class holds texts of requests to models", others > 0);
    found.add(12, "sends a request over HTTP", method.body().usesHttp());
  }

  private static int markers(List<MethodModel> methods) {
    return (int)
        methods.stream()
            .flatMap(method -> method.body().markers().stream())
            .filter(Markers::isOfTurns)
            .distinct()
            .count();
  }
}
