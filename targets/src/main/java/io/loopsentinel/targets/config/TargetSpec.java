package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.yaml.Origin;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A configured target: the methods that it matches, and the expressions that read their calls.
 * {@code docs/targets.md} documents the keys.
 *
 * @param type the binary name of a class or interface; absent: any with an annotated method
 * @param packages the only packages to search, including subpackages; empty: all
 * @param annotation the binary name of an annotation that the methods must have; absent: none
 * @param resets whether a call of the methods resets its session (run targets)
 * @param endsSession whether an abort ends the session (tool targets)
 * @param abortsAtCall whether aborts are thrown at the call despite {@code abort_at} (tool targets)
 * @param trial whether its calls are only read and reported (tool targets)
 * @param ignoredSessions session keys, as strings, that count as no session
 * @param injected the index of the argument that {@link Reading#INJECT} replaces, from 0
 * @param labels the labels of its calls, by name
 * @param fromProfile whether the agent ships it; such a target often matches nothing
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
    boolean trial,
    Set<String> ignoredSessions,
    Map<Reading, SourceExpression> readings,
    int injected,
    Map<String, Label> labels,
    Origin origin,
    boolean fromProfile) {

  /** The source of a profile's targets, before its name. */
  public static final String PROFILE_SOURCE = "profile ";

  /** Returns the name of its profile; empty if it is the user's own. */
  public String profile() {
    return fromProfile ? origin.source().substring(PROFILE_SOURCE.length()) : "";
  }

  /** Returns the same target for another type. */
  public TargetSpec ofType(String other) {
    return new TargetSpec(
        name,
        kind,
        other,
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
        trial,
        ignoredSessions,
        readings,
        injected,
        labels,
        origin,
        fromProfile);
  }

  /** Returns all values except the origins, for comparison. */
  public List<@Nullable Object> content() {
    Map<Reading, Expression> expressions = new EnumMap<>(Reading.class);
    readings.forEach((reading, source) -> expressions.put(reading, source.expression()));
    Map<String, List<Object>> byLabel = new TreeMap<>();
    labels.forEach(
        (label, value) -> byLabel.put(label, List.of(value.value().expression(), value.plain())));
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
        trial,
        ignoredSessions,
        expressions,
        injected,
        byLabel,
        fromProfile);
  }
}
