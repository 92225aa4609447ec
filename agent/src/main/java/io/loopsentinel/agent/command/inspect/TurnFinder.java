package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  /** What the expressions of a target read from results of a type, by their keys. */
  private final Map<Type, Map<String, Source>> readings = new HashMap<>();

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
    Map<String, Source> members = readings.computeIfAbsent(method.result(), this::readings);
    members.forEach((key, member) -> found.read(key, safePath(member), member));
    Source text = members.get("text");
    if (text != null) {
      boolean isNamed = text.words().any(TEXT);
      found.add(8, "returns what holds a text (" + text.path() + ")", isNamed);
    }
    Source input = members.get("input_tokens");
    if (input != null) {
      found.add(20, "returns what tells tokens (" + input.path() + ")", true);
    }
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
  private Map<String, Source> readings(Type result) {
    List<Source> all = sources.ofResult(result, DEPTH);
    Map<String, Source> found = new LinkedHashMap<>();
    first(all, source -> source.isText() && source.words().any(TEXT))
        .or(() -> onlyText(all))
        .ifPresent(text -> found.put("text", text));
    first(all, source -> isTokens(source, PROMPT))
        .ifPresent(tokens -> found.put("input_tokens", tokens));
    first(all, source -> isTokens(source, COMPLETION))
        .ifPresent(tokens -> found.put("output_tokens", tokens));
    return found;
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
