package io.loopsentinel.agent.breaker;

import io.loopsentinel.ProviderUnavailableException;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.engine.settings.Glob;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Distinguishes failures of a provider (unreachable, overloaded, broken or too slow) from errors in
 * the request. Immutable.
 *
 * @param names patterns for the names of exception classes that are failures of a provider
 */
record ProviderFailures(List<Glob> names) {

  /** Maximum causes to inspect, because a chain may be circular. */
  private static final int MAX_CAUSES = 20;

  /** Accessors of the HTTP status in the JDK, Spring, OkHttp and the SDKs of providers. */
  private static final List<String> STATUS_METHODS =
      List.of("statusCode", "getStatusCode", "code", "getCode", "status", "getStatus");

  /** A status at the beginning of a text, as in {@code 503 SERVICE_UNAVAILABLE}. */
  private static final Pattern STATUS = Pattern.compile("([1-5][0-9]{2})\\b");

  /** The status in a message of Spring AI, whose exception has no accessor for it. */
  private static final Pattern STATUS_IN_MESSAGE = Pattern.compile("HTTP ([1-5][0-9]{2})\\b");

  /** Returns a throwable and its causes, nearest first. */
  static List<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, each -> each != null, Throwable::getCause)
        .limit(MAX_CAUSES)
        .toList();
  }

  /** Returns the first conclusive cause, if it is a failure of the provider. */
  Optional<Throwable> failureIn(Throwable thrown) {
    List<Throwable> causes = causes(thrown);
    if (isRefusal(thrown) || causes.stream().anyMatch(ToolLoopError.class::isInstance)) {
      return Optional.empty();
    }
    return causes.stream()
        .filter(each -> judge(each).isPresent())
        .findFirst()
        .filter(each -> judge(each).orElse(false));
  }

  /** Returns whether a throwable means that a provider was not asked. */
  static boolean isRefusal(Throwable thrown) {
    return causes(thrown).stream().anyMatch(ProviderUnavailableException.class::isInstance);
  }

  private Optional<Boolean> judge(Throwable thrown) {
    OptionalInt status = status(thrown);
    if (status.isPresent()) {
      int code = status.getAsInt();
      return Optional.of(code == 408 || code == 429 || code >= 500);
    }
    boolean failed =
        thrown instanceof IOException || thrown instanceof TimeoutException || isNamed(thrown);
    return failed ? Optional.of(true) : Optional.empty();
  }

  private boolean isNamed(Throwable thrown) {
    return Stream.<Class<?>>iterate(
            thrown.getClass(), type -> type != Throwable.class, Class::getSuperclass)
        .anyMatch(type -> names.stream().anyMatch(name -> name.matches(type.getName())));
  }

  private static OptionalInt status(Throwable thrown) {
    for (String method : STATUS_METHODS) {
      try {
        Object value = thrown.getClass().getMethod(method).invoke(thrown);
        Matcher status = STATUS.matcher(String.valueOf(value));
        if (status.lookingAt()) {
          return OptionalInt.of(Integer.parseInt(status.group(1)));
        }
      } catch (ReflectiveOperationException | RuntimeException | LinkageError none) {
        // No such method, or not accessible: the next one or the class name decides.
      }
    }
    try {
      Matcher message = STATUS_IN_MESSAGE.matcher(String.valueOf(thrown.getMessage()));
      return message.lookingAt()
          ? OptionalInt.of(Integer.parseInt(message.group(1)))
          : OptionalInt.empty();
    } catch (RuntimeException unreadable) {
      return OptionalInt.empty(); // The class name decides.
    }
  }
}
