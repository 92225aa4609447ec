package io.loopsentinel.it.jvm.program;

import io.loopsentinel.it.jvm.program.Dispatchers.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Calls the same tool with the same arguments again and again through a dispatcher of a certain
 * shape, as a model in a loop would, and prints what comes back.
 */
public final class LoopingProgram {

  private static final Map<String, Object> ARGUMENTS = Map.of("q", "x");

  private LoopingProgram() {}

  /**
   * Takes the shape of the dispatcher and the number of calls. Of several shapes, separated by
   * commas, each is called on a thread of its own, one after the other.
   */
  public static void main(String[] args) {
    int calls = Integer.parseInt(args[1]);
    String[] shapes = args[0].split(",");
    if (shapes.length == 1) {
      loop(call(args[0]), calls);
      return;
    }
    for (String shape : shapes) {
      CompletableFuture.runAsync(
              () -> loop(call(shape), calls), task -> new Thread(task, shape).start())
          .join();
    }
  }

  private static void loop(Supplier<Object> call, int calls) {
    for (int i = 0; i < calls; i++) {
      try {
        System.out.println(call.get());
      } catch (Error e) {
        System.out.println("error " + e.getClass().getName());
      }
    }
  }

  private static Dispatchers.Handler handler() {
    return request -> Dispatchers.run(request.tool(), request.arguments());
  }

  private static Supplier<Object> call(String shape) {
    Request request = new Request("search", ARGUMENTS);
    return switch (shape) {
      case "Private" -> () -> new Dispatchers.Private().call("search", ARGUMENTS);
      case "Static" -> () -> Dispatchers.Static.dispatch(1L, "search", ARGUMENTS, 0.5);
      case "Final" -> () -> new Dispatchers.Final() {}.dispatch(request);
      case "Default" -> () -> new Dispatchers.Default() {}.dispatch(request);
      case "Lambda" -> () -> new Dispatchers.Lambda().dispatcher().apply("search", ARGUMENTS);
      case "Bridged" -> () -> new Dispatchers.Bridged().apply(request);
      case "Plain" -> () -> new Dispatchers.Plain().execute(request);
      case "Overriding" -> () -> new Dispatchers.Overriding().execute(request);
      case "Decorator" ->
          () ->
              new Dispatchers.Decorator(new Dispatchers.Decorator(new Dispatchers.Plain()))
                  .execute(request);
      case "StaticLambda" -> () -> Dispatchers.StaticLambda.call("search", ARGUMENTS);
      case "Marked" -> () -> new Dispatchers.Marked().call(request);
      case "Inheriting" -> () -> new Dispatchers.Inheriting().execute(request);
      case "Handler" -> () -> handler().dispatch(request);
      case "Batch" -> () -> new Dispatchers.Batch().dispatch(List.of(request)).get(0);
      case "Counting" -> () -> new Dispatchers.Counting().dispatch(request);
      default -> throw new IllegalArgumentException(shape);
    };
  }
}
