package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.Origin;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.ScalarPositions;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.ExpressionException;
import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Targets as a configuration would give them. */
public final class Specs {

  private static final Origin ORIGIN = new Origin("sentinel-config.yaml", 7, 5);

  private Specs() {}

  public static TargetSpec exact(Class<?> type, String method) {
    return named("a-target", type.getName(), false, method, null, null, null, false);
  }

  public static TargetSpec exact(String type, String method) {
    return named("a-target", type, false, method, null, null, null, false);
  }

  public static TargetSpec subtypes(Class<?> type, String method) {
    return named("a-target", type.getName(), true, method, null, null, null, false);
  }

  public static TargetSpec withParameters(Class<?> type, String method, String... parameters) {
    return named("a-target", type.getName(), false, method, List.of(parameters), null, null, false);
  }

  public static TargetSpec withResult(Class<?> type, String method, String returns) {
    return named("a-target", type.getName(), false, method, null, returns, null, false);
  }

  /** Returns a target that also matches methods of subtypes. */
  public static TargetSpec openTo(
      Class<?> type, String method, @Nullable List<String> parameters, @Nullable String returns) {
    return named("a-target", type.getName(), true, method, parameters, returns, null, false);
  }

  public static TargetSpec withField(Class<?> type, String method, String field) {
    return named("a-target", type.getName(), false, method, null, null, field, false);
  }

  /** Returns a target whose guard may change arguments. */
  public static TargetSpec injecting(Class<?> type, String method) {
    return new TargetSpec(
        "a-target",
        TargetKind.TURN,
        type.getName(),
        false,
        List.of(),
        null,
        Glob.of(method),
        null,
        null,
        null,
        true,
        false,
        false,
        false,
        Set.of(),
        Map.of(Reading.INJECT, message()),
        0,
        Map.of(),
        ORIGIN,
        false);
  }

  public static TargetSpec ofProfile(Class<?> type, String method) {
    return named("a-profile-target", type.getName(), false, method, null, null, null, true);
  }

  public static TargetSpec annotated(
      @Nullable Class<?> type, String annotation, String... packages) {
    return new TargetSpec(
        "a-target",
        TargetKind.TOOL,
        type == null ? null : type.getName(),
        false,
        List.of(packages),
        annotation,
        Glob.of("*"),
        null,
        null,
        null,
        true,
        false,
        false,
        false,
        Set.of(),
        Map.of(),
        0,
        Map.of(),
        ORIGIN,
        false);
  }

  public static TargetSpec subtypesIn(String aPackage, Class<?> type, String method) {
    return new TargetSpec(
        "a-target",
        TargetKind.TOOL,
        type.getName(),
        true,
        List.of(aPackage),
        null,
        Glob.of(method),
        null,
        null,
        null,
        true,
        false,
        false,
        false,
        Set.of(),
        Map.of(),
        0,
        Map.of(),
        ORIGIN,
        false);
  }

  private static TargetSpec named(
      String name,
      String type,
      boolean subtypes,
      String method,
      @Nullable List<String> parameters,
      @Nullable String returns,
      @Nullable String field,
      boolean fromProfile) {
    return new TargetSpec(
        name,
        TargetKind.TOOL,
        type,
        subtypes,
        List.of(),
        null,
        Glob.of(method),
        parameters,
        returns,
        field,
        true,
        false,
        false,
        false,
        Set.of(),
        Map.of(),
        0,
        Map.of(),
        ORIGIN,
        fromProfile);
  }

  private static SourceExpression message() {
    try {
      return new SourceExpression(Expression.parse("message"), ScalarPositions.none(ORIGIN));
    } catch (ExpressionException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
