package io.loopsentinel.it.jvm.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent because of which the JVM refuses to retransform a class: it gives a field another name.
 */
public final class RefusedAgent {

  private static final String REFUSED = "java.util.concurrent.ForkJoinTask";
  private static final String FIELD = "\001\000\006status";

  private RefusedAgent() {}

  public static void premain(String argument, Instrumentation instrumentation)
      throws ClassNotFoundException {
    for (String type : List.of(REFUSED, "java.util.concurrent.ThreadPoolExecutor")) {
      Class.forName(type, false, null);
    }
    instrumentation.addTransformer(new Rename(), true);
  }

  private static final class Rename implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String type,
        @Nullable Class<?> loaded,
        @Nullable ProtectionDomain domain,
        byte[] file) {
      if (loaded == null || !loaded.getName().equals(REFUSED)) {
        return null;
      }
      String text = new String(file, StandardCharsets.ISO_8859_1);
      return text.replace(FIELD, FIELD.replace("status", "statut"))
          .getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
