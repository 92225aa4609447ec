package io.loopsentinel.it.jvm.program;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Hand-written tool dispatchers, in the shapes that such code comes in. */
final class Dispatchers {

  private Dispatchers() {}

  /** What a dispatcher is asked for. */
  record Request(String tool, Map<String, Object> arguments) {}

  /** What the dispatchers do in the end. */
  static String run(String tool, Map<String, Object> arguments) {
    return tool + " ran with " + arguments;
  }

  /** By a private method. */
  static final class Private {
    String call(String tool, Map<String, Object> arguments) {
      return dispatch(tool, arguments);
    }

    private String dispatch(String tool, Map<String, Object> arguments) {
      return run(tool, arguments);
    }
  }

  /** By a static method that takes primitives, too. */
  static final class Static {
    private Static() {}

    static String dispatch(long id, String tool, Map<String, Object> arguments, double weight) {
      return run(tool, arguments);
    }
  }

  /** By a final method of an abstract class. */
  abstract static class Final {
    public final Object dispatch(Request request) {
      return run(request.tool(), request.arguments());
    }
  }

  /** By a default method of an interface. */
  interface Default {
    default CharSequence dispatch(Request request) {
      return run(request.tool(), request.arguments());
    }
  }

  /** By the body of a lambda expression. */
  static final class Lambda {
    BiFunction<String, Map<String, Object>, String> dispatcher() {
      return (tool, arguments) -> run(tool, arguments);
    }
  }

  /** By a method with a bridge. */
  static final class Bridged implements Function<Request, String> {
    @Override
    public String apply(Request request) {
      return run(request.tool(), request.arguments());
    }
  }

  /** By what many classes implement. */
  interface Tool {
    String execute(Request request);
  }

  /** Implements a tool. */
  static class Plain implements Tool {
    @Override
    @KeptToolMethod
    public String execute(Request request) {
      return run(request.tool(), request.arguments());
    }
  }

  /** Calls the method that it overrides. */
  static final class Overriding extends Plain {
    @Override
    public String execute(Request request) {
      return super.execute(request);
    }
  }

  /** Passes its calls on to another tool. */
  static final class Decorator implements Tool {
    private final Tool tool;

    Decorator(Tool tool) {
      this.tool = tool;
    }

    @Override
    public String execute(Request request) {
      return tool.execute(request);
    }
  }

  /** By the body of a static method's lambda expression, which captures nothing. */
  static final class StaticLambda {
    private StaticLambda() {}

    static Object call(String tool, Map<String, Object> arguments) {
      BiFunction<String, Map<String, Object>, String> dispatcher = (t, args) -> run(t, args);
      return dispatcher.apply(tool, arguments);
    }
  }

  /** Marks a tool; kept at run time, for a JVM gives an attached agent no other annotations. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface KeptToolMethod {}

  /** Marks a tool; kept in class files only. */
  @interface ToolMethod {}

  /** A class with a method that is marked, and one that is not. */
  static final class Marked {
    String call(Request request) {
      return execute(request);
    }

    @ToolMethod
    private String execute(Request request) {
      return run(request.tool(), request.arguments());
    }
  }

  /** Becomes a tool by a class between, which declares the method. */
  static final class Inheriting extends Plain {}

  /** By a default method that calls a lambda expression. */
  interface Handler {
    String handle(Request request);

    default String dispatch(Request request) {
      return handle(request);
    }
  }

  /** Dispatches several calls at once. */
  static final class Batch {
    List<String> dispatch(List<Request> requests) {
      return requests.stream().map(each -> run(each.tool(), each.arguments())).toList();
    }
  }

  /** What a framework ends its runs by. */
  static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;

    Stopped(String message) {
      super(message);
    }
  }

  /** Gives back a value that cannot carry a message. */
  static final class Counting {
    int dispatch(Request request) {
      return run(request.tool(), request.arguments()).length();
    }
  }
}
