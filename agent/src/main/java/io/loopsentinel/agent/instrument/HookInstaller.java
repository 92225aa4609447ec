package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  private static final String SOURCE = "io/loopsentinel/hook/Hook";
  private static final String INSTALLED = "java/lang/LoopSentinelHook";

  private final Instrumentation instrumentation;
  private final AgentLog log;

  HookInstaller(Instrumentation instrumentation, AgentLog log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /**
   * Installs the hook, unless an agent that did not come to its end has done so before.
   *
   * @throws IOException if the hook can be installed in neither way
   */
  InstalledHook install() throws IOException, ReflectiveOperationException {
    byte[] file = read();
    try {
      return InstalledHook.of(define(HookClassFiles.renamed(file, INSTALLED)));
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      log.warn("appends to the boot class path, as it cannot define a class in java.lang: " + e);
      append(file);
      return InstalledHook.of(Class.forName(SOURCE.replace('/', '.'), true, null));
    }
  }

  private Class<?> define(byte[] file) throws IllegalAccessException {
    try {
      return Class.forName(INSTALLED.replace('/', '.'), true, null);
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
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(file);
    }
  }

  private void append(byte[] file) throws IOException {
    File jar = File.createTempFile("loop-sentinel-hook", ".jar");
    jar.deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      out.putNextEntry(new JarEntry(SOURCE + ".class"));
      out.write(file);
      out.closeEntry();
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar, false));
  }

  private static byte[] read() throws IOException {
    ClassLoader own = Objects.requireNonNull(HookInstaller.class.getClassLoader());
    try (InputStream in = own.getResourceAsStream(SOURCE + ".class")) {
      return Objects.requireNonNull(in, "the agent's jar has no hook in it").readAllBytes();
    }
  }
}
