package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;
import io.loopsentinel.engine.settings.Glob;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A configured target: which methods it takes in, and where in their calls the values are; {@code
 * docs/targets.md} tells of the keys.
 *
 * @param type binary name of a class or interface, as in {@link Class#getName()}; absent: any class
 *     with an annotated method
 * @param packages packages that alone are looked at, with those below them; none: all
 * @param annotation binary name of an annotation that the methods carry, where it narrows the match
 * @param resets whether a call of the methods begins its session anew (run targets)
 * @param endsSession whether an abort ends the session (tool targets)
 * @param abortsAtCall whether an abort is thrown at the call, whatever {@code abort_at} says (tool
 *     targets)
 * @param ignoredSessions texts of session keys that stand for none
 * @param injected which argument {@link Reading#INJECT} replaces, from 0
 * @param labels whose its calls are, by the labels' names
 * @param fromProfile whether it came with the agent; one of those that matches nothing is no news
 */
public record TargetSpec(
    String name,
    TargetKind kind,
    @Nullable String type,
    boolean subtypes,
    List<String> packages,
    @Nullable String annotation,
    Glob method,
    @Nullable List<String> parameters,
    @Nullable String returns,
    @Nullable String field,
    boolean resets,
    boolean endsSession,
    boolean abortsAtCall,
    Set<String> ignoredSessions,
    Map<Reading, SourceExpression> readings,
    int injected,
    Map<String, Label> labels,
    Origin origin,
    boolean fromProfile) {

  /** Returns all that it says, wherever that is written, to be compared. */
  public List<@Nullable Object> content() {
    Map<Reading, Expression> expressions = new EnumMap<>(Reading.class);
    readings.forEach((reading, source) -> expressions.put(reading, source.expression()));
    Map<String, List<Object>> whose = new TreeMap<>();
    labels.forEach(
        (label, value) -> whose.put(label, List.of(value.value().expression(), value.plain())));
    return Arrays.asList(
        name,
        kind,
        type,
        subtypes,
        packages,
        annotation,
        method,
        parameters,
        returns,
        field,
        resets,
        endsSession,
        abortsAtCall,
        ignoredSessions,
        expressions,
        injected,
        whose,
        fromProfile);
  }
}
