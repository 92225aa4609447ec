package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Budget.Window;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.text.Wording;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the sections {@code budget} and {@code budgets}. */
final class BudgetReader {

  private static final double WARN_AT = 0.8;

  /** 0 means no cap. */
  private static final ScalarType<Double> CAP =
      ScalarType.number(1, 1_000_000_000_000L).map(Long::doubleValue).or("none", 0.0);

  private static final ScalarType<Double> COST =
      ScalarType.decimal("a number above 0", "\"exclusiveMinimum\": 0", n -> n > 0).or("none", 0.0);
  private static final ScalarType<Double> PRICE =
      ScalarType.decimal("a number from 0 up", "\"minimum\": 0", n -> n >= 0);
  private static final ScalarType<Double> SHARE =
      ScalarType.decimal(
              "a share from 0 to 1, such as 0.8",
              "\"exclusiveMinimum\": 0, \"maximum\": 1",
              n -> n > 0 && n <= 1)
          .or("none", 0.0);
  private static final ScalarType<String> NAME = LabelsReader.NAME_TYPE;
  private static final ScalarType<ZoneId> ZONE = ScalarType.TEXT.map(BudgetReader::zone);

  static final List<Key> CAPS =
      List.of(
          Key.value("tool_calls", CAP).means("The maximum number of calls of all tools together."),
          Key.value("calls_per_tool", CAP).means("The maximum number of calls of any one tool."),
          Key.value("turns", CAP).means("The maximum number of turns of the model."),
          Key.value("tokens", CAP).means("The maximum number of input and output tokens together."),
          Key.value("cost_usd", COST).means("The maximum cost in US dollars, by the prices."));

  static final Group BUDGET =
      Key.section(
          "budget",
          "Caps for one session.",
          Key.join(
              CAPS,
              List.of(
                  Key.byName(
                      "prices",
                      "US dollars for a million tokens, by the name or pattern of the model.",
                      List.of(
                          Key.required("input", PRICE).means("The price of input tokens."),
                          Key.required("output", PRICE).means("The price of output tokens."),
                          Key.value("cached", PRICE)
                              .means("The price of input tokens from the provider's cache."))))));

  static final Group BUDGETS =
      Key.listOf(
          "budgets",
          "\"- {name: ...}\"",
          "Caps per session, user, agent or for all, in windows of time.",
          Key.join(
              List.of(
                  Key.required("name", NAME).means("A unique name; budget is the section above."),
                  Key.required("per", NAME)
                      .means("The holder: session, global (the whole JVM) or the name of a label."),
                  Key.choice("window", Window.class)
                      .means("The time after which it starts from 0.")),
              CAPS,
              List.of(
                  Key.value("time_zone", ZONE).means("The time zone of hours, days and months."),
                  Key.value("warn_at", SHARE)
                      .means("The share of a cap at which it warns, once in each window."),
                  PolicyReader.ACTION,
                  PolicyReader.ESCALATION)));

  private BudgetReader() {}

  static BudgetSettings read(Section root) {
    List<Budget> budgets = new ArrayList<>();
    Section ofSession = root.section("budget");
    Map<Measure, Double> caps = caps(ofSession, ofSession.has("prices"));
    if (!caps.isEmpty()) {
      budgets.add(Budget.ofSession(caps));
    }
    Map<String, Price> prices = new LinkedHashMap<>();
    ofSession
        .sectionsByName("prices")
        .forEach((models, section) -> prices.put(models, price(section)));
    ofSession.record("prices", prices);
    PatternChecks.check(ofSession, "prices", "models", prices.keySet());
    Set<String> names = new HashSet<>(Set.of(Budget.SHORTHAND));
    for (Section section : root.sections("budgets")) {
      budgets.add(budget(section, names, prices));
    }
    return new BudgetSettings(budgets, prices);
  }

  private static Budget budget(Section section, Set<String> names, Map<String, Price> prices) {
    String name = section.<String>find("name").orElse("");
    if (!name.isEmpty() && !names.add(name)) {
      section.error("name", ": another budget is already named " + Wording.quoted(name));
    }
    String per = section.<String>find("per").orElse(Budget.SESSION);
    Window window = section.get("window", Window.NONE);
    Map<Measure, Double> caps = caps(section, !prices.isEmpty());
    if (caps.isEmpty()) {
      section.error(
          section.origin(),
          section.path()
              + ": no cap is set; expected "
              + Wording.oneOf(List.of(Measure.values()).stream().map(Measure::text).toList()));
    }
    ZoneId zone = section.get("time_zone", ZoneId.of("UTC"));
    if (section.has("time_zone") && (window == Window.NONE || window == Window.RUN)) {
      section.warning("time_zone", " has no effect unless window is hour, day or month");
    }
    return new Budget(
        name,
        per,
        window,
        caps,
        section.get("warn_at", WARN_AT),
        PolicyReader.ladder(section, null),
        zone);
  }

  private static Map<Measure, Double> caps(Section section, boolean priced) {
    Map<Measure, Double> caps = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      // An invalid cap, which is reported, counts as set.
      double cap = section.get(measure.text(), section.has(measure.text()) ? 1.0 : 0.0);
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
    double input = section.<Double>find("input").orElse(0.0);
    double output = section.<Double>find("output").orElse(0.0);
    return new Price(input, output, section.get("cached", input));
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
