package io.loopsentinel.targets.match;

import io.loopsentinel.targets.yaml.Origin;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.yaml.ScalarPositions;
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
    return exact(type.getName(), method);
  }

  public static TargetSpec exact(String type, String method) {
    return spec(type, false, List.of(), null, method, null, null, null, false);
  }

  public static TargetSpec subtypes(Class<?> type, String method) {
    return openTo(type, method, null, null);
  }

  public static TargetSpec subtypesIn(String aPackage, Class<?> type, String method) {
    return spec(type.getName(), true, List.of(aPackage), null, method, null, null, null, false);
  }

  public static TargetSpec withParameters(Class<?> type, String method, String... parameters) {
    List<String> all = List.of(parameters);
    return spec(type.getName(), false, List.of(), null, method, all, null, null, false);
  }

  public static TargetSpec withResult(Class<?> type, String method, String returns) {
    return spec(type.getName(), false, List.of(), null, method, null, returns, null, false);
  }

  /** Returns a target that also matches methods of subtypes. */
  public static TargetSpec openTo(
      Class<?> type, String method, @Nullable List<String> parameters, @Nullable String returns) {
    return spec(type.getName(), true, List.of(), null, method, parameters, returns, null, false);
  }

  public static TargetSpec withField(Class<?> type, String method, String field) {
    return spec(type.getName(), false, List.of(), null, method, null, null, field, false);
  }

  public static TargetSpec ofProfile(Class<?> type, String method) {
    return spec(type.getName(), false, List.of(), null, method, null, null, null, true);
  }

  public static TargetSpec annotated(
      @Nullable Class<?> type, String annotation, String... packages) {
    String name = type == null ? null : type.getName();
    return spec(name, false, List.of(packages), annotation, "*", null, null, null, false);
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

  private static TargetSpec spec(
      @Nullable String type,
      boolean subtypes,
      List<String> packages,
      @Nullable String annotation,
      String method,
      @Nullable List<String> parameters,
      @Nullable String returns,
      @Nullable String field,
      boolean fromProfile) {
    return new TargetSpec(
        "a-target",
        TargetKind.TOOL,
        type,
        subtypes,
        packages,
        annotation,
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
