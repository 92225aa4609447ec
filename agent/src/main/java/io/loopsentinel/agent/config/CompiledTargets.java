package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.Readings.Injection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Targets in a form that is read without a parser: each component of {@link TargetSpec} in its
 * order, texts with their length before them, absent ones as such, lists with their size before
 * them. Expressions stay text and are parsed when they are first used.
 *
 * <p>Written and read by the same build of the agent alone; so it has no version.
 */
final class CompiledTargets {

  private CompiledTargets() {}

  static byte[] write(List<TargetSpec> targets) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(targets.size());
    for (TargetSpec target : targets) {
      write(target, out);
    }
    return bytes.toByteArray();
  }

  static List<TargetSpec> read(byte[] compiled) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(compiled));
    int size = in.readInt();
    List<TargetSpec> targets = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      targets.add(read(in));
    }
    return targets;
  }

  private static void write(TargetSpec target, DataOutputStream out) throws IOException {
    out.writeUTF(target.name());
    out.writeUTF(target.kind().name());
    writeText(target.type(), out);
    out.writeBoolean(target.subtypes());
    writeList(target.packages(), out);
    writeText(target.annotation(), out);
    out.writeUTF(target.method().text());
    writeList(target.parameters(), out);
    writeText(target.returns(), out);
    writeText(target.field(), out);
    out.writeBoolean(target.resets());
    // In order, so that equal builds give equal jars.
    writeList(List.copyOf(new TreeSet<>(target.ignoredSessions())), out);
    for (Reading reading : Reading.values()) {
      writeExpression(reading.of(target.readings()), out);
    }
    Injection injection = target.readings().inject();
    out.writeByte(injection == null ? 0 : injection.argument());
    writeOrigin(target.origin(), out);
    out.writeBoolean(target.fromProfile());
  }

  private static TargetSpec read(DataInputStream in) throws IOException {
    String name = in.readUTF();
    TargetKind kind = TargetKind.valueOf(in.readUTF());
    return new TargetSpec(
        name,
        kind,
        readText(in),
        in.readBoolean(),
        present(readList(in)),
        readText(in),
        Glob.of(in.readUTF()),
        readList(in),
        readText(in),
        readText(in),
        in.readBoolean(),
        Set.copyOf(present(readList(in))),
        readReadings(kind, in),
        readOrigin(in),
        in.readBoolean());
  }

  private static Readings readReadings(TargetKind kind, DataInputStream in) throws IOException {
    Map<Reading, SourceExpression> found = new EnumMap<>(Reading.class);
    for (Reading reading : Reading.values()) {
      SourceExpression expression = readExpression(reading, kind, in);
      if (expression != null) {
        found.put(reading, expression);
      }
    }
    int argument = in.readByte();
    SourceExpression injected = found.get(Reading.INJECT);
    return ReadingsReader.of(found, injected == null ? null : new Injection(argument, injected));
  }

  private static void writeExpression(@Nullable SourceExpression expression, DataOutputStream out)
      throws IOException {
    out.writeBoolean(expression != null);
    if (expression != null) {
      out.writeUTF(expression.text());
      writeOrigin(expression.positions().start(), out);
      int[] columns = expression.positions().columns();
      out.writeShort(columns.length);
      for (int column : columns) {
        out.writeShort(column);
      }
    }
  }

  private static @Nullable SourceExpression readExpression(
      Reading reading, TargetKind kind, DataInputStream in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String text = in.readUTF();
    Origin origin = readOrigin(in);
    int[] columns = new int[in.readUnsignedShort()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = in.readUnsignedShort();
    }
    return new SourceExpression(text, new ScalarPositions(origin, columns), reading, kind);
  }

  private static void writeOrigin(Origin origin, DataOutputStream out) throws IOException {
    out.writeUTF(origin.source());
    out.writeInt(origin.line());
    out.writeInt(origin.column());
  }

  private static Origin readOrigin(DataInputStream in) throws IOException {
    return new Origin(in.readUTF(), in.readInt(), in.readInt());
  }

  private static void writeText(@Nullable String text, DataOutputStream out) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static @Nullable String readText(DataInputStream in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }

  private static void writeList(@Nullable List<String> texts, DataOutputStream out)
      throws IOException {
    out.writeByte(texts == null ? -1 : texts.size());
    if (texts != null) {
      for (String text : texts) {
        out.writeUTF(text);
      }
    }
  }

  private static @Nullable List<String> readList(DataInputStream in) throws IOException {
    int size = in.readByte();
    if (size < 0) {
      return null;
    }
    String[] texts = new String[size];
    for (int i = 0; i < size; i++) {
      texts[i] = in.readUTF();
    }
    return List.of(texts);
  }

  private static List<String> present(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }
}
