package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look like one request to a model. */
public final class TurnFinder {

  private static final Set<String> TEXT = Words.set("text content message output answer");
  private static final Set<String> PROMPT = Words.set("input prompt");
  private static final Set<String> COMPLETION =
      Words.set("output completion candidates generation");
  private static final Set<String> TOKENS = Words.set("token tokens");
  private static final Set<String> PARAMETER_WORDS =
      Words.set("message messages prompt request conversation chat history");
  private static final Type LIST = Type.getType(List.class);
  private static final int MIN_SCORE = 12;
  private static final int MAX_DEPTH = 3;

  private final Sources sources;

  /** The sources of target expressions by their keys, for each result type. */
  private final Map<Type, Map<String, Source>> readings = new HashMap<>();

  /** Creates a finder that knows the types to which the inspected ones refer. */
  public TurnFinder(Types types) {
    this.sources = new Sources(types);
  }

  public List<Candidate> find(TypeModel type) {
    List<Candidate> found =
        type.candidates()
            .filter(method -> !method.isSynthetic() && !method.name().contains("$"))
            .filter(MethodModel::hasParameters)
            .filter(method -> method.result().getSort() == Type.OBJECT)
            .map(method -> candidate(type, method))
            .filter(candidate -> candidate.score() >= MIN_SCORE)
            .toList();
    for (Candidate candidate : found) {
      candidate.addOtherName(-24);
      candidate.addOtherType(-16);
      candidate.add(
          -16, "belongs to a class that makes many turns", type.words().all().contains("agent"));
      candidate.add(
          -16,
          "its class name is about something that accompanies calls",
          type.words().any(Words.CALL_RELATED));
    }
    return found;
  }

  private Candidate candidate(TypeModel type, MethodModel method) {
    Candidate found = new Candidate(TargetKind.TURN, type, method);
    addResultSignals(method, found);
    addParameterSignals(method, found);
    Type value = Signatures.value(method);
    found.doubt(
        "takes what it returns, so it need not call a model",
        Source.Kind.of(value) == Source.Kind.OTHER && List.of(method.parameters()).contains(value));
    found.addName(8, method.words().any(Words.TURN_VERBS));
    found.addType(8, Words.TURN_NOUNS);
    int own = Markers.of(List.of(method), Markers::isOfTurns).size();
    int others = Markers.of(type.methods(), Markers::isOfTurns).size() - own;
    found.add(Math.min(16, 4 * own), "contains texts of model requests", own > 0);
    found.add(Math.min(8, 2 * others), "its class contains texts of model requests", others > 0);
    found.add(12, "sends an HTTP request", method.body().usesHttp());
    return found;
  }

  private void addResultSignals(MethodModel method, Candidate found) {
    found.readings().put("session", "run ?? " + Sources.SHARED_SESSION);
    Type value = Signatures.value(method);
    if (Source.Kind.of(value) == Source.Kind.TEXT) {
      found.readings().put("text", Signatures.returnExpression(method));
      found.add(4, "returns a text", true);
      return;
    }
    readings
        .computeIfAbsent(value, this::readings)
        .forEach(
            (key, member) -> {
              found.addExpression(
                  key, safePath(member, Signatures.returnExpression(method)), member);
              boolean isText = key.equals("text") && member.words().any(TEXT);
              found.add(8, "its result has a text (" + member.path() + ")", isText);
              boolean isTokens = key.equals("input_tokens");
              found.add(20, "its result has token counts (" + member.path() + ")", isTokens);
            });
  }

  /** Returns a path that allows any part of a response to be missing. */
  private static String safePath(Source source, String returned) {
    String path = source.path().replace(".", "?.").replaceFirst("\\?\\.", ".");
    return path.replaceFirst("return", returned);
  }

  private Map<String, Source> readings(Type result) {
    List<Source> all = sources.ofResult(result, MAX_DEPTH);
    Map<String, Source> found = new LinkedHashMap<>();
    Sources.text(all, TEXT).ifPresent(text -> found.put("text", text));
    tokens(all, PROMPT).ifPresent(tokens -> found.put("input_tokens", tokens));
    tokens(all, COMPLETION).ifPresent(tokens -> found.put("output_tokens", tokens));
    return found;
  }

  private static Optional<Source> tokens(List<Source> members, Set<String> which) {
    return members.stream()
        .filter(each -> each.is(Source.Kind.NUMBER))
        .filter(each -> each.words().any(TOKENS) && each.words().any(which))
        .findFirst();
  }

  private static void addParameterSignals(MethodModel method, Candidate found) {
    Stream.of(method.parameters())
        .map(type -> type.equals(LIST) ? "list" : Words.simpleName(type))
        .filter(name -> name.equals("list") || Words.of(name).any(PARAMETER_WORDS))
        .findFirst()
        .ifPresent(name -> found.add(name.equals("list") ? 6 : 8, "takes a " + name, true));
  }
}
