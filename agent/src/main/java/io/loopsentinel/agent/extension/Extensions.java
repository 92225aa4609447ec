package io.loopsentinel.agent.extension;

import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.webhook.Alert;
import io.loopsentinel.agent.telemetry.webhook.AlertBody;
import io.loopsentinel.engine.api.AlertFormatExtension;
import io.loopsentinel.engine.api.DetectorExtension;
import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SimilarityExtension;
import io.loopsentinel.engine.api.SinkExtension;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.api.StoreExtension;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the jars of a configuration bring, each in a class loader of its own. Filled by one thread,
 * as a configuration is read.
 */
public final class Extensions {

  private final Map<String, Loaded<DetectorExtension>> detectors = new LinkedHashMap<>();
  private final Map<String, Loaded<SinkExtension>> sinks = new LinkedHashMap<>();
  private final Map<String, Loaded<AlertFormatExtension>> formats = new LinkedHashMap<>();
  private final Map<String, Loaded<StoreExtension>> stores = new LinkedHashMap<>();
  private final Map<String, Loaded<SimilarityExtension>> similarities = new LinkedHashMap<>();
  private volatile Consumer<Throwable> failures = failure -> {};

  /** An extension, and what runs it. */
  private record Loaded<T>(T extension, ClassLoader loader, ExtensionGuard guard) {}

  /** An extension that cannot be used; the message says why. */
  public static final class ExtensionException extends Exception {

    private static final long serialVersionUID = 1L;

    ExtensionException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** Has somebody told of what fails from now on. */
  public void report(Consumer<Throwable> told) {
    failures = told;
  }

  /** Returns the names of its detectors. */
  public Set<String> detectors() {
    return detectors.keySet();
  }

  /** Returns the names of its receivers of events. */
  public Set<String> sinks() {
    return sinks.keySet();
  }

  /** Returns the names of its stores. */
  public Set<String> stores() {
    return stores.keySet();
  }

  /**
   * Adds what a jar brings.
   *
   * @param taken names that are not free
   */
  public void add(File jar, Set<String> taken) throws ExtensionException {
    if (!jar.isFile()) {
      throw new ExtensionException("there is no such file (" + jar.getAbsolutePath() + ")", null);
    }
    int added;
    try {
      URL[] urls = {jar.toURI().toURL()};
      URLClassLoader loader = new URLClassLoader(jar.getName(), urls, new ApiLoader());
      ExtensionGuard guard = guard(jar.getName(), loader);
      added =
          guard.call(
              ExtensionGuard.LIMIT_OF_CONFIGURATION,
              () ->
                  put(detectors, DetectorExtension.class, DetectorExtension::name, loader, taken)
                      + put(sinks, SinkExtension.class, SinkExtension::name, loader, taken)
                      + put(stores, StoreExtension.class, StoreExtension::name, loader, taken)
                      + put(
                          formats,
                          AlertFormatExtension.class,
                          AlertFormatExtension::name,
                          loader,
                          taken)
                      + put(
                          similarities,
                          SimilarityExtension.class,
                          SimilarityExtension::name,
                          loader,
                          taken));
    } catch (ExecutionException e) {
      throw new ExtensionException("cannot be used: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new ExtensionException("does not come back while it is loaded", e);
    } catch (Exception e) {
      throw new ExtensionException("cannot be read: " + e, e);
    }
    if (added == 0) {
      throw new ExtensionException("names no extension in META-INF/services", null);
    }
  }

  /** Returns how many there are in a jar. */
  private <T> int put(
      Map<String, Loaded<T>> known,
      Class<T> type,
      Function<T, String> naming,
      ClassLoader loader,
      Set<String> taken)
      throws ExtensionException {
    int before = known.size();
    for (T extension : ServiceLoader.load(type, loader)) {
      String name = naming.apply(extension);
      if (!name.matches("[a-z][a-z0-9_]*")) {
        throw new ExtensionException("its name \"" + name + "\" is not of a-z, 0-9 and _", null);
      }
      Loaded<T> added = new Loaded<>(extension, loader, guard(name, loader));
      if (taken.contains(name) || known.putIfAbsent(name, added) != null) {
        throw new ExtensionException("its name " + name + " is taken", null);
      }
    }
    return known.size() - before;
  }

  private ExtensionGuard guard(String name, ClassLoader loader) {
    return new ExtensionGuard(name, loader, failure -> failures.accept(failure));
  }

  /**
   * Returns the rule of a detector, which does no harm.
   *
   * @throws SettingException if it does not take the settings
   */
  public LoopRule rule(String name, Map<String, Object> settings)
      throws SettingException, ExtensionException {
    Loaded<DetectorExtension> loaded = found(detectors, name);
    LoopRule rule = configured(loaded, () -> loaded.extension().configure(settings));
    return (call, earlier) ->
        loaded.guard().callOrNothing(ExtensionGuard.LIMIT, () -> rule.check(call, earlier));
  }

  /**
   * Returns a receiver of events, which does no harm.
   *
   * @throws SettingException if it does not take the settings
   */
  public EventSink sink(String name, Map<String, Object> settings)
      throws SettingException, ExtensionException {
    Loaded<SinkExtension> loaded = found(sinks, name);
    EventReceiver receiver = configured(loaded, () -> loaded.extension().configure(settings));
    return new ExtensionSink(name, receiver, loaded.loader(), loaded.guard());
  }

  /**
   * Returns a store, which does no harm.
   *
   * @throws SettingException if it does not take the settings
   */
  public StateStore store(String name, Map<String, Object> settings)
      throws SettingException, ExtensionException {
    Loaded<StoreExtension> loaded = found(stores, name);
    StateStore store = configured(loaded, () -> loaded.extension().configure(settings));
    return new ExtensionStore(name, store, loaded.guard());
  }

  /** Returns its forms of alerts, which do no harm: where one fails, JSON is sent. */
  public Map<String, Function<Alert, String>> formats() {
    Map<String, Function<Alert, String>> all = new LinkedHashMap<>();
    formats.forEach((name, loaded) -> all.put(name, alert -> written(loaded, alert)));
    return all;
  }

  private static String written(Loaded<AlertFormatExtension> loaded, Alert alert) {
    String own =
        loaded
            .guard()
            .callOrNothing(
                ExtensionGuard.LIMIT_OF_ALERT, () -> loaded.extension().write(alert.members()));
    return own == null ? AlertBody.JSON.apply(alert) : own;
  }

  /** Returns its similarities, which do no harm: where one fails, it gives {@code null}. */
  public Map<String, Function<String, @Nullable List<String>>> similarities() {
    Map<String, Function<String, @Nullable List<String>>> all = new LinkedHashMap<>();
    similarities.forEach(
        (name, loaded) ->
            all.put(
                name,
                text ->
                    loaded
                        .guard()
                        .callOrNothing(
                            ExtensionGuard.LIMIT,
                            () -> List.copyOf(loaded.extension().words(text)))));
    return all;
  }

  private static <T> Loaded<T> found(Map<String, Loaded<T>> known, String name) {
    return Objects.requireNonNull(known.get(name));
  }

  private static <T> T configured(Loaded<?> loaded, Callable<T> configuration)
      throws SettingException, ExtensionException {
    try {
      return loaded.guard().call(ExtensionGuard.LIMIT_OF_CONFIGURATION, configuration);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SettingException unfit) {
        throw unfit;
      }
      throw new ExtensionException("cannot be configured: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new ExtensionException("does not come back while it is configured", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExtensionException("was interrupted while it was configured", e);
    }
  }
}
