package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the use of budgets by calls and turns: of session budgets in the session's history, of
 * all others in a store. To be used under the session's lock and within a step of the store.
 */
public final class Budgets {

  /** Maximum number of spent caps remembered as reported; the least recently used is evicted. */
  private static final int MAX_REPORTED = 10_000;

  private final BudgetSettings settings;
  private final SpendingStore store;
  private final boolean shares;
  private final Map<SpentCap, Double> reported;

  /** Creates the sums of some budgets; the store holds those that are not per session. */
  public Budgets(BudgetSettings settings, SpendingStore store) {
    this(settings, store, Collections.synchronizedMap(new BoundedMap<>(MAX_REPORTED)));
  }

  private Budgets(BudgetSettings settings, SpendingStore store, Map<SpentCap, Double> reported) {
    this.settings = settings;
    this.store = store;
    this.reported = reported;
    this.shares = settings.budgets().stream().anyMatch(each -> !isOfSession(each));
  }

  /** Returns the same sums for other budgets; reported caps are not reported again. */
  public Budgets with(BudgetSettings others) {
    return new Budgets(others, store, reported);
  }

  public record SpentCap(Account.Key account, Measure measure) {}

  /**
   * Returns a detection in the form to report, and remembers it. A spent account is news once in
   * its window, and again when its cap has changed.
   *
   * @param reportedOfSession the caps already reported of the session's own budgets
   */
  public Detection report(Detection detection, Map<SpentCap, Double> reportedOfSession) {
    Finding finding = detection.finding();
    if (!(finding.evidence() instanceof BudgetDetector.Spent spent) || spent.warning()) {
      return detection;
    }
    Map<SpentCap, Double> known = isOfSession(spent.budget()) ? reportedOfSession : reported;
    Double before = known.put(new SpentCap(spent.account(), spent.measure()), spent.cap());
    return before != null && before == spent.cap()
        ? detection.withFinding(finding.with(spent.asReported()))
        : detection;
  }

  /** The used and the allowed amount of a cap; of {@code calls_per_tool}, for one tool. */
  record Use(Account.Key key, double used, double cap) {}

  /** Returns the use of all budgets that are not per session, the most used first. */
  public List<Standing> standings(Instant now) {
    return store.accounts().entrySet().stream()
        .flatMap(
            entry ->
                settings.budgets().stream()
                    .filter(budget -> entry.getKey().isCurrent(budget, now))
                    .flatMap(budget -> standings(budget, entry.getKey(), entry.getValue(), now)))
        .sorted(Comparator.comparingDouble((Standing each) -> -each.used() / each.cap()))
        .toList();
  }

  private Stream<Standing> standings(Budget budget, Account.Key key, Account account, Instant now) {
    return account.used().entrySet().stream()
        .filter(used -> used.getValue() > 0 && budget.caps().containsKey(used.getKey()))
        .map(
            used ->
                new Standing(
                    key.budget(),
                    key.holder(),
                    key.tool(),
                    key.window(),
                    used.getKey(),
                    used.getValue(),
                    cap(budget, used.getKey(), key, now)));
  }

  List<Detector> detectors() {
    return settings.budgets().stream()
        .flatMap(
            budget ->
                budget.caps().keySet().stream()
                    .sorted()
                    .<Detector>map(measure -> new BudgetDetector(this, budget, measure)))
        .toList();
  }

  /** Keeps the other sessions that share budgets from using them until {@link #unlock}. */
  public void lock() {
    if (shares) {
      store.lock();
    }
  }

  public void unlock() {
    if (shares) {
      store.unlock();
    }
  }

  /** Returns whether budgets that are not per session are used by other JVMs as well. */
  public boolean areSharedWithJvms() {
    return shares && store.isShared();
  }

  /**
   * Exchanges with other JVMs the use of the budgets that a session shares; must not be called in a
   * step of the store.
   *
   * @param accounts the result of {@link #accounts}
   */
  public void exchange(Map<Account.Key, Set<Measure>> accounts) {
    store.exchange(accounts);
  }

  /** Returns the accounts of the budgets that a session shares with others, and their measures. */
  public Map<Account.Key, Set<Measure>> accounts(SessionHistory session, List<String> tools) {
    Map<Account.Key, Set<Measure>> accounts = new HashMap<>();
    for (Budget budget : settings.budgets()) {
      if (!isOfSession(budget)) {
        for (Measure measure : budget.caps().keySet()) {
          List<String> counted = measure == Measure.CALLS_PER_TOOL ? tools : List.of("");
          for (String tool : counted) {
            key(budget, session, tool)
                .ifPresent(
                    key ->
                        accounts
                            .computeIfAbsent(key, each -> EnumSet.noneOf(Measure.class))
                            .add(measure));
          }
        }
      }
    }
    return accounts;
  }

  public void called(SessionHistory session, String tool) {
    for (Budget budget : settings.budgets()) {
      count(budget, session, tool, 1);
    }
  }

  /** Takes back a counted call that does not run; its session restores its own budgets. */
  public void withdrawn(SessionHistory session, String tool) {
    settings.budgets().stream()
        .filter(budget -> !isOfSession(budget))
        .forEach(budget -> count(budget, session, tool, -1));
  }

  private void count(Budget budget, SessionHistory session, String tool, int calls) {
    add(budget, session, "", Measure.TOOL_CALLS, calls);
    add(budget, session, tool, Measure.CALLS_PER_TOOL, calls);
  }

  /**
   * Counts a turn of the model.
   *
   * @param tokens the tokens of its request and response
   * @param cost the cost in US dollars
   */
  public void turned(SessionHistory session, long tokens, double cost) {
    for (Budget budget : settings.budgets()) {
      add(budget, session, "", Measure.TURNS, 1);
      add(budget, session, "", Measure.TOKENS, (double) tokens);
      add(budget, session, "", Measure.COST_USD, cost);
    }
  }

  private void add(
      Budget budget, SessionHistory session, String tool, Measure measure, double amount) {
    boolean isCounted = isOfSession(budget) || !session.isForeign();
    if (budget.caps().containsKey(measure) && isCounted) {
      key(budget, session, tool)
          .ifPresent(key -> put(session, key, account(session, key).plus(measure, amount)));
    }
  }

  /** Returns the use of a cap; empty if the session has no holder of the budget. */
  Optional<Use> use(Budget budget, Measure measure, SessionHistory session, String tool) {
    return key(budget, session, measure == Measure.CALLS_PER_TOOL ? tool : "")
        .map(
            key ->
                new Use(
                    key,
                    account(session, key).of(measure),
                    cap(budget, measure, key, session.now())));
  }

  /**
   * Returns whether a session that was ended for a finding stays ended: that for a spent budget
   * ends with the budget's window, or when the budget is raised.
   */
  public boolean keepsEnded(Finding finding, SessionHistory session) {
    if (finding.evidence() instanceof BudgetDetector.Spent spent) {
      for (Budget budget : settings.budgets()) {
        if (budget.name().equals(spent.budget().name())
            && budget.caps().containsKey(spent.measure())) {
          return new BudgetDetector(this, budget, spent.measure()).isStillSpent(finding, session);
        }
      }
    }
    return true;
  }

  /** Marks the holder of an account as warned, and returns whether this is the first warning. */
  boolean markWarned(SessionHistory session, Account.Key key, Measure measure) {
    Account account = account(session, key);
    put(session, key, account.warnedAbout(measure));
    return !account.warned().contains(measure);
  }

  private double cap(Budget budget, Measure measure, Account.Key key, Instant now) {
    double added =
        store.raises(now).stream()
            .filter(raise -> raise.adds(key, measure))
            .mapToDouble(Raise::amount)
            .sum();
    return budget.caps().getOrDefault(measure, 0.0) + added;
  }

  private Optional<Account.Key> key(Budget budget, SessionHistory session, String tool) {
    @Nullable String holder =
        switch (budget.per()) {
          case Budget.SESSION -> session.name();
          case Budget.GLOBAL -> "";
          default -> session.attribution().labels().get(budget.per());
        };
    ZonedDateTime now = session.now().atZone(ZoneOffset.UTC);
    return Optional.ofNullable(holder)
        .map(
            known ->
                new Account.Key(
                    budget.name(), known, tool, budget.windowAt(now, session.attribution().run())));
  }

  private Account account(SessionHistory session, Account.Key key) {
    return isOfSession(key)
        ? session.use().spending().getOrDefault(key, Account.EMPTY)
        : store.get(key);
  }

  private void put(SessionHistory session, Account.Key key, Account account) {
    if (isOfSession(key)) {
      session.use().spending().put(key, account);
    } else {
      store.put(key, account);
    }
  }

  private boolean isOfSession(Account.Key key) {
    return settings.budgets().stream()
        .anyMatch(budget -> budget.name().equals(key.budget()) && isOfSession(budget));
  }

  private static boolean isOfSession(Budget budget) {
    return budget.per().equals(Budget.SESSION);
  }

  public BudgetSettings settings() {
    return settings;
  }

  /** Returns the store of the budgets that are not per session. */
  public SpendingStore store() {
    return store;
  }
}
