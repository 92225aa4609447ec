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
 * The copy of the hook that the boot loader has, for every class of the application to call.
 *
 * <p>It is a class of the package {@code java.lang}, the way JaCoCo does it. Appending a jar to the
 * boot class path would be simpler, but it makes the JVM print a warning and give up its shared
 * class archives, and loaders that delegate nothing but {@code java.*} (OSGi) do not find what is
 * in it. It is what is left if the JVM refuses the other way.
 *
 * @param name of its class
 * @param control calls its methods by their names
 */
record InstalledHook(String name, BiConsumer<String, Object[]> control) {

  private static final String IN_JAVA_LANG = "java.lang.LoopSentinelHook";

  /** Installs the hook, unless an agent that did not come to its end has done so before. */
  static InstalledHook install(Instrumentation instrumentation, AgentLog log)
      throws IOException, ReflectiveOperationException {
    try {
      return of(define(instrumentation));
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      log.warn("appends to the boot class path, as it cannot define a class in java.lang: " + e);
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

  /** Whether it is where every class of the JDK can call it. */
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
          .defineClass(file(IN_JAVA_LANG));
    }
  }

  private static void append(Instrumentation instrumentation) throws IOException {
    File jar = File.createTempFile("loop-sentinel-hook", ".jar");
    jar.deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      out.putNextEntry(new JarEntry(Hook.class.getName().replace('.', '/') + ".class"));
      out.write(file(Hook.class.getName()));
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar, false));
  }

  private static byte[] file(String name) throws IOException {
    return new CallingClasses(name).locate(Hook.class.getName()).resolve();
  }

  /** Finds class files of the agent that call the hook, with the name that it has here. */
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
