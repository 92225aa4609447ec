package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a method returns: a value, or an object by which values come later.
 *
 * <p>Immutable. Refers to classes of the application: keep it no longer than the method's class.
 *
 * @param declared the class that the method declares
 * @param item the class of the value, or of each of several, as far as it is known
 * @param itemType the same with its type arguments
 * @param isSuspending whether it is a Kotlin suspend function, whose last parameter is a
 *     continuation
 * @param later by what values come later; absent: they do not
 */
public record ResultType(
    Class<?> declared,
    Class<?> item,
    Type itemType,
    boolean isSuspending,
    AsynchronousType.@Nullable Found later) {

  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  /** Returns the type of a method's result. */
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

  /** Returns the type of what comes in the end. */
  public ResultType ofValue() {
    return new ResultType(value(), value(), value(), false, null);
  }

  /** Returns the class of the value that comes in the end, as far as it is known. */
  public Class<?> value() {
    if (later == null || !later.kind().isStream()) {
      return item;
    }
    // A publisher gives one value, or a list: that depends on what it turns out to be.
    return later.kind().factory == null ? Object.class : List.class;
  }

  /** Returns it as in {@code reactor.core.publisher.Mono of java.lang.String}. */
  public String describe() {
    return hidesValue() ? declared.getName() + " of " + value().getName() : declared.getName();
  }

  /** Says why what the method returns cannot bring a message to the model. */
  public String cannotCarryMessage() {
    return cannotCarryMessage(describe(), !declared.isPrimitive());
  }

  /** Says why, where {@code isObject} if an expression may build what is returned. */
  public static String cannotCarryMessage(String returned, boolean isObject) {
    return "returns "
        + (returned.equals("void") ? "nothing" : returned)
        + " and so cannot carry a message"
        + (isObject ? "; set result: to an expression that builds one from it" : "");
  }

  /** Returns whether an error is given to the caller by the method's own type, not thrown. */
  public boolean carriesErrors() {
    // What is built is of the library's own type, not of a class that extends it.
    return later != null && later.type() == declared;
  }

  private boolean carriesValues() {
    return carriesErrors() && later != null && later.kind() != AsynchronousType.COMPLETABLE;
  }

  /** Whether the value that comes in the end is of another class than the declared one. */
  public boolean hidesValue() {
    return isSuspending || later != null;
  }

  /** Whether what the method returns may be an object by which values come later. */
  public boolean mayComeLater() {
    return !isSuspending && (later != null || declared == Object.class);
  }

  /** Whether what comes in the end is given to the application as a whole, not bit by bit. */
  public boolean comesAsWhole() {
    return later == null || !later.kind().isStream();
  }

  /** Whether {@link #synthetic} may make a result of an object of this class. */
  public boolean takes(Class<?> given) {
    return !declared.isPrimitive()
        && ((later != null && isRelated(declared, given))
            || ((later == null || carriesValues()) && isRelated(item, given)));
  }

  /** Whether {@link #synthetic} makes a result of each object of this class. */
  public boolean surelyTakes(Class<?> given) {
    return takes(given) && (declared.isAssignableFrom(given) || item.isAssignableFrom(given));
  }

  /**
   * Makes a result of an object: the object itself, or what it comes by. Gives an {@link Optional}
   * of what the method is to return, or {@code null} where it cannot.
   */
  public @Nullable Object synthetic(@Nullable Object value) throws ReflectiveOperationException {
    if (later == null) {
      return value == null || item.isInstance(value) ? Optional.ofNullable(value) : null;
    }
    if (declared.isInstance(value)) {
      return Optional.ofNullable(value);
    }
    return item.isInstance(value) && carriesValues()
        ? Optional.of(LaterResult.of(later, value, null))
        : null;
  }

  /**
   * Makes a result of a call whose work is yet to be begun; {@code null} where there is none.
   *
   * @param arguments of the call
   * @param executor where the work is done, unless it belongs to a coroutine
   */
  public @Nullable DeferredResult deferred(@Nullable Object[] arguments, Executor executor)
      throws ReflectiveOperationException {
    if (isSuspending) {
      return DeferredCoroutine.of(Objects.requireNonNull(arguments[arguments.length - 1]));
    }
    return later != null && carriesErrors() && later.kind().canBeDeferred()
        ? DeferredObject.of(later, executor)
        : null;
  }

  /** Makes a result that is an error; {@code null} where the method can only throw. */
  public @Nullable Object failed(Throwable error) throws ReflectiveOperationException {
    return later != null && carriesErrors() ? LaterResult.of(later, null, error) : null;
  }

  /** A wider static type may still hold a fitting value; that is looked at when it is there. */
  private static boolean isRelated(Class<?> wanted, Class<?> given) {
    return wanted.isAssignableFrom(given) || given.isAssignableFrom(wanted);
  }

  private static Type item(Method method, AsynchronousType.Found later) {
    if (later.kind() == AsynchronousType.COMPLETABLE) {
      return Void.class;
    }
    // Where a class extends the library's, its own type arguments are others.
    boolean isLibrarys = later.type() == method.getReturnType();
    return isLibrarys ? argument(method::getGenericReturnType) : Object.class;
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

  private static Type read(Supplier<Type> type, Class<?> otherwise) {
    try {
      return type.get();
    } catch (RuntimeException | LinkageError unreadable) {
      return otherwise; // It names a class that is not there, or an obfuscator has broken it.
    }
  }

  private static Class<?> erased(Type type) {
    if (type instanceof ParameterizedType generic) {
      return erased(generic.getRawType());
    }
    return type instanceof Class<?> known ? known : Object.class;
  }
}
