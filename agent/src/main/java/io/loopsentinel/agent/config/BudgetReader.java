package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Budget.Window;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the sections {@code budget} and {@code budgets}. */
final class BudgetReader {

  private static final double WARN_AT = 0.8;

  /** 0 means no cap. */
  private static final ScalarType<Double> CAP =
      ScalarType.integer(1, 1_000_000_000_000L).map(Long::doubleValue).or("none", 0.0);

  private static final ScalarType<Double> COST =
      ScalarType.decimal("a number above 0", n -> n > 0).or("none", 0.0);
  private static final ScalarType<Double> PRICE =
      ScalarType.decimal("a number from 0 up", n -> n >= 0);
  private static final ScalarType<Double> SHARE =
      ScalarType.decimal("a share from 0 to 1, such as 0.8", n -> n > 0 && n <= 1).or("none", 0.0);
  private static final ScalarType<String> NAME =
      ScalarType.text("a name of letters, digits, - and _", LabelsReader.NAME.asMatchPredicate());
  private static final ScalarType<ZoneId> ZONE = ScalarType.TEXT.map(BudgetReader::zone);

  private BudgetReader() {}

  static BudgetSettings read(Section root) {
    List<Budget> budgets = new ArrayList<>();
    Map<String, Price> prices =
        root.section(
            "budget",
            section -> {
              Map<Measure, Double> caps = caps(section, section.has("prices"));
              if (!caps.isEmpty()) {
                budgets.add(Budget.ofSession(caps));
              }
              Map<String, Price> read = section.sectionsByName("prices", BudgetReader::price);
              PolicyReader.checkGlobs(section, "prices", "models", read.keySet());
              return read;
            });
    Set<String> names = new HashSet<>(Set.of(Budget.SHORTHAND));
    budgets.addAll(
        root.sections("budgets", "\"- {name: ...}\"", section -> budget(section, names, prices)));
    return new BudgetSettings(budgets, prices);
  }

  private static Budget budget(Section section, Set<String> names, Map<String, Price> prices) {
    String name = section.require("name", NAME).orElse("");
    if (!name.isEmpty() && !names.add(name)) {
      section.error("name", ": another budget is already named " + Wording.quoted(name));
    }
    String per = section.require("per", NAME).orElse(Budget.SESSION);
    Window window = section.enumValue("window", Window.NONE);
    Map<Measure, Double> caps = caps(section, !prices.isEmpty());
    if (caps.isEmpty()) {
      section.error(
          section.origin(),
          section.path()
              + ": no cap is set; expected "
              + Wording.oneOf(List.of(Measure.values()).stream().map(Measure::text).toList()));
    }
    ZoneId zone = section.get("time_zone", ZONE, ZoneId.of("UTC"));
    if (section.has("time_zone") && (window == Window.NONE || window == Window.RUN)) {
      section.warning("time_zone", " has no effect unless window is hour, day or month");
    }
    return new Budget(
        name,
        per,
        window,
        caps,
        section.get("warn_at", SHARE, WARN_AT),
        PolicyReader.ladder(section, null),
        zone);
  }

  private static Map<Measure, Double> caps(Section section, boolean priced) {
    Map<Measure, Double> caps = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      double cap = section.get(measure.text(), measure == Measure.COST_USD ? COST : CAP, 0.0);
      if (cap > 0) {
        caps.put(measure, cap);
      }
    }
    if (caps.containsKey(Measure.COST_USD) && !priced) {
      section.warning(
          "cost_usd", " has no effect without budget.prices, which say what tokens cost");
    }
    return caps;
  }

  private static Price price(Section section) {
    double input = section.require("input", PRICE).orElse(0.0);
    double output = section.require("output", PRICE).orElse(0.0);
    return new Price(input, output, section.get("cached", PRICE, input));
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "expected a time zone such as Europe/Berlin or UTC, found " + Wording.quoted(name), e);
    }
  }
}
