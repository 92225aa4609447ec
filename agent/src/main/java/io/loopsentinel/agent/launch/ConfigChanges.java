package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sections in which two configurations differ, by their keys in the file.
 *
 * <p>All components are compared, so that a new one cannot be missed. Objects of extensions always
 * count as changed, because they are created each time a file is read.
 */
record ConfigChanges(Set<String> sections) {

  /** Keys of components that have other names in the file. */
  private static final Map<String, String> KEYS =
      Map.of(
          "defaults", "default",
          "volatilePatterns", "detectors.volatile",
          "redacted", "telemetry");

  /** Settings that take effect at the next start, because the store of spending is opened once. */
  private static final List<String> FROM_NEXT_START = List.of("budgets_state", "budgets_store");

  static ConfigChanges between(SentinelConfig before, SentinelConfig next) {
    Set<String> sections = new LinkedHashSet<>();
    add(before, next, sections);
    return new ConfigChanges(sections);
  }

  boolean isEmpty() {
    return sections.isEmpty();
  }

  /** Returns the sections, and those that take effect only at the next start. */
  @Override
  public String toString() {
    List<String> later = FROM_NEXT_START.stream().filter(sections::contains).toList();
    return String.join(", ", sections)
        + (later.isEmpty()
            ? ""
            : " (%s: from the next start on)".formatted(String.join(" and ", later)));
  }

  private static void add(Record before, Record next, Set<String> sections) {
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      Object old = value(component, before);
      Object now = value(component, next);
      if (old instanceof EngineSettings engine && now instanceof EngineSettings nextEngine) {
        add(engine, nextEngine, sections);
      } else if (old instanceof BudgetSettings budget && now instanceof BudgetSettings nextBudget) {
        addBudgets(budget, nextBudget, sections);
      } else if (!Objects.equals(old, now)) {
        sections.add(key(component.getName()));
      }
    }
  }

  /** Compares {@code budget} and {@code budgets}, two sections of the file in one component. */
  private static void addBudgets(BudgetSettings before, BudgetSettings next, Set<String> sections) {
    if (!before.prices().equals(next.prices())
        || !budgets(before, true).equals(budgets(next, true))) {
      sections.add("budget");
    }
    if (!budgets(before, false).equals(budgets(next, false))) {
      sections.add("budgets");
    }
  }

  private static List<Budget> budgets(BudgetSettings settings, boolean shorthand) {
    return settings.budgets().stream()
        .filter(budget -> budget.name().equals(Budget.SHORTHAND) == shorthand)
        .toList();
  }

  private static @Nullable Object value(RecordComponent component, Record config) {
    try {
      Object value = component.getAccessor().invoke(config);
      return component.getName().equals("targets")
          ? ((List<?>) value).stream().map(each -> ((TargetSpec) each).content()).toList()
          : value;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot read " + component, e);
    }
  }

  private static String key(String component) {
    String words = component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    return KEYS.getOrDefault(component, words);
  }
}
