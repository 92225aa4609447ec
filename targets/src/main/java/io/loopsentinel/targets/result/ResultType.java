package io.loopsentinel.targets.result;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result type of a method: a value, or an asynchronous type.
 *
 * <p>Immutable. Refers to classes of the application: must not outlive the method's class.
 *
 * @param item the class of the value, or of each item, as far as known
 * @param itemType the type {@code item} with its type arguments
 * @param isSuspending whether the method is a Kotlin suspend function, whose last parameter is a
 *     continuation
 * @param later the asynchronous type; {@code null} if the method returns values
 */
public record ResultType(
    Class<?> declared,
    Class<?> item,
    Type itemType,
    boolean isSuspending,
    AsynchronousType.@Nullable Found later) {

  /** The type of a suspend function's last parameter. */
  public static final String CONTINUATION = "kotlin.coroutines.Continuation";

  public static ResultType of(Method method) {
    Class<?> declared = method.getReturnType();
    int last = method.getParameterCount() - 1;
    if (declared == Object.class
        && last >= 0
        && method.getParameterTypes()[last].getName().equals(CONTINUATION)) {
      Type item = argument(() -> method.getGenericParameterTypes()[last]);
      return new ResultType(declared, erased(item), item, true, null);
    }
    AsynchronousType.Found later = AsynchronousType.find(declared);
    if (later == null) {
      Type item = read(method::getGenericReturnType, declared);
      return new ResultType(declared, declared, item, false, null);
    }
    Type item = item(method, later);
    return new ResultType(declared, erased(item), item, false, later);
  }

  /** Returns the result type of a method that returns the final value itself. */
  public ResultType ofValue() {
    return new ResultType(value(), value(), value(), false, null);
  }

  /** Returns the class of the final value, as far as known. */
  public Class<?> value() {
    if (later == null || !later.kind().isStream()) {
      return item;
    }
    // A publisher gives one value or a list, depending on its class at run time.
    return later.kind().isPublisher() ? Object.class : List.class;
  }

  /** Returns a text such as {@code reactor.core.publisher.Mono of java.lang.String}. */
  public String describe() {
    return hidesValue() ? declared.getName() + " of " + value().getName() : declared.getName();
  }

  /** Returns the reason, as a clause, that the result cannot carry a message to the model. */
  public String cannotCarryMessage() {
    return cannotCarryMessage(describe(), !declared.isPrimitive());
  }

  /**
   * Returns the reason that a result cannot carry a message.
   *
   * @param returned the description of the type
   * @param isObject whether an expression can build the result
   */
  public static String cannotCarryMessage(String returned, boolean isObject) {
    return "returns "
        + (returned.equals("void") ? "nothing" : returned)
        + " and so cannot carry a message"
        + (isObject ? "; set result: to an expression that builds one from it" : "");
  }

  /** Returns whether the result type carries errors, so that none is thrown. */
  public boolean carriesErrors() {
    // The agent creates results of the library's own type only, not of a subclass.
    return later != null && later.type() == declared;
  }

  private boolean carriesValues() {
    return carriesErrors() && later != null && later.kind() != AsynchronousType.COMPLETABLE;
  }

  /** Returns whether the final value has another class than the declared one. */
  public boolean hidesValue() {
    return isSuspending || later != null;
  }

  /** Returns whether the result may be asynchronous. */
  public boolean mayComeLater() {
    return !isSuspending && (later != null || declared == Object.class);
  }

  /** Returns whether the value is a single object, not a stream. */
  public boolean comesAsWhole() {
    return later == null || !later.kind().isStream();
  }

  /** Returns whether an object of a class can be a result or its value, as far as types show. */
  public boolean takes(Class<?> given) {
    return !declared.isPrimitive()
        && ((later != null && isRelated(declared, given))
            || ((later == null || carriesValues()) && isRelated(item, given)));
  }

  /** Returns whether every object of a class is a result or its value. */
  public boolean surelyTakes(Class<?> given) {
    return takes(given) && (declared.isAssignableFrom(given) || item.isAssignableFrom(given));
  }

  /** Returns whether an object is a result, or a value that a result can be created with. */
  public boolean accepts(Object value) {
    return later == null
        ? item.isInstance(value)
        : declared.isInstance(value) || (carriesValues() && item.isInstance(value));
  }

  /** Returns whether one of two classes is a subtype of the other. */
  private static boolean isRelated(Class<?> wanted, Class<?> given) {
    return wanted.isAssignableFrom(given) || given.isAssignableFrom(wanted);
  }

  private static Type item(Method method, AsynchronousType.Found later) {
    if (later.kind() == AsynchronousType.COMPLETABLE) {
      return Void.class;
    }
    // A subclass has other type arguments.
    boolean isLibraryType = later.type() == method.getReturnType();
    return isLibraryType ? argument(method::getGenericReturnType) : Object.class;
  }

  /** Returns {@code T} of {@code Mono<T>} or {@code Continuation<? super T>}. */
  private static Type argument(Supplier<Type> type) {
    Type argument =
        read(type, Object.class) instanceof ParameterizedType generic
            ? generic.getActualTypeArguments()[0]
            : Object.class;
    if (!(argument instanceof WildcardType wildcard)) {
      return argument;
    }
    Type[] lower = wildcard.getLowerBounds();
    return lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0];
  }

  private static Type read(Supplier<Type> type, Class<?> fallback) {
    try {
      return type.get();
    } catch (RuntimeException | LinkageError unreadable) {
      return fallback; // A class is missing, or the signature is malformed.
    }
  }

  private static Class<?> erased(Type type) {
    if (type instanceof ParameterizedType generic) {
      return erased(generic.getRawType());
    }
    return type instanceof Class<?> known ? known : Object.class;
  }
}
