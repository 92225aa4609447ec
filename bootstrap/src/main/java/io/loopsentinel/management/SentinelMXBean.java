package io.loopsentinel.management;

import java.util.List;
import java.util.Map;
import javax.management.ConstructorParameters;
import org.jspecify.annotations.Nullable;

/**
 * What JMX shows of the agent, as {@code io.loopsentinel:type=Sentinel}.
 *
 * <p>What switches something returns what held before, which also makes it an operation: JMX takes
 * a {@code set} method without a result for a writable attribute.
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

  @Description("The configuration file, or what else the settings come from.")
  String getConfiguration();

  @Description("enforce: findings have consequences; observe: they are only told.")
  String getMode();

  @Description("Whether calls and turns are judged at all.")
  boolean isEnabled();

  @Description("How many calls were judged, those that were stopped included.")
  long getCallsSeen();

  @Description("How many calls were not run.")
  long getCallsStopped();

  @Description("The calls that were not run, by tool.")
  Map<String, Long> getStoppedByTool();

  @Description("The calls that ran in mode observe and would have been stopped, by tool.")
  Map<String, Long> getObservedByTool();

  @Description("The findings, whatever was done about them, by detector.")
  Map<String, Long> getFindingsByDetector();

  @Description("How many sessions are remembered.")
  int getSessionsLive();

  @Description("How often the agent itself failed, and let the application go on.")
  long getInternalErrors();

  @Description("How many targets guard something so far, those of profiles included.")
  int getTargetsMatched();

  @Description("How many targets of the configuration file guard nothing so far.")
  default int getTargetsUnmatched() {
    return getUnmatchedTargets().size();
  }

  @Description("The targets of the configuration file that guard nothing so far.")
  List<String> getUnmatchedTargets();

  @Description("Lists the sessions by their names in logs and events, the first thousand.")
  List<SessionStatus> listSessions();

  @Description("What was used of budgets that sessions share, in the windows of this moment.")
  List<BudgetStatus> getBudgets();

  @Description("Adds to a cap of a budget for a time, and tells what was done.")
  String raiseBudget(
      @Description("The budget's name.") String budget,
      @Description("Whose: a session, or a label's value or its hash; anything for all.")
          String holder,
      @Description("How much: +5usd, +10000tokens, +20turns, +50calls.") String amount,
      @Description("For how long: 2h, 30m.") String time,
      @Description("What it is for.") String why);

  @Description("Forgets a session, and returns whether there was one.")
  boolean reset(@Description("Its name in logs and events.") String session);

  @Description(
      "Has the model of a session told something with its next result or request, and returns"
          + " whether there was one.")
  boolean tell(
      @Description("Its name in logs and events.") String session,
      @Description("What it is told, at most 500 characters.") String text);

  @Description("Forgets all sessions, and returns how many there were.")
  int resetAll();

  @Description("Lists the calls that wait for a person, by the names that events have for it.")
  List<Map<String, String>> listQuestions();

  @Description("Answers for a call that waits, and returns whether it did.")
  boolean answer(
      @Description("What names the call, as events tell it.") String question,
      @Description("run, hint, abort or message.") String answer,
      @Description("What the model is told; with message alone.") @Nullable String text);

  @Description("Sets the mode, and returns the one before.")
  String setMode(@Description("enforce or observe.") String mode);

  @Description("Has calls judged or pass unseen, and returns whether they were judged before.")
  boolean setEnabled(@Description("false: calls and turns pass unseen.") boolean enabled);

  @Description(
      "Reads the configuration anew, and goes on with it; tells what has changed, or what is wrong"
          + " with it, in which case all stays as it is.")
  String reload();

  @Description("Gives all classes back as they were, and ends the agent; this bean goes, too.")
  void detach();

  @Description("Tells in a few lines what became of the calls so far.")
  String summary();

  /** What was used of a cap of a budget; a class with getters as {@link SessionStatus}. */
  final class BudgetStatus {

    private final String name;
    private final String holder;
    private final String tool;
    private final String window;
    private final String measure;
    private final double used;
    private final double cap;

    /** Creates a status as it was asked for; JMX does so on the other side, too. */
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
