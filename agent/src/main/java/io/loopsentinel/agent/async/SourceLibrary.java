package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one reactive type in one class loader.
 *
 * @param source the interface of what can be subscribed to, as {@code Publisher}
 * @param from makes an object of the type of a source; absent: a source is one
 * @param subscribe subscribes to an object of the type, with the library's own subscriber where it
 *     has one, which carries more than the interface says: Reactor's context, for example
 */
record SourceLibrary(Class<?> source, @Nullable Method from, Method subscribe) {

  /** The methods live in the class that has them, and do not keep it from unloading. */
  private static final ClassValue<SourceLibrary> BY_TYPE =
      new ClassValue<>() {
        @Override
        protected SourceLibrary computeValue(Class<?> type) {
          AsynchronousType.Found found = AsynchronousType.find(type);
          if (found == null) {
            throw new IllegalArgumentException("not a reactive type: " + type.getName());
          }
          return find(found.kind(), type);
        }
      };

  static SourceLibrary of(Class<?> type) {
    return BY_TYPE.get(type);
  }

  private static SourceLibrary find(AsynchronousType kind, Class<?> type) {
    return switch (kind) {
      case MONO -> find(type, "fromDirect", "Publisher", "CoreSubscriber");
      case FLUX -> find(type, "from", "Publisher", "CoreSubscriber");
      case FLOWABLE -> find(type, "fromPublisher", "Publisher", "FlowableSubscriber");
      case SINGLE -> find(type, "wrap", "SingleSource", "SingleObserver");
      case MAYBE -> find(type, "wrap", "MaybeSource", "MaybeObserver");
      case COMPLETABLE -> find(type, "wrap", "CompletableSource", "CompletableObserver");
      case OBSERVABLE -> find(type, "wrap", "ObservableSource", "Observer");
      default -> new SourceLibrary(type, null, method(type, "subscribe", "Subscriber"));
    };
  }

  private static SourceLibrary find(
      Class<?> type, String factory, String source, String subscriber) {
    Method from = method(type, factory, source);
    return new SourceLibrary(
        from.getParameterTypes()[0], from, method(type, "subscribe", subscriber));
  }

  private static Method method(Class<?> type, String name, String parameter) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name) && method.getParameterCount() == 1)
        .filter(method -> method.getParameterTypes()[0].getSimpleName().equals(parameter))
        .findFirst()
        .orElseThrow(
            () ->
                new LaterResult.UnfitLibraryException(
                    "this version of "
                        + type.getName()
                        + " has no method "
                        + name
                        + "("
                        + parameter
                        + ")"));
  }
}
