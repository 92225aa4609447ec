package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.hook.Hook;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Gives the boot loader a copy of the hook, so that every class of the application can call it.
 *
 * <p>It becomes a class of the package {@code java.lang}, the way JaCoCo does it. Appending a jar
 * to the boot class path would be simpler, but it makes the JVM print a warning and give up its
 * shared class archives, and loaders that delegate nothing but {@code java.*} (OSGi) do not find
 * what is in it. It is what is left if the JVM refuses the other way.
 */
final class HookInstaller {

  private static final String INSTALLED = "java.lang.LoopSentinelHook";

  private final Instrumentation instrumentation;
  private final AgentLog log;

  HookInstaller(Instrumentation instrumentation, AgentLog log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /**
   * The hook that the boot loader has.
   *
   * @param name of its class
   * @param control calls its methods by their names
   */
  record Installed(String name, BiConsumer<String, Object[]> control) {

    @SuppressWarnings("unchecked")
    static Installed of(Class<?> type) throws ReflectiveOperationException {
      Object control = type.getMethod("control").invoke(null);
      return new Installed(type.getName(), (BiConsumer<String, Object[]>) control);
    }

    /** Calls one of its methods. */
    void call(String method, Object... arguments) {
      control.accept(method, arguments);
    }

    /** Whether it is where every class of the JDK can call it. */
    boolean isInJavaLang() {
      return name.equals(INSTALLED);
    }
  }

  /**
   * Installs the hook, unless an agent that did not come to its end has done so before.
   *
   * @throws IOException if the hook can be installed in neither way
   */
  Installed install() throws IOException, ReflectiveOperationException {
    try {
      return Installed.of(define());
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      log.warn("appends to the boot class path, as it cannot define a class in java.lang: " + e);
      append();
      return Installed.of(Class.forName(Hook.class.getName(), true, null));
    }
  }

  private Class<?> define() throws IOException, IllegalAccessException {
    try {
      return Class.forName(INSTALLED, true, null);
    } catch (ClassNotFoundException e) {
      // java.lang is opened to the unnamed module of the agent's class loader, which is distinct
      // from the application's (JLS 7.7.5), and to nobody else.
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(),
          Map.of("java.lang", Set.of(HookInstaller.class.getModule())),
          Set.of(),
          Map.of());
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(file(INSTALLED));
    }
  }

  private void append() throws IOException {
    File jar = File.createTempFile("loop-sentinel-hook", ".jar");
    jar.deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      out.putNextEntry(new JarEntry(Hook.class.getName().replace('.', '/') + ".class"));
      out.write(file(Hook.class.getName()));
      out.closeEntry();
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar, false));
  }

  private static byte[] file(String name) throws IOException {
    return new HookClassFiles(name).locate(Hook.class.getName()).resolve();
  }
}
