package io.loopsentinel.agent.async;

import io.loopsentinel.agent.bridge.BridgeLoader;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import io.loopsentinel.targets.result.AsynchronousType;
import java.lang.reflect.InvocationTargetException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The bridges to asynchronous libraries. Each class loader's copy of a library has its own. */
public final class Libraries {

  private static final String BRIDGES = "io.loopsentinel.agent.async.library.";

  /** Bridges by reactive type, stored in the class so that they do not prevent its unloading. */
  private static final ClassValue<ReactiveLibrary> REACTIVE =
      new ForgettableClassValue<>() {
        @Override
        protected ReactiveLibrary compute(Class<?> type) {
          String name = type.getName();
          if (name.startsWith("java.")) {
            return new FlowLibrary();
          }
          return (ReactiveLibrary)
              open(
                  name.startsWith("reactor.")
                      ? "ReactorLibrary"
                      : name.startsWith("io.reactivex.")
                          ? "RxJavaLibrary"
                          : "ReactiveStreamsLibrary",
                  type);
        }
      };

  /** Bridges by the type of continuations, stored in it as the others. */
  @SuppressWarnings("unchecked")
  private static final ClassValue<BiFunction<Object, LaterResult.Listener, Object>> CONTINUATIONS =
      new ForgettableClassValue<>() {
        @Override
        protected BiFunction<Object, LaterResult.Listener, Object> compute(Class<?> type) {
          return (BiFunction<Object, LaterResult.Listener, Object>)
              open("ContinuationLibrary", type);
        }
      };

  private Libraries() {}

  private static Object open(String bridge, Class<?> type) {
    try {
      return BridgeLoader.open(BRIDGES + bridge, BRIDGES, type.getClassLoader());
    } catch (InvocationTargetException | LinkageError e) {
      throw new LaterResult.UnfitLibraryException(e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static ReactiveLibrary reactive(Class<?> type) {
    return REACTIVE.get(type);
  }

  /**
   * Returns the deferred result of a suspend function. The bridge is not kept, because few calls
   * wait for a person.
   *
   * @param continuation the caller, whose class loader finds both of Kotlin's libraries
   */
  @SuppressWarnings("unchecked")
  static DeferredResult deferred(Object continuation) {
    return ((Function<Object, DeferredResult>) open("KotlinLibrary", continuation.getClass()))
        .apply(continuation);
  }

  /**
   * Returns a continuation to pass to a suspend function instead of its caller's. The listener gets
   * the outcome of a function that was suspended.
   *
   * @param type Kotlin's type of continuations
   * @throws LaterResult.UnfitLibraryException if the library has an unexpected version
   */
  public static Object observed(Class<?> type, Object caller, LaterResult.Listener listener) {
    return CONTINUATIONS.get(type).apply(caller, listener);
  }

  /** Returns the bridge to a subscriber's Reactor; {@code null} if it is not Reactor's. */
  public static @Nullable ReactiveLibrary reactorOf(Object subscriber) {
    Class<?> type =
        AsynchronousType.supertype(
            subscriber.getClass(), each -> each.getName().equals("reactor.core.CoreSubscriber"));
    return type == null ? null : REACTIVE.get(type);
  }
}
