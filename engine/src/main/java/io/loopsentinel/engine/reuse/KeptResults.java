package io.loopsentinel.engine.reuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The results of this JVM that equal calls get again.
 *
 * <p>A result belongs to the version of the data that its call began with. Each call of a tool that
 * may change the data begins a new version, once when it begins and once when it ends, so no call
 * gets a result that is older than the end of such a call. Results of earlier versions are never
 * found again, and evicted.
 *
 * <p>Bounded in number and bytes. Thread-safe.
 */
public final class KeptResults {

  /** Maximum size of one result, in bytes. */
  public static final int MAX_RESULT_BYTES = 1 << 20;

  private static final int MAX_BYTES = 64 << 20;
  private static final int MAX_RESULTS = 16_384;
  private static final Duration MAX_RUN = Duration.ofMinutes(10);

  private final Map<Reuse, AtomicLong> versions;
  private final InstantSource clock;

  /** {@code null} if no results are reused. */
  private final @Nullable Caches caches;

  private volatile @Nullable KeptResults successor;

  /**
   * The calls that get the same result.
   *
   * @param kind distinguishes the methods that return results
   */
  private record Key(
      String per, Object holder, Object kind, Reuse reuse, long version, Fingerprint call) {

    /** A label's value may be equal to a session. */
    boolean isOfSession(Object session) {
      return per.equals(Budget.SESSION) && holder.equals(session);
    }
  }

  /** The kept results, and the calls that run. */
  private record Caches(
      Cache<Key, KeptResult> results, Cache<Key, CompletableFuture<@Nullable KeptResult>> running) {

    static Caches of(Duration ttl) {
      return new Caches(
          Caffeine.newBuilder()
              .expireAfterWrite(ttl)
              .maximumWeight(MAX_BYTES)
              .weigher((Key key, KeptResult result) -> result.weight())
              .executor(Runnable::run)
              .build(),
          Caffeine.newBuilder()
              .expireAfterWrite(MAX_RUN)
              .maximumSize(MAX_RESULTS)
              .executor(Runnable::run)
              .build());
    }
  }

  /**
   * Creates an instance without results.
   *
   * @param rules the settings of all tools whose results are reused
   * @param clock the time of calls
   */
  public KeptResults(Collection<Reuse> rules, InstantSource clock) {
    this.versions =
        rules.stream().distinct().collect(Collectors.toMap(each -> each, each -> new AtomicLong()));
    this.clock = clock;
    Duration longest = rules.stream().map(Reuse::ttl).max(Duration::compareTo).orElse(MAX_RUN);
    this.caches = versions.isEmpty() ? null : Caches.of(longest);
  }

  /** Also tells another instance of changes of the data, because earlier calls end here. */
  public void replaceBy(KeptResults other) {
    successor = other;
  }

  /**
   * Returns a call that may get an earlier result.
   *
   * @param holder the session or label that shares results
   * @param kind distinguishes the methods that return results; compared by {@code equals}
   * @return the call; {@code null} if the rule is not one of these settings
   */
  public @Nullable Request request(Reuse reuse, Object holder, Object kind, Fingerprint call) {
    AtomicLong version = versions.get(reuse);
    return version == null || caches == null
        ? null
        : new Request(caches, new Key(reuse.per(), holder, kind, reuse, version.get(), call));
  }

  /** Returns whether calls of a tool may change results. */
  public boolean isWrite(String tool) {
    for (Reuse each : versions.keySet()) {
      if (isChanged(each, tool)) {
        return true;
      }
    }
    return false;
  }

  /** Records that a call of a tool begins or ends, however it ends. */
  public void called(String tool) {
    versions.forEach(
        (reuse, version) -> {
          if (isChanged(reuse, tool)) {
            version.incrementAndGet();
          }
        });
    KeptResults next = successor;
    if (next != null) {
      next.called(tool);
    }
  }

  /** Records that calls are not seen, so that any of them may change the data. */
  public void calledUnseen() {
    versions.forEach(
        (reuse, version) -> {
          if (!reuse.invalidatedBy().isEmpty()) {
            version.incrementAndGet();
          }
        });
    KeptResults next = successor;
    if (next != null) {
      next.calledUnseen();
    }
  }

  public void forget(Object session) {
    if (caches != null) {
      caches.results().asMap().keySet().removeIf(key -> key.isOfSession(session));
    }
  }

  private static boolean isChanged(Reuse reuse, String tool) {
    return reuse.invalidatedBy().stream().anyMatch(each -> each.matches(tool));
  }

  /** A call that may get an earlier result, or whose result may be kept. */
  public final class Request {

    private final Caches caches;
    private final Key key;
    private final long time = clock.millis();
    private volatile @Nullable CompletableFuture<@Nullable KeptResult> led;

    private Request(Caches caches, Key key) {
      this.caches = caches;
      this.key = key;
    }

    /** Returns the result of an earlier call; {@code null} if there is none. */
    public @Nullable KeptResult find() {
      return valid(caches.results().getIfPresent(key));
    }

    /** Returns a result if this call may still get it. */
    public @Nullable KeptResult valid(@Nullable KeptResult result) {
      AtomicLong version = versions.get(key.reuse());
      boolean isCurrent = version != null && version.get() == key.version();
      long age = result == null ? -1 : clock.millis() - result.time();
      return isCurrent && age >= 0 && age < key.reuse().ttl().toMillis() ? result : null;
    }

    /**
     * Returns the result of an equal call that runs; {@code null} if there is none. Then this call
     * runs, and must {@link #end}. The result is {@code null} if that call fails.
     */
    public @Nullable CompletableFuture<@Nullable KeptResult> join() {
      CompletableFuture<@Nullable KeptResult> own = new CompletableFuture<>();
      led = own;
      return caches.running().asMap().putIfAbsent(key, own);
    }

    /**
     * Keeps the result of this call, which has succeeded.
     *
     * @param reader the session that reads it
     */
    public void keep(Object value, long bytes, Object reader) {
      if (bytes <= MAX_RESULT_BYTES) {
        int weight = Math.max((int) bytes, MAX_BYTES / MAX_RESULTS);
        KeptResult result =
            new KeptResult(value, time, Math.max(0, clock.millis() - time), weight, reader);
        caches.results().put(key, result);
        end(result);
      }
    }

    /** Ends this call without a result to keep, unless it is ended. */
    public void end() {
      end(null);
    }

    private void end(@Nullable KeptResult result) {
      CompletableFuture<@Nullable KeptResult> own = led;
      if (own != null) {
        caches.running().asMap().remove(key, own);
        own.complete(result);
      }
    }
  }
}
