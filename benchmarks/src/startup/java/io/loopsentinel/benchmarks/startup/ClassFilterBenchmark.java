package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.agent.config.ShippedTargets;
import io.loopsentinel.agent.instrument.GuardStart;
import io.loopsentinel.agent.instrument.RunningGuard;
import io.loopsentinel.agent.instrument.TargetTransformer;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Measures how long the agent's transformer looks at a class that is no target, by default: over
 * all classes of some jars, over and over, and in the first pass, which a start pays.
 */
public final class ClassFilterBenchmark {

  private static final int PASSES = 16;
  private static final int WARM_PASSES = 10;

  private ClassFilterBenchmark() {}

  private record ClassFile(String name, byte[] bytes) {}

  /**
   * Prints what a class takes.
   *
   * @param args folders of jars
   */
  public static void main(String[] args) throws Exception {
    for (String folder : args) {
      List<File> jars = List.of(Objects.requireNonNull(new File(folder).listFiles(ClassFilterBenchmark::isJar)));
      measure(folder, jars);
    }
  }

  private static boolean isJar(File file) {
    return file.getName().endsWith(".jar");
  }

  private static void measure(String folder, List<File> jars) throws Exception {
    List<ClassFile> classes = read(jars);
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toURI().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      ShippedTargets shipped = ShippedTargets.open();
      ClassFileTransformer ours =
          new TargetTransformer(shipped.hints(), shipped::targets, new NoGuard());
      ClassFileTransformer noOp = new ClassFileTransformer() {};
      classes.removeIf(each -> isTarget(shipped, loader, each));
      double[] first = pass(new TargetTransformer(shipped.hints(), shipped::targets, new NoGuard()), loader, classes);
      List<double[]> warm = new ArrayList<>();
      List<double[]> nothing = new ArrayList<>();
      for (int i = 0; i < PASSES; i++) {
        double[] with = pass(ours, loader, classes);
        double[] without = pass(noOp, loader, classes);
        if (i >= PASSES - WARM_PASSES) {
          warm.add(with);
          nothing.add(without);
        }
      }
      System.out.printf(
          Locale.ROOT, "%s: %d classes that are no target, ns a class%n", folder, classes.size());
      print("first pass", List.of(first));
      print("warm", warm);
      print("warm, no-op transformer", nothing);
    }
  }

  /** A guard is asked for once in its life. */
  private static boolean isTarget(ShippedTargets shipped, ClassLoader loader, ClassFile file) {
    NoGuard guard = new NoGuard();
    try {
      new TargetTransformer(shipped.hints(), shipped::targets, guard)
          .transform(loader, file.name(), null, null, file.bytes());
    } catch (Exception e) {
      throw new IllegalStateException(file.name(), e);
    }
    return guard.asked;
  }

  /** Returns what each class took, in nanoseconds. */
  private static double[] pass(
      ClassFileTransformer transformer, ClassLoader loader, List<ClassFile> classes)
      throws Exception {
    double[] times = new double[classes.size()];
    for (int i = 0; i < times.length; i++) {
      ClassFile each = classes.get(i);
      long start = System.nanoTime();
      byte[] result = transformer.transform(loader, each.name(), null, null, each.bytes());
      times[i] = System.nanoTime() - start;
      if (result != null) {
        throw new IllegalStateException(each.name() + " is a target");
      }
    }
    return times;
  }

  /** The median of the passes' means, of their medians and of their 99th percentiles. */
  private static void print(String title, List<double[]> passes) {
    List<Double> means = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> high = new ArrayList<>();
    for (double[] pass : passes) {
      double[] sorted = pass.clone();
      Arrays.sort(sorted);
      means.add(Arrays.stream(sorted).sum() / sorted.length);
      medians.add(sorted[sorted.length / 2]);
      high.add(sorted[sorted.length * 99 / 100]);
    }
    System.out.printf(
        "  %s: mean %s, median %s, 99th percentile %s%n",
        title,
        Spread.of(means).markdown(),
        Spread.of(medians).markdown(),
        Spread.of(high).markdown());
  }

  private static List<ClassFile> read(List<File> jars) throws IOException {
    List<ClassFile> classes = new ArrayList<>();
    for (File file : jars) {
      try (JarFile jar = new JarFile(file)) {
        for (JarEntry entry : jar.stream().toList()) {
          String name = entry.getName();
          if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.endsWith("-info.class")) {
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            classes.add(new ClassFile(name.substring(0, name.length() - 6), bytes));
          }
        }
      }
    }
    return classes;
  }

  /** Starts nothing, and notes that it was to start. */
  private static final class NoGuard extends GuardStart {

    private boolean asked;

    @Override
    protected RunningGuard start(TargetTransformer transformer) throws IOException {
      throw new IOException("not here");
    }

    @Override
    protected void started() {}

    @Override
    protected void failed(Throwable failure) {
      asked = true;
    }
  }
}
