package io.loopsentinel.tools.jvm;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a process id, or finds the only JVM with a text in the name of its main class or jar. */
final class JvmId implements ITypeConverter<Long> {

  private static final int MAX_DIGITS = 18;

  @Override
  public Long convert(String text) {
    if (text.matches("\\d{1,%s}".formatted(MAX_DIGITS))) {
      return Long.valueOf(text);
    }
    try {
      return find(text, LocalJvm.all());
    } catch (NoClassDefFoundError noAttach) {
      throw new TypeConversionException(JvmCommands.NO_ATTACH);
    }
  }

  static long find(String name, List<LocalJvm> jvms) {
    String wanted = name.toLowerCase(Locale.ROOT);
    List<LocalJvm> found =
        jvms.stream().filter(jvm -> jvm.main().toLowerCase(Locale.ROOT).contains(wanted)).toList();
    if (found.size() == 1) {
      return Long.parseLong(found.get(0).pid());
    }
    throw new TypeConversionException(
        found.isEmpty()
            ? "no JVM has '" + name + "' in its name; the command list shows their names"
            : "several JVMs have '%s' in their names: %s"
                .formatted(
                    name,
                    found.stream()
                        .map(jvm -> jvm.pid() + " " + jvm.main())
                        .collect(Collectors.joining(", "))));
  }
}
