package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Spending of several JVMs, in the sums of a store.
 *
 * <p>The use of an account by all JVMs is read before each call and each request to the model, and
 * the use by this JVM is added after each response. So two JVMs exceed a cap by at most one turn
 * each. While the store fails, this JVM counts by itself, and adds its use later. An addition whose
 * reply was lost may count twice.
 *
 * <p>A raise is a sum, too, which expires with it. If a cap is raised again meanwhile, both end
 * with the second raise.
 */
public final class SharedSpending extends SpendingStore {

  /** No window is longer than a month. Use without a window ends after the same time. */
  private static final Duration EXPIRY = Duration.ofDays(32);

  private static final int MAX_NAME_LENGTH = 256;
  private static final int MAX_SENT = 64;

  /** Maximum number of uses that wait for the store; the least recent is dropped. */
  private static final int MAX_UNSENT = 100_000;

  /** Maximum number of caps that are known to be raised; the least recently used is forgotten. */
  private static final int MAX_RAISED = 1_000;

  private final SharedStore store;
  private final InstantSource clock;

  /** The use by this JVM that the store does not have. Guarded by the lock of the spending. */
  private final Map<Use, Double> unsent = new BoundedMap<>(MAX_UNSENT);

  /**
   * Whether the latest reply is missing. A store that is only slow may have added what was sent.
   */
  private volatile boolean isReplyMissing;

  /**
   * The amounts by which all JVMs together raise caps, as last read. Guarded by the lock of the
   * spending.
   */
  private final Map<Cap, Double> raised = new BoundedMap<>(MAX_RAISED);

  private record Cap(String budget, String holder, Measure measure) {
    String name() {
      return SharedSpending.name("raise", budget, measure.text(), holder);
    }

    /** Returns the raise by other JVMs, given the sum of all and the raises of this one. */
    Raise ofOthers(double sum, List<Raise> own) {
      double known =
          own.stream()
              .filter(each -> equals(new Cap(each.budget(), each.holder(), each.measure())))
              .mapToDouble(Raise::amount)
              .sum();
      return new Raise(budget, holder, measure, Math.max(0, sum - known), Instant.MAX, "");
    }
  }

  private record Use(Account.Key account, Measure measure) {

    String name() {
      return SharedSpending.name(
          account.budget(), account.window(), measure.text(), account.tool(), account.holder());
    }
  }

  /** Creates the spending of a store, which is not closed. */
  public SharedSpending(SharedStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  private static String name(String... parts) {
    String name = String.join("\n", parts);
    return name.length() <= MAX_NAME_LENGTH ? name : Fingerprint.of(name).toHex();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void put(Account.Key key, Account account) {
    Account before = get(key);
    account
        .used()
        .forEach(
            (measure, used) -> {
              double added = used - before.of(measure);
              if (added != 0) {
                unsent.merge(new Use(key, measure), added, Double::sum);
              }
            });
    super.put(key, account);
  }

  /**
   * Raises a cap in all JVMs; that of a session's own budget in this one alone.
   *
   * @throws IllegalArgumentException if the store fails
   */
  @Override
  public void raise(Raise raise) {
    Cap cap = new Cap(raise.budget(), raise.holder(), raise.measure());
    Duration time = Duration.between(clock.instant(), raise.until());
    if (!time.isNegative() && add(Map.of(cap.name(), raise.amount()), time) == null) {
      throw new IllegalArgumentException(
          "the store that JVMs share did not reply, so the budget may be raised or not");
    }
    super.raise(raise);
  }

  @Override
  public List<Raise> raises(Instant now) {
    return inOneStep(
        () -> {
          List<Raise> own = super.raises(now);
          List<Raise> all = new ArrayList<>(own);
          raised.forEach((cap, sum) -> all.add(cap.ofOthers(sum, own)));
          return all;
        });
  }

  @Override
  public void exchange(Map<Account.Key, Set<Measure>> accounts) {
    // The store must reply before it gets the same use again, or each attempt would count.
    Map<Use, Double> sent = isReplyMissing ? Map.of() : inOneStep(this::takeUnsent);
    Map<String, Use> uses = new HashMap<>();
    Map<String, Cap> caps = new HashMap<>();
    Map<String, Double> amounts = new HashMap<>();
    sent.forEach((use, amount) -> amounts.put(use.name(), amount));
    sent.keySet().forEach(use -> uses.put(use.name(), use));
    accounts.forEach(
        (key, measures) ->
            measures.forEach(
                measure -> {
                  Use use = new Use(key, measure);
                  uses.put(use.name(), use);
                  amounts.putIfAbsent(use.name(), 0.0);
                  Cap cap = new Cap(key.budget(), key.holder(), measure);
                  caps.put(cap.name(), cap);
                  amounts.put(cap.name(), 0.0);
                }));
    if (amounts.isEmpty()) {
      return;
    }
    Map<String, Double> sums = add(amounts, EXPIRY);
    isReplyMissing = sums == null;
    boolean unused =
        inOneStep(
            () -> {
              if (sums == null) {
                sent.forEach((use, amount) -> unsent.merge(use, amount, Double::sum));
              } else {
                uses.forEach((name, use) -> learn(use, sums.getOrDefault(name, 0.0)));
                caps.forEach((name, cap) -> raised.put(cap, sums.getOrDefault(name, 0.0)));
                raised.values().removeIf(sum -> sum <= 0);
              }
              return true;
            });
  }

  /** Takes a part of the use, because a store that does too much at once replies too late. */
  private Map<Use, Double> takeUnsent() {
    Map<Use, Double> taken = new HashMap<>();
    Iterator<Map.Entry<Use, Double>> left = unsent.entrySet().iterator();
    while (taken.size() < MAX_SENT && left.hasNext()) {
      Map.Entry<Use, Double> each = left.next();
      taken.put(each.getKey(), each.getValue());
      left.remove();
    }
    return taken;
  }

  /** Returns the sums; {@code null} if the store fails, which its guard reports. */
  private @Nullable Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
    try {
      return store.add(amounts, expiry);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (Exception e) {
      return null;
    }
  }

  /** Sets the use of an account by all JVMs, unless this JVM knows of more. */
  private void learn(Use use, double sum) {
    Account account = get(use.account());
    double known = account.of(use.measure());
    double all = sum + unsent.getOrDefault(use, 0.0);
    if (all > known) {
      super.put(use.account(), account.plus(use.measure(), all - known));
    }
  }
}
