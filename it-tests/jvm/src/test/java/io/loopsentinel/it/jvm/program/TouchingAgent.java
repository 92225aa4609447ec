package io.loopsentinel.it.jvm.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** An agent that has a hand in the JDK's executors, too. */
public final class TouchingAgent {

  private static final Set<String> TOUCHED = new ConcurrentSkipListSet<>();
  private static @Nullable Instrumentation instrumentation;

  private TouchingAgent() {}

  public static void premain(String argument, Instrumentation instrumentation) {
    TouchingAgent.instrumentation = instrumentation;
  }

  /** Has these classes transformed, by itself among others. */
  static void retransform() throws UnmodifiableClassException {
    Instrumentation ours = Objects.requireNonNull(instrumentation, "the agent was not started");
    ours.addTransformer(new Touch(), true);
    ours.retransformClasses(
        ThreadPoolExecutor.class, ForkJoinPool.class, ForkJoinTask.class, CompletableFuture.class);
  }

  /** Returns the names of the classes that it was shown. */
  static Set<String> touched() {
    return TOUCHED;
  }

  private static final class Touch implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String type,
        @Nullable Class<?> loaded,
        @Nullable ProtectionDomain domain,
        byte[] file) {
      if (loader != null
          || loaded == null
          || type == null
          || !type.startsWith("java/util/concurrent/")) {
        return null;
      }
      TOUCHED.add(loaded.getSimpleName());
      return file.clone();
    }
  }
}
