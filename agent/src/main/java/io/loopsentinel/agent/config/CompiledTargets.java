package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.Readings.Injection;
import io.loopsentinel.engine.settings.Glob;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Targets in a form that is read without a parser: each component of {@link TargetSpec} in its
 * order, absent ones as such, lists with their size before them. Expressions stay text and are
 * parsed when they are first used.
 *
 * <p>Written and read by the same build of the agent alone; so it has no version.
 */
final class CompiledTargets {

  private CompiledTargets() {}

  static void write(List<TargetSpec> targets, CompiledOutput out) {
    out.writeNumber(targets.size());
    for (TargetSpec target : targets) {
      write(target, out);
    }
  }

  static List<TargetSpec> read(CompiledInput in) {
    int size = in.readNumber();
    List<TargetSpec> targets = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      targets.add(readTarget(in));
    }
    return targets;
  }

  private static void write(TargetSpec target, CompiledOutput out) {
    out.writeText(target.name());
    out.writeText(target.kind().name());
    out.writeText(target.type());
    out.writeFlag(target.subtypes());
    out.writeTexts(target.packages());
    out.writeText(target.annotation());
    out.writeText(target.method().text());
    out.writeFlag(target.parameters() != null);
    out.writeTexts(present(target.parameters()));
    out.writeText(target.returns());
    out.writeText(target.field());
    out.writeFlag(target.resets());
    // In order, so that equal builds give equal jars.
    out.writeTexts(new TreeSet<>(target.ignoredSessions()));
    for (Reading reading : Reading.values()) {
      writeExpression(reading.of(target.readings()), out);
    }
    Injection injection = target.readings().inject();
    out.writeNumber(injection == null ? 0 : injection.argument());
    writeOrigin(target.origin(), out);
    out.writeFlag(target.fromProfile());
  }

  private static TargetSpec readTarget(CompiledInput in) {
    String name = in.readText();
    TargetKind kind = TargetKind.valueOf(in.readText());
    return new TargetSpec(
        name,
        kind,
        in.readTextOrNull(),
        in.readFlag(),
        in.readTexts(),
        in.readTextOrNull(),
        Glob.of(in.readText()),
        readParameters(in),
        in.readTextOrNull(),
        in.readTextOrNull(),
        in.readFlag(),
        Set.copyOf(in.readTexts()),
        readReadings(kind, in),
        readOrigin(in),
        in.readFlag());
  }

  private static @Nullable List<String> readParameters(CompiledInput in) {
    boolean present = in.readFlag();
    List<String> parameters = in.readTexts();
    return present ? parameters : null;
  }

  private static Readings readReadings(TargetKind kind, CompiledInput in) {
    Map<Reading, SourceExpression> found = new EnumMap<>(Reading.class);
    for (Reading reading : Reading.values()) {
      SourceExpression expression = readExpression(reading, kind, in);
      if (expression != null) {
        found.put(reading, expression);
      }
    }
    int argument = in.readNumber();
    SourceExpression injected = found.get(Reading.INJECT);
    return ReadingsReader.of(found, injected == null ? null : new Injection(argument, injected));
  }

  private static void writeExpression(@Nullable SourceExpression expression, CompiledOutput out) {
    out.writeText(expression == null ? null : expression.text());
    if (expression != null) {
      writeOrigin(expression.positions().start(), out);
      CompiledPositions.write(expression.positions().columns(), out);
    }
  }

  private static @Nullable SourceExpression readExpression(
      Reading reading, TargetKind kind, CompiledInput in) {
    String text = in.readTextOrNull();
    if (text == null) {
      return null;
    }
    Origin origin = readOrigin(in);
    int[] columns = CompiledPositions.read(in);
    return new SourceExpression(text, new ScalarPositions(origin, columns), reading, kind);
  }

  private static void writeOrigin(Origin origin, CompiledOutput out) {
    out.writeText(origin.source());
    out.writeNumber(origin.line());
    out.writeNumber(origin.column());
  }

  private static Origin readOrigin(CompiledInput in) {
    return new Origin(in.readText(), in.readNumber(), in.readNumber());
  }

  private static List<String> present(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }
}
