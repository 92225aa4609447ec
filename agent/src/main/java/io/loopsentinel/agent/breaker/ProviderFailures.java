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
 * Tells failures of a provider (it cannot be reached, is overloaded, broken or too slow) from
 * mistakes in what it was asked. Immutable.
 *
 * @param names of classes of exceptions that are such failures
 */
record ProviderFailures(List<Glob> names) {

  /** Causes that are looked at; a chain may be a circle. */
  private static final int MOST_CAUSES = 20;

  /** As clients for HTTP call it: JDK, Spring, OkHttp, and the SDKs of providers. */
  private static final List<String> STATUS_METHODS =
      List.of("statusCode", "getStatusCode", "code", "getCode", "status", "getStatus");

  /** A status, or what begins with one, as {@code 503 SERVICE_UNAVAILABLE} does. */
  private static final Pattern STATUS = Pattern.compile("([1-5][0-9]{2})\\b");

  /** How Spring AI says it; its exception has no method that would. */
  private static final Pattern STATUS_IN_MESSAGE = Pattern.compile("HTTP ([1-5][0-9]{2})\\b");

  /** Returns a throwable and its causes, nearest first. */
  static List<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, each -> each != null, Throwable::getCause)
        .limit(MOST_CAUSES)
        .toList();
  }

  /**
   * Returns what tells of a failure of the provider: the first of the causes that tells anything
   * decides.
   */
  Optional<Throwable> failureIn(Throwable thrown) {
    List<Throwable> causes = causes(thrown);
    if (causes.stream().anyMatch(ProviderFailures::isOwn)) {
      return Optional.empty();
    }
    return causes.stream()
        .filter(each -> judge(each).isPresent())
        .findFirst()
        .filter(each -> judge(each).orElse(false));
  }

  /** Whether it says that a provider was not asked. */
  static boolean isRefusal(Throwable thrown) {
    return causes(thrown).stream().anyMatch(ProviderUnavailableException.class::isInstance);
  }

  private static boolean isOwn(Throwable thrown) {
    return thrown instanceof ToolLoopError || thrown instanceof ProviderUnavailableException;
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
        // It has no such method, or not for us: then the next one or its name tells.
      }
    }
    Matcher message = STATUS_IN_MESSAGE.matcher(String.valueOf(thrown.getMessage()));
    return message.lookingAt()
        ? OptionalInt.of(Integer.parseInt(message.group(1)))
        : OptionalInt.empty();
  }
}
