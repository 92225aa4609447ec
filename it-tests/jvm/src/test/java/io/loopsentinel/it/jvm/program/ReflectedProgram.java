package io.loopsentinel.it.jvm.program;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Prints all that reflection and stack traces show of classes with all kinds of attributes, once
 * for each line of its input.
 */
public final class ReflectedProgram {

  private ReflectedProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    List<Class<?>> types =
        List.of(
            Shape.class,
            Round.class,
            Round.Part.class,
            new Round().anonymous().getClass(),
            Answer.class,
            Colour.class,
            ((Object) Colour.RED).getClass(),
            Tool.class,
            ThreadPoolExecutor.class,
            ScheduledThreadPoolExecutor.class,
            ForkJoinPool.class,
            ForkJoinTask.class,
            CompletableFuture.class);
    System.out.println("ready");
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      run(line);
      types.forEach(type -> new Description().add(type).print());
      System.out.println(new Answer<>("a", List.of()) + " " + traceOf(new Round()));
      System.out.println("end of " + line);
    }
  }

  /** A run, for which classes of the JDK are rewritten. */
  static String run(String question) {
    return new Round().call(question, Map.of(), 1, 2);
  }

  private static String traceOf(Round round) {
    try {
      return round.call("", Map.of());
    } catch (IllegalStateException e) {
      return e.getStackTrace()[0].toString();
    }
  }

  /** An annotation of everything. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.TYPE,
    ElementType.TYPE_USE,
    ElementType.TYPE_PARAMETER,
    ElementType.PARAMETER,
    ElementType.METHOD
  })
  public @interface Mark {

    /** A text. */
    String value() default "mark";
  }

  /** What a guarded class is beside. */
  @Mark
  public abstract static sealed class Shape<@Mark("t") T extends Comparable<@Mark("bound") T>>
      permits Round {

    /** Generic and annotated. */
    @Mark("field")
    protected List<@Mark("argument") ? super T> parts = List.of();

    /** Takes two parameters, of which the second is final. */
    protected Shape(@Mark("first") String name, final int count) {}
  }

  /** A class with a guarded method. */
  public static final class Round extends Shape<String> {

    /** A method with a constant that is inlined. */
    public static final String CONSTANT = "constant";

    /** Creates one. */
    public Round() {
      super("round", 1);
    }

    /** Has names, annotations, a type variable and an exception. */
    @Deprecated
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <X extends RuntimeException> @Mark("result") String call(
        @Mark("tool") String tool,
        final Map<String, ? extends @Mark("value") Object> arguments,
        int... more)
        throws X {
      if (tool.isEmpty()) {
        throw new IllegalStateException();
      }
      return tool + arguments + more.length;
    }

    Object anonymous() {
      int local = parts.size();
      return new Object() {
        @Override
        public String toString() {
          return local + CONSTANT + parts;
        }
      };
    }

    /** A lambda that captures its receiver. */
    public final class Part {

      /** Takes another parameter. */
      public Part(String name) {}

      String call(String tool) {
        return tool + parts;
      }
    }
  }

  /** A record whose components are annotated. */
  public record Answer<Q>(@Mark("component") String text, List<@Mark("element") Q> parts) {

    String call(String tool) {
      return tool + text;
    }
  }

  /** An enum with a body of its own for a constant. */
  public enum Colour {
    /** Overrides. */
    RED("r") {
      @Override
      String call(String tool) {
        return label() + tool;
      }
    };

    private final String label;

    Colour(String... names) {
      label = String.join(" ", names);
    }

    abstract String call(String tool);

    String label() {
      return label;
    }
  }

  /** An interface with all kinds of methods. */
  public interface Tool {

    /** A default. */
    default String call(String tool) {
      return secret(tool);
    }

    private static String secret(String name) {
      return name;
    }
  }

  private static final class Description {

    private final List<String> lines = new ArrayList<>();

    Description add(Class<?> type) {
      lines.add(type.toGenericString() + " of " + type.getEnclosingMethod());
      lines.add(
          type.getEnclosingClass() + " " + type.getDeclaringClass() + type.isAnonymousClass());
      lines.add("annotations " + annotations(type) + type.getAnnotatedSuperclass());
      lines.add("inner " + names(type.getDeclaredClasses()));
      lines.add("nest " + type.getNestHost() + names(type.getNestMembers()));
      lines.add("subclasses " + type.isSealed());
      if (type.isSealed()) {
        lines.add("permits " + names(type.getPermittedSubclasses()));
      }
      for (TypeVariable<?> each : type.getTypeParameters()) {
        lines.add(each + annotations(each) + Arrays.toString(each.getAnnotatedBounds()));
      }
      if (type.isRecord()) {
        for (RecordComponent each : type.getRecordComponents()) {
          lines.add(each + annotations(each) + each.getAnnotatedType() + each.getGenericType());
        }
      }
      for (Field each : type.getDeclaredFields()) {
        lines.add(each.toGenericString() + annotations(each) + each.getAnnotatedType());
      }
      for (Method each : type.getDeclaredMethods()) {
        add(each);
      }
      for (Constructor<?> each : type.getDeclaredConstructors()) {
        add(each);
      }
      return this;
    }

    private void add(Executable method) {
      StringBuilder line =
          new StringBuilder(method.toGenericString())
              .append(method.getModifiers())
              .append(annotations(method))
              .append(method.getAnnotatedReturnType())
              .append(Arrays.toString(method.getAnnotatedExceptionTypes()))
              .append(" (");
      for (Parameter each : method.getParameters()) {
        line.append(each).append(each.isNamePresent()).append(each.getModifiers());
        line.append(annotations(each)).append(each.getAnnotatedType()).append("; ");
      }
      lines.add(line.toString());
    }

    void print() {
      // The order of methods is the JVM's.
      new TreeSet<>(lines).forEach(System.out::println);
    }

    private static String annotations(AnnotatedElement element) {
      return Arrays.toString(element.getAnnotations());
    }

    private static String names(Class<?>... types) {
      return new TreeSet<>(Arrays.stream(types).map(Class::getName).toList()).toString();
    }
  }
}
