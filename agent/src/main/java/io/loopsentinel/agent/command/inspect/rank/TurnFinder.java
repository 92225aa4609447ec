package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.Markers;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look as if they asked a model once. */
public final class TurnFinder {

  private static final Set<String> TEXT = Set.of("text", "content", "message", "output", "answer");
  private static final Set<String> PROMPT = Set.of("input", "prompt");
  private static final Set<String> COMPLETION =
      Set.of("output", "completion", "candidates", "generation");
  private static final Set<String> TAKES =
      Set.of("message", "messages", "prompt", "request", "conversation", "chat", "history");

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
    List<Candidate> found = new ArrayList<>();
    for (MethodModel method : type.methods()) {
      if (mayAsk(type, method)) {
        candidate(type, method).ifPresent(found::add);
      }
    }
    return found;
  }

  private static boolean mayAsk(TypeModel type, MethodModel method) {
    return !method.isBridge()
        && !type.isContinuation()
        && !method.name().contains("$")
        && !method.isSynthetic()
        && (method.isGuardable() || (method.isAbstract() && type.isInterface()))
        && method.descriptor().charAt(1) != ')'
        && method.result().getSort() == Type.OBJECT;
  }

  private Optional<Candidate> candidate(TypeModel type, MethodModel method) {
    Signals signals = new Signals();
    List<String> doubts = new ArrayList<>();
    Map<String, String> readings = whatItReturns(method, signals, doubts);
    whatItTakes(method, signals);
    whatItIsCalled(type, method, signals);
    whatItDoes(type, method, signals);
    int seen = signals.all().stream().mapToInt(Signal::weight).sum();
    signals.add(Words.isOtherMethod(method.name()), -24, "its name says it does something else");
    signals.add(
        Words.isOtherType(type.simpleName()), -16, "its class's name says it does something else");
    return seen < 12
        ? Optional.empty()
        : Optional.of(
            new Candidate(
                TargetKind.TURN,
                type,
                method,
                readings,
                signals.all(),
                doubts.stream().distinct().toList()));
  }

  private Map<String, String> whatItReturns(
      MethodModel method, Signals signals, List<String> doubts) {
    Map<String, String> readings = new LinkedHashMap<>();
    readings.put("session", "run ?? thread");
    Type result = method.result();
    if (Source.of("return", "", result).isText()) {
      readings.put("text", "return");
      signals.add(true, 4, "returns a text");
      return readings;
    }
    Members members = members(result);
    Map<String, Optional<Source>> sources = new LinkedHashMap<>();
    sources.put("text", members.text().or(members::onlyText));
    sources.put("input_tokens", members.input());
    sources.put("output_tokens", members.output());
    sources.forEach(
        (key, found) -> {
          found.ifPresent(source -> readings.put(key, safe(source.path())));
          found.map(Source::doubt).ifPresent(doubts::add);
        });
    signals.add(
        members.text().isPresent(), 8, "returns what holds a text (" + path(members.text()) + ")");
    signals.add(
        members.input().isPresent(),
        20,
        "returns what tells tokens (" + path(members.input()) + ")");
    return readings;
  }

  private Members members(Type result) {
    return members.computeIfAbsent(
        result,
        type -> {
          List<Source> all = sources.ofResult(type);
          return new Members(
              first(all, source -> source.isText() && Words.anyOf(source.words(), TEXT)),
              onlyText(all),
              first(all, source -> isTokens(source, PROMPT)),
              first(all, source -> isTokens(source, COMPLETION)));
        });
  }

  private static String path(Optional<Source> source) {
    return source.map(Source::path).orElse("");
  }

  private static void whatItTakes(MethodModel method, Signals signals) {
    for (Type parameter : method.parameters()) {
      String name = parameter.getClassName();
      if (name.equals("java.util.List")) {
        signals.add(true, 6, "takes a list");
        return;
      }
      if (Words.anyOf(Words.of(name.substring(name.lastIndexOf('.') + 1)), TAKES)) {
        signals.add(true, 8, "takes a " + name.substring(name.lastIndexOf('.') + 1));
        return;
      }
    }
  }

  private static void whatItIsCalled(TypeModel type, MethodModel method, Signals signals) {
    boolean verb = Words.anyOf(Words.of(method.name()), Words.TURN_VERBS);
    signals.add(verb, 8, "is called " + method.name());
    signals.add(
        Words.anyOf(Words.of(type.simpleName()), Words.TURN_NOUNS),
        8,
        "belongs to " + type.simpleName());
  }

  private static void whatItDoes(TypeModel type, MethodModel method, Signals signals) {
    long own = method.body().markers().stream().filter(Markers::isOfTurns).count();
    long all =
        type.methods().stream()
            .flatMap(m -> m.body().markers().stream())
            .filter(Markers::isOfTurns)
            .distinct()
            .count();
    signals.add(own > 0, (int) Math.min(16, 4 * own), "holds texts of requests to models");
    signals.add(
        all > own,
        (int) Math.min(8, 2 * (all - own)),
        "its class holds texts of requests to models");
    signals.add(method.body().usesHttp(), 12, "sends a request over HTTP");
  }

  /** The shortest paths come first. */
  private static Optional<Source> first(List<Source> members, Predicate<Source> condition) {
    return members.stream().filter(condition).findFirst();
  }

  /** In code whose names are gone, the only text there is must be the model's. */
  private static Optional<Source> onlyText(List<Source> members) {
    List<Source> texts =
        members.stream()
            .filter(
                source ->
                    source.isText() && source.path().chars().filter(c -> c == '.').count() == 1)
            .toList();
    return texts.size() == 1 && Words.isMeaningless(texts.get(0).name())
        ? Optional.of(texts.get(0))
        : Optional.empty();
  }

  private static boolean isTokens(Source source, Set<String> which) {
    List<String> words = source.words();
    return source.isNumber()
        && (words.contains("tokens") || words.contains("token"))
        && Words.anyOf(words, which);
  }

  /** Any part of a response may be missing. */
  private static String safe(String path) {
    int first = path.indexOf('.');
    int second = path.indexOf('.', first + 1);
    return second < 0
        ? path
        : path.substring(0, second) + path.substring(second).replace(".", "?.");
  }
}
