package io.loopsentinel.targets.extension;

import io.loopsentinel.engine.api.AlertFormatExtension;
import io.loopsentinel.engine.api.DetectorExtension;
import io.loopsentinel.engine.api.EmbeddingExtension;
import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.engine.api.SimilarityExtension;
import io.loopsentinel.engine.api.SinkExtension;
import io.loopsentinel.engine.meaning.Meaning;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The extensions in the jars of a configuration, by name. Each jar has its own class loader, each
 * extension its own {@link ExtensionGuard}. Filled by one thread while a configuration is read.
 */
public final class Extensions {

  /** Maximum length of a text in a finding; a message shows less. */
  private static final int MAX_TEXT_LENGTH = 10_000;

  private final Map<String, Configuration<LoopRule>> rules = new LinkedHashMap<>();
  private final Map<String, Configuration<EventReceiver>> sinks = new LinkedHashMap<>();
  private final Map<String, SharedStoreKind> sharedStores = new LinkedHashMap<>();
  private final Map<String, EventReceiver> receivers = new LinkedHashMap<>();
  private final Map<String, Function<Map<String, Object>, @Nullable String>> formats =
      new LinkedHashMap<>();
  private final Map<String, Function<String, @Nullable Meaning>> similarities =
      new LinkedHashMap<>();
  private final Set<String> comparingTexts = new HashSet<>();
  private @Nullable ConfiguredStore sharedStore;
  private volatile FailureListener failureListener = (place, problem, consequence, cause) -> {};

  /** Creates an object of an extension from its settings. */
  @FunctionalInterface
  public interface Configuration<T> {

    /** Returns the configured object; throws a {@link SettingException} if a setting is invalid. */
    T of(Map<String, Object> settings) throws SettingException, ExtensionException;
  }

  /**
   * A kind of store that several JVMs share.
   *
   * @param mainSetting the setting that is meant if only a text is configured
   */
  public record SharedStoreKind(String mainSetting, Configuration<SharedStore> configuration) {}

  /** A configured store that several JVMs share; it is not guarded. */
  public record ConfiguredStore(String name, SharedStore store, Secrets secrets) {

    /** Returns the name alone, because the store may print its settings. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** Is notified of failures of extensions. */
  @FunctionalInterface
  public interface FailureListener {

    /**
     * Handles a failure.
     *
     * @param place the extension or its jar, for messages
     * @param problem {@code null} if only the class of the cause is known
     */
    void failed(
        String place, @Nullable String problem, String consequence, @Nullable Throwable cause);
  }

  /** Thrown if an extension cannot be used; the message says why. */
  public static final class ExtensionException extends Exception {

    private static final long serialVersionUID = 1L;

    ExtensionException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** A jar that is being read; {@code taken} are the names that are already in use. */
  private record Jar(ClassLoader loader, Set<String> taken, AtomicInteger added) {}

  public void report(FailureListener listener) {
    failureListener = listener;
  }

  /** Returns the rules of detectors by name. */
  public Map<String, Configuration<LoopRule>> rules() {
    return rules;
  }

  /** Returns the receivers of events by name. */
  public Map<String, Configuration<EventReceiver>> sinks() {
    return sinks;
  }

  /** Returns the kinds of stores that several JVMs can share, by name. */
  public Map<String, SharedStoreKind> sharedStores() {
    return sharedStores;
  }

  /** Returns the receivers of events that are configured, by name. */
  public Map<String, EventReceiver> configuredSinks() {
    return receivers;
  }

  /** Returns the store that several JVMs share, if one is configured. */
  public Optional<ConfiguredStore> configuredSharedStore() {
    return Optional.ofNullable(sharedStore);
  }

  /** Returns the formats of alerts by name. If one fails, it gives {@code null}. */
  public Map<String, Function<Map<String, Object>, @Nullable String>> formats() {
    return formats;
  }

  /** Returns the readers of meanings by name. If one fails, it gives {@code null}. */
  public Map<String, Function<String, @Nullable Meaning>> similarities() {
    return similarities;
  }

  /** Returns whether a similarity compares texts, which are not shared between JVMs. */
  public boolean comparesTexts(String similarity) {
    return comparingTexts.contains(similarity);
  }

  /**
   * Adds the extensions of a jar.
   *
   * @param taken names that are already in use
   */
  public void add(File jar, Set<String> taken) throws ExtensionException {
    if (!jar.isFile()) {
      throw new ExtensionException("there is no such file (" + jar.getAbsolutePath() + ")", null);
    }
    int added;
    try {
      URL[] urls = {jar.toURI().toURL()};
      ClassLoader loader = new URLClassLoader(jar.getName(), urls, new ApiLoader());
      Jar opened = new Jar(loader, taken, new AtomicInteger());
      added =
          guard(jar.getName(), opened, 1)
              .call(ExtensionGuard.CONFIGURATION_TIMEOUT, () -> putAll(opened));
    } catch (ExecutionException e) {
      throw new ExtensionException("cannot be used: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new ExtensionException("timed out while being loaded", e);
    } catch (Exception e) {
      throw new ExtensionException("cannot be read: " + e, e);
    }
    if (added == 0) {
      throw new ExtensionException("declares no extension in META-INF/services", null);
    }
  }

  /** Adds the extensions of a jar and returns their number. */
  private int putAll(Jar jar) throws ExtensionException {
    put(jar, DetectorExtension.class, DetectorExtension::name, rules, Extensions::rule);
    put(jar, SinkExtension.class, SinkExtension::name, sinks, this::sink);
    put(
        jar,
        SharedStoreExtension.class,
        SharedStoreExtension::name,
        sharedStores,
        this::sharedStore);
    put(jar, AlertFormatExtension.class, AlertFormatExtension::name, formats, Extensions::format);
    put(jar, SimilarityExtension.class, SimilarityExtension::name, similarities, this::similarity);
    put(
        jar,
        EmbeddingExtension.class,
        EmbeddingExtension::name,
        similarities,
        Extensions::embedding);
    return jar.added().get();
  }

  private <E, T> void put(
      Jar jar,
      Class<E> type,
      Function<E, String> naming,
      Map<String, T> known,
      BiFunction<E, ExtensionGuard, T> guarded)
      throws ExtensionException {
    for (E extension : ServiceLoader.load(type, jar.loader())) {
      String name = naming.apply(extension);
      if (!name.matches("[a-z][a-z0-9_]*")) {
        throw new ExtensionException("its name \"" + name + "\" is not [a-z][a-z0-9_]*", null);
      }
      int maxThreads = extension instanceof EmbeddingExtension ? 1 : ExtensionGuard.MAX_THREADS;
      T added = guarded.apply(extension, guard(name, jar, maxThreads));
      if (jar.taken().contains(name) || known.putIfAbsent(name, added) != null) {
        throw new ExtensionException("its name " + name + " is already in use", null);
      }
      jar.added().incrementAndGet();
    }
  }

  private ExtensionGuard guard(String name, Jar jar, int maxThreads) {
    return new ExtensionGuard(
        name,
        jar.loader(),
        maxThreads,
        (place, problem, consequence, cause) ->
            failureListener.failed(place, problem, consequence, cause));
  }

  private static Configuration<LoopRule> rule(DetectorExtension extension, ExtensionGuard guard) {
    return settings -> {
      LoopRule rule = configured(guard, () -> extension.configure(settings));
      return (call, earlier) ->
          guard.callOrNull(
              ExtensionGuard.CALL_TIMEOUT, () -> rule.check(call, earlier), Extensions::problem);
    };
  }

  /** Returns the problem of a finding, or null if it is valid, as all later code expects. */
  private static @Nullable String problem(FoundLoop found) {
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    texts.put("subject", found.subject());
    texts.put("fact", found.fact());
    texts.put("advice", found.advice());
    for (Map.Entry<String, @Nullable String> text : texts.entrySet()) {
      String value = text.getValue();
      if (value == null || value.isBlank() || value.length() > MAX_TEXT_LENGTH) {
        return "returned a FoundLoop whose %s %s; expected a text of up to %s characters"
            .formatted(
                text.getKey(),
                value == null
                    ? "is null"
                    : value.isBlank() ? "is blank" : "has " + value.length() + " characters",
                MAX_TEXT_LENGTH);
      }
    }
    return found.count() < 0 || found.threshold() < 0
        ? "returned a FoundLoop with count %s and threshold %s; expected non-negative numbers"
            .formatted(found.count(), found.threshold())
        : null;
  }

  private Configuration<EventReceiver> sink(SinkExtension extension, ExtensionGuard guard) {
    return settings -> {
      EventReceiver receiver = configured(guard, () -> extension.configure(settings));
      EventReceiver guarded = new GuardedReceiver(receiver, guard);
      receivers.put(guard.name(), guarded);
      return guarded;
    };
  }

  private SharedStoreKind sharedStore(SharedStoreExtension extension, ExtensionGuard guard) {
    return new SharedStoreKind(
        extension.mainSetting(),
        settings -> {
          SharedStore shared = configured(guard, () -> extension.configure(settings));
          sharedStore = new ConfiguredStore(guard.name(), shared, Secrets.in(settings));
          return shared;
        });
  }

  private static Function<Map<String, Object>, @Nullable String> format(
      AlertFormatExtension extension, ExtensionGuard guard) {
    return alert ->
        guard.callOrNull(
            ExtensionGuard.ALERT_TIMEOUT, () -> extension.write(alert), written -> null);
  }

  private Function<String, @Nullable Meaning> similarity(
      SimilarityExtension extension, ExtensionGuard guard) {
    comparingTexts.add(guard.name());
    return text ->
        Meaning.read(
            text,
            (a, b) -> {
              Float score =
                  guard.callOrNull(
                      ExtensionGuard.MEANING_TIMEOUT,
                      () -> extension.similarity(a, b),
                      each ->
                          each >= 0 && each <= 1
                              ? null
                              : "returned %s; expected a number from 0 to 1".formatted(each));
              return score == null ? Meaning.UNKNOWN : score;
            });
  }

  private static Function<String, @Nullable Meaning> embedding(
      EmbeddingExtension extension, ExtensionGuard guard) {
    Embeddings embeddings = new Embeddings(extension, guard);
    return text -> Meaning.read(text, embeddings::of);
  }

  private static <T> T configured(ExtensionGuard guard, Callable<T> configuration)
      throws SettingException, ExtensionException {
    try {
      return guard.call(ExtensionGuard.CONFIGURATION_TIMEOUT, configuration);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SettingException unfit) {
        throw unfit;
      }
      throw new ExtensionException("cannot be configured: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new ExtensionException("timed out while being configured", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExtensionException("was interrupted while being configured", e);
    }
  }
}
