package io.loopsentinel.benchmarks.startup.agent;

import io.loopsentinel.benchmarks.guarded.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Starts Loop Sentinel as a JVM does, and measures how long the transformer that it installs looks
 * at the classes of some jars, by default: those that are no target, in the first pass, which a
 * start pays, and once the code is compiled.
 */
public final class ClassFilterAgent {

  /** How many classes there are that are no target. */
  public static final String CLASSES = "classes";

  /** Microseconds a class in the first pass, on the average. */
  public static final String FIRST = "first";

  /** Microseconds a class later, on the average of a pass. */
  public static final String MEAN = "mean";

  /** Microseconds that half of the classes take at most in a pass. */
  public static final String MEDIAN = "median";

  /** Before the name of a figure: the same with a transformer that does nothing. */
  public static final String NO_OP = "no-op transformer, ";

  private static final int WARM_UP = 12;
  private static final int PASSES = 9;
  private static final double NANOSECONDS = 1e3;

  private ClassFilterAgent() {}

  private static final class ClassFile {

    private final String name;
    private final byte[] bytes;

    ClassFile(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }
  }

  /** Measures with the jars of a folder, and tells the JVM that has started this one. */
  public static void premain(String folder, Instrumentation instrumentation) throws Exception {
    ClassFileTransformer transformer = install(instrumentation);
    List<File> jars =
        List.of(
            Objects.requireNonNull(
                new File(folder).listFiles((parent, name) -> name.endsWith(".jar")), folder));
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toURI().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      List<ClassFile> classes = firstPass(transformer, loader, read(jars));
      ChildJvm.tell(CLASSES, classes.size());
      for (int pass = -WARM_UP; pass < PASSES; pass++) {
        pass(pass, "", transformer, loader, classes);
        pass(pass, NO_OP, new ClassFileTransformer() {}, loader, classes);
      }
    }
  }

  public static String[] names(String figure) {
    String[] names = new String[PASSES];
    for (int pass = 0; pass < PASSES; pass++) {
      names[pass] = figure + " " + pass;
    }
    return names;
  }

  /** Has it installed, and returns it. */
  private static ClassFileTransformer install(Instrumentation instrumentation) throws Exception {
    List<ClassFileTransformer> installed = new ArrayList<>();
    Object listening =
        Proxy.newProxyInstance(
            ClassFilterAgent.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("addTransformer")) {
                installed.add((ClassFileTransformer) arguments[0]);
              }
              return method.invoke(instrumentation, arguments);
            });
    Class.forName("io.loopsentinel.launch.LoopSentinelAgent")
        .getMethod("premain", String.class, Instrumentation.class)
        .invoke(null, null, listening);
    return installed.get(0);
  }

  private static List<ClassFile> firstPass(
      ClassFileTransformer transformer, ClassLoader loader, List<ClassFile> classes)
      throws Exception {
    List<ClassFile> others = new ArrayList<>();
    double sum = 0;
    for (ClassFile each : classes) {
      long start = System.nanoTime();
      byte[] result = transformer.transform(loader, each.name, null, null, each.bytes);
      long time = System.nanoTime() - start;
      if (result == null) {
        others.add(each);
        sum += time;
      }
    }
    ChildJvm.tell(FIRST, sum / others.size() / NANOSECONDS);
    return others;
  }

  private static void pass(
      int number,
      String what,
      ClassFileTransformer transformer,
      ClassLoader loader,
      List<ClassFile> classes)
      throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] times = new double[classes.size()];
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < times.length; i++) {
      ClassFile each = classes.get(i);
      long start = System.nanoTime();
      byte[] result = transformer.transform(loader, each.name, null, null, each.bytes);
      times[i] = System.nanoTime() - start;
      if (result != null) {
        throw new IllegalStateException(each.name + " has become a target");
      }
    }
    long end = threads.getCurrentThreadCpuTime();
    if (number >= 0) {
      Arrays.sort(times);
      double mean = (double) (end - begin) / times.length;
      ChildJvm.tell(what + MEAN + " " + number, mean / NANOSECONDS);
      ChildJvm.tell(what + MEDIAN + " " + number, times[times.length / 2] / NANOSECONDS);
    }
  }

  private static List<ClassFile> read(List<File> jars) throws IOException {
    List<ClassFile> classes = new ArrayList<>();
    for (File file : jars) {
      try (JarFile jar = new JarFile(file)) {
        for (JarEntry entry : jar.stream().toList()) {
          String name = entry.getName();
          if (name.endsWith(".class")
              && !name.startsWith("META-INF")
              && !name.endsWith("-info.class")) {
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            classes.add(new ClassFile(name.substring(0, name.length() - 6), bytes));
          }
        }
      }
    }
    return classes;
  }
}
