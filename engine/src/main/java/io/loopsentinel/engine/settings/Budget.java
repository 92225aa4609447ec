package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caps on the use of one holder in one time window, such as a user in a day.
 *
 * @param name the unique name in the configuration
 * @param per the holder: {@link #SESSION}, {@link #GLOBAL} or the name of a label
 * @param caps the caps by measure; at least one
 * @param warnAt the share of a cap from which a warning is given; 0 for none
 * @param zone the time zone in which days and months begin
 */
public record Budget(
    String name,
    String per,
    Window window,
    Map<Measure, Double> caps,
    double warnAt,
    @Nullable Ladder escalation,
    ZoneId zone)
    implements DetectorSettings {

  /** Each session has a budget of its own. */
  public static final String SESSION = "session";

  /** All sessions share one budget. */
  public static final String GLOBAL = "global";

  /** The name of the budget that the section {@code budget} defines. */
  public static final String SHORTHAND = "budget";

  /** The time after which use is counted from zero again. */
  public enum Window {
    /** Never. */
    NONE,
    RUN,
    HOUR,
    DAY,
    MONTH
  }

  public Budget {
    Map<Measure, Double> ordered = new EnumMap<>(Measure.class);
    ordered.putAll(caps);
    // JVMs compare the text of settings, and the order of other maps differs between JVMs.
    caps = Collections.unmodifiableMap(ordered);
  }

  /** Returns the per-session budget that the section {@code budget} defines. */
  public static Budget ofSession(Map<Measure, Double> caps) {
    return new Budget(SHORTHAND, SESSION, Window.NONE, caps, 0, null, ZoneId.of("UTC"));
  }

  /**
   * Returns the current window as text, such as {@code 2026-11-26} for a day. An hour that is
   * repeated when clocks are set back is two windows.
   *
   * @param now the current time in any zone
   * @param run the run, for budgets per run; empty if none
   */
  public String windowAt(ZonedDateTime now, String run) {
    ZonedDateTime here = now.withZoneSameInstant(zone);
    return switch (window) {
      case NONE -> "";
      case RUN -> run;
      case HOUR -> here.truncatedTo(ChronoUnit.HOURS).toOffsetDateTime().toString();
      case DAY -> LocalDate.from(here).toString();
      case MONTH -> YearMonth.from(here).toString();
    };
  }

  /** Returns the end of a window of {@link #windowAt}; empty if it depends on no clock. */
  public Optional<OffsetDateTime> endOf(String started) {
    return switch (window) {
      case NONE, RUN -> Optional.empty();
      case HOUR -> Optional.of(OffsetDateTime.parse(started).plusHours(1));
      case DAY -> Optional.of(startOf(LocalDate.parse(started).plusDays(1)));
      case MONTH -> Optional.of(startOf(YearMonth.parse(started).plusMonths(1).atDay(1)));
    };
  }

  private OffsetDateTime startOf(LocalDate day) {
    return day.atStartOfDay(zone).toOffsetDateTime();
  }

  /** Returns the configuration key of a cap. */
  public String setting(Measure measure) {
    String key = measure.text();
    return name.equals(SHORTHAND) ? "budget." + key : "budgets." + name + "." + key;
  }

  @Override
  public boolean enabled() {
    return true;
  }
}
