package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Caps on what one holder may use in one window of time: a user in a day, say.
 *
 * @param name tells it from the others, as in the configuration
 * @param per whose use is added up: {@link #SESSION}, {@link #GLOBAL} or the name of a label
 * @param window after what time it begins anew
 * @param caps by what is capped; at least one
 * @param warnAt the share of a cap from which the model and whoever reads events are warned; 0
 *     where they are not
 * @param escalation the ladder of the calls and turns beyond a cap, where one is named
 * @param zone where days and months begin
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

  /** All that this JVM does uses one budget. */
  public static final String GLOBAL = "global";

  /** The name of the one that the section {@code budget} stands for. */
  public static final String SHORTHAND = "budget";

  /** After what time a budget begins anew. */
  public enum Window {
    /** Never. */
    NONE,
    /** With each run. */
    RUN,
    /** With the hour. */
    HOUR,
    /** With the day. */
    DAY,
    /** With the month. */
    MONTH
  }

  /** Copies the caps. */
  public Budget {
    caps = Map.copyOf(caps);
  }

  /** Returns the budget of each session that the section {@code budget} stands for. */
  public static Budget ofSession(Map<Measure, Double> caps) {
    return new Budget(SHORTHAND, SESSION, Window.NONE, caps, 0, null, ZoneId.of("UTC"));
  }

  /**
   * Returns the window that holds at a time, as text: {@code 2026-11-26} for a day. An hour that a
   * change of the clocks repeats is two.
   *
   * @param now any time; its zone does not matter
   * @param run the run that it is about; none is as good as one for all
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

  /** Returns the path of the setting of a cap. */
  public String setting(Measure measure) {
    String key = measure.text();
    return name.equals(SHORTHAND) ? "budget." + key : "budgets." + name + "." + key;
  }

  @Override
  public boolean enabled() {
    return true;
  }
}
