package io.loopsentinel.it.jvm.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Loads dispatchers in many loaders on many threads at the same moment, and loops in each. */
public final class ConcurrentProgram {

  private ConcurrentProgram() {}

  /** Takes the number of threads; half of them share a class loader in pairs. */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    List<Future<String>> results = new ArrayList<>();
    IsolatingLoader shared = new IsolatingLoader();
    for (int i = 0; i < threads; i++) {
      IsolatingLoader loader = i % 2 == 0 ? shared : new IsolatingLoader();
      results.add(
          executor.submit(
              () -> {
                start.await();
                return loop(loader);
              }));
    }
    for (Future<String> result : results) {
      System.out.println(result.get());
    }
    executor.shutdown();
  }

  private static String loop(ClassLoader loader) throws ReflectiveOperationException {
    @SuppressWarnings("unchecked") // The class is such a function.
    Function<Integer, String> looper =
        Class.forName(Looper.class.getName(), true, loader)
            .asSubclass(Function.class)
            .getDeclaredConstructor()
            .newInstance();
    String last = looper.apply(4);
    return last.startsWith("loop-detected") ? "stopped" : last;
  }

  /** Makes the same call so many times and returns the last result. */
  public static final class Looper implements Function<Integer, String> {

    public Looper() {}

    @Override
    public String apply(Integer calls) {
      Dispatchers.Tool tool = new Dispatchers.Decorator(new Dispatchers.Overriding());
      String result = "";
      for (int i = 0; i < calls; i++) {
        result = tool.execute(new Dispatchers.Request("search", Map.of("q", "x")));
      }
      return result;
    }
  }
}
