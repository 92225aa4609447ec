package io.loopsentinel.management;

import java.util.List;
import java.util.Map;
import javax.management.ConstructorParameters;
import org.jspecify.annotations.Nullable;

/**
 * The MXBean of the agent, {@code io.loopsentinel:type=Sentinel}.
 *
 * <p>Methods that switch something return the value before. This makes them operations: JMX treats
 * a {@code set} method without a result as a writable attribute.
 */
@Description("Loop Sentinel, which notices when an LLM agent calls its tools in a loop.")
public interface SentinelMXBean {

  /** The name under which the bean is registered. */
  String OBJECT_NAME = "io.loopsentinel:type=Sentinel";

  /** The system property with the agent's version, by which other processes find guarded JVMs. */
  String VERSION_PROPERTY = "io.loopsentinel.version";

  /** The last sentence of what {@link #reload} returns for a configuration that was rejected. */
  String RELOAD_REFUSED = "The configuration before stays in force.";

  @Description("The agent's version.")
  String getVersion();

  @Description("The configuration file, or another source of the settings.")
  String getConfiguration();

  @Description("enforce: findings have consequences; observe: they are only reported.")
  String getMode();

  @Description("Whether calls and turns are judged.")
  boolean isEnabled();

  @Description("The number of judged calls, including stopped ones.")
  long getCallsSeen();

  @Description("The number of calls that were not run.")
  long getCallsStopped();

  @Description("The calls that were not run, by tool.")
  Map<String, Long> getStoppedByTool();

  @Description("The calls that ran in mode observe and would have been stopped, by tool.")
  Map<String, Long> getObservedByTool();

  @Description("The findings by detector, regardless of the action.")
  Map<String, Long> getFindingsByDetector();

  @Description("The number of live sessions.")
  int getSessionsLive();

  @Description("The number of failures of the agent itself, after which the application continued.")
  long getInternalErrors();

  @Description("The number of targets that guard something so far, including those of profiles.")
  int getTargetsMatched();

  @Description("The number of targets of the configuration file that guard nothing so far.")
  default int getTargetsUnmatched() {
    return getUnmatchedTargets().size();
  }

  @Description("The targets of the configuration file that guard nothing so far.")
  List<String> getUnmatchedTargets();

  @Description("Lists the first thousand sessions by their names in logs and events.")
  List<SessionStatus> listSessions();

  @Description("The use of budgets that several sessions share, in their current windows.")
  List<BudgetStatus> getBudgets();

  @Description("Raises a cap of a budget for a time, and returns what was done.")
  String raiseBudget(
      @Description("The budget's name.") String budget,
      @Description(
              "The holder: a session, or a label's value or its hash; anything for a global budget.")
          String holder,
      @Description("The amount: +5usd, +10000tokens, +20turns, +50calls.") String amount,
      @Description("The duration: 2h, 30m.") String time,
      @Description("The reason.") String why);

  @Description("Resets a session, and returns whether there was one.")
  boolean reset(@Description("Its name in logs and events.") String session);

  @Description(
      "Sends a message to the model of a session with its next result or request, and returns"
          + " whether there was such a session.")
  boolean tell(
      @Description("Its name in logs and events.") String session,
      @Description("The message, at most 500 characters.") String text);

  @Description("Resets all sessions, and returns their number.")
  int resetAll();

  @Description("Lists the calls that wait for a person, with the member names of events.")
  List<Map<String, String>> listQuestions();

  @Description("Answers for a waiting call, and returns whether it was waiting.")
  boolean answer(
      @Description("The question's id in events.") String question,
      @Description("run, hint, abort or message.") String answer,
      @Description("The text for the model; only with message.") @Nullable String text);

  @Description("Sets the mode, and returns the one before.")
  String setMode(@Description("enforce or observe.") String mode);

  @Description("Sets whether calls are judged, and returns the value before.")
  boolean setEnabled(
      @Description("false: calls and turns pass without judgement.") boolean enabled);

  @Description(
      "Reloads the configuration; returns the changes or, if it is rejected, the problems, in which"
          + " case nothing changes.")
  String reload();

  @Description("Restores all classes, and ends the agent. This bean is unregistered, too.")
  void detach();

  @Description("Returns a summary of the calls so far, in a few lines.")
  String summary();

  /** The use of a cap of a budget; a class with getters, as {@link SessionStatus}. */
  final class BudgetStatus {

    private final String name;
    private final String holder;
    private final String tool;
    private final String window;
    private final String measure;
    private final double used;
    private final double cap;

    /** Creates a status. JMX clients also call this. */
    @ConstructorParameters({"name", "holder", "tool", "window", "measure", "used", "cap"})
    public BudgetStatus(
        String name,
        String holder,
        String tool,
        String window,
        String measure,
        double used,
        double cap) {
      this.name = name;
      this.holder = holder;
      this.tool = tool;
      this.window = window;
      this.measure = measure;
      this.used = used;
      this.cap = cap;
    }

    public String getName() {
      return name;
    }

    /** Returns the label's value, or its hash; empty where the budget is for all. */
    public String getHolder() {
      return holder;
    }

    /** Returns the tool whose calls are counted; empty where it is about all. */
    public String getTool() {
      return tool;
    }

    /** Returns the hour, day or month; empty where the budget has no end. */
    public String getWindow() {
      return window;
    }

    public String getMeasure() {
      return measure;
    }

    public double getUsed() {
      return used;
    }

    /** Returns how much may be used, what was added to it included. */
    public double getCap() {
      return cap;
    }
  }

  /**
   * A session that is remembered.
   *
   * <p>A class with getters: JMX takes records from JDK 21 on only.
   */
  final class SessionStatus {

    private final String name;
    private final boolean ended;

    /** Creates a session as it was listed; JMX does so on the other side, too. */
    @ConstructorParameters({"name", "ended"})
    public SessionStatus(String name, boolean ended) {
      this.name = name;
      this.ended = ended;
    }

    /** Returns its name in logs and events. */
    public String getName() {
      return name;
    }

    /** Returns whether its calls and turns are refused. */
    public boolean isEnded() {
      return ended;
    }
  }
}
