package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configured target: which methods it takes in, and where in their calls the values are.
 *
 * @param name unique in its file, for messages
 * @param type binary name of a class or interface, as in {@link Class#getName()}; absent: any class
 *     with an annotated method
 * @param subtypes whether classes that extend or implement the type are taken in, too
 * @param packages packages that alone are looked at, with those below them; none: all
 * @param annotation binary name of an annotation that the methods carry, where it narrows the match
 * @param method name or glob of the methods
 * @param parameters type names of all parameters in order, where they narrow the match
 * @param returns type name of the result, where it narrows the match
 * @param field name of a field that the class declares, where it narrows the match
 * @param resets whether a call of the methods begins its session anew (run targets)
 * @param ignoredSessions texts of session keys that stand for none
 * @param injected which argument {@link Reading#INJECT} replaces, from 0
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
    Set<String> ignoredSessions,
    Map<Reading, SourceExpression> readings,
    int injected,
    Origin origin,
    boolean fromProfile) {}
