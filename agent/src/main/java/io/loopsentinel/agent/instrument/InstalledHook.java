package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.hook.Hook;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * The copy of the hook in the boot loader, visible to every class of the application.
 *
 * <p>It is a class in the package {@code java.lang}, as in JaCoCo. Appending a jar to the boot
 * class path would be simpler, but the JVM then prints a warning and gives up its shared class
 * archives, and loaders that delegate only {@code java.*} (OSGi) do not see the jar. So a jar is
 * only the fallback if the JVM refuses the class.
 *
 * @param control calls its methods by name
 */
record InstalledHook(String name, BiConsumer<String, Object[]> control) {

  private static final String IN_JAVA_LANG = "java.lang.LoopSentinelHook";

  /** Installs the hook, unless an earlier agent has left one. */
  static InstalledHook install(Instrumentation instrumentation, AgentLog log)
      throws IOException, ReflectiveOperationException {
    try {
      return of(define(instrumentation));
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      log.warn(
          "appends to the boot class path, because it cannot define a class in java.lang: " + e);
      append(instrumentation);
      return of(Class.forName(Hook.class.getName(), true, null));
    }
  }

  @SuppressWarnings("unchecked")
  static InstalledHook of(Class<?> type) throws ReflectiveOperationException {
    Object control = type.getMethod("control").invoke(null);
    return new InstalledHook(type.getName(), (BiConsumer<String, Object[]>) control);
  }

  void call(String method, Object... arguments) {
    control.accept(method, arguments);
  }

  /** Returns whether every class of the JDK can call it. */
  boolean isInJavaLang() {
    return name.equals(IN_JAVA_LANG);
  }

  private static Class<?> define(Instrumentation instrumentation)
      throws IOException, IllegalAccessException {
    try {
      return Class.forName(IN_JAVA_LANG, true, null);
    } catch (ClassNotFoundException e) {
      return new ModuleOpener(instrumentation)
          .lookupIn(Object.class)
          .defineClass(classFile(IN_JAVA_LANG));
    }
  }

  private static void append(Instrumentation instrumentation) throws IOException {
    File jar = File.createTempFile("loop-sentinel-hook", ".jar");
    jar.deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      out.putNextEntry(new JarEntry(Hook.class.getName().replace('.', '/') + ".class"));
      out.write(classFile(Hook.class.getName()));
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar, false));
  }

  private static byte[] classFile(String name) throws IOException {
    return new CallingClasses(name).locate(Hook.class.getName()).resolve();
  }

  /** Finds class files of the agent that call the hook, with its installed name. */
  record CallingClasses(String hook) implements ClassFileLocator {

    private static final ClassFileLocator OWN =
        ClassFileLocator.ForClassLoader.of(InstalledHook.class.getClassLoader());

    @Override
    public Resolution locate(String name) throws IOException {
      ClassWriter writer = new ClassWriter(0);
      SimpleRemapper names =
          new SimpleRemapper(
              OpenedClassReader.ASM_API,
              Hook.class.getName().replace('.', '/'),
              hook.replace('.', '/'));
      OpenedClassReader.of(OWN.locate(name).resolve()).accept(new ClassRemapper(writer, names), 0);
      return new Resolution.Explicit(writer.toByteArray());
    }

    @Override
    public void close() {}
  }
}
