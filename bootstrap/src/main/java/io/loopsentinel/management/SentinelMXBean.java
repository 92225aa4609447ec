package io.loopsentinel.management;

import java.util.List;
import java.util.Map;
import javax.management.ConstructorParameters;
import org.jspecify.annotations.Nullable;

/**
 * The MXBean of the agent, {@code io.loopsentinel:type=Sentinel}.
 *
 * <p>Methods that set something return the previous value, which makes them operations: JMX treats
 * a {@code set} method without a result as a writable attribute.
 */
@Description("Loop Sentinel, which detects when an LLM agent calls its tools in a loop.")
public interface SentinelMXBean {

  /** The name under which the bean is registered. */
  String OBJECT_NAME = "io.loopsentinel:type=Sentinel";

  /** The system property with the agent's version, by which other processes find guarded JVMs. */
  String VERSION_PROPERTY = "io.loopsentinel.version";

  /** The last sentence of the result of {@link #reload} if the configuration is rejected. */
  String RELOAD_REFUSED = "The previous configuration stays in force.";

  @Description("The agent's version.")
  String getVersion();

  @Description("The configuration file or other source of the settings.")
  String getConfiguration();

  @Description("enforce: actions are taken on findings; observe: findings are only reported.")
  String getMode();

  @Description("Whether calls and turns are judged.")
  boolean isEnabled();

  @Description("The number of judged calls, including stopped ones.")
  long getCallsSeen();

  @Description("The number of calls that were not run.")
  long getCallsStopped();

  @Description("The calls that were not run, by tool.")
  Map<String, Long> getStoppedByTool();

  @Description("The calls that got an earlier result again and were not run, by tool.")
  Map<String, Long> getReusedByTool();

  @Description("The calls that were not run because of an earlier effect, by tool.")
  Map<String, Long> getEffectsNotRepeatedByTool();

  @Description("The calls that ran in mode observe and would have been stopped, by tool.")
  Map<String, Long> getObservedByTool();

  @Description("The number of findings by detector, regardless of the action.")
  Map<String, Long> getFindingsByDetector();

  @Description("The number of live sessions.")
  int getSessionsLive();

  @Description("The number of failures of the agent itself, after which the application continued.")
  long getInternalErrors();

  @Description("The store that JVMs share, and whether it is up or down; empty without one.")
  String getStore();

  @Description("The number of targets that guard something so far, including those of profiles.")
  int getTargetsMatched();

  @Description("The number of targets of the configuration file that guard nothing so far.")
  default int getTargetsUnmatched() {
    return getUnmatchedTargets().size();
  }

  @Description("The targets of the configuration file that guard nothing so far.")
  List<String> getUnmatchedTargets();

  @Description("The number of targets, and the profiles that they are of.")
  String getWatched();

  @Description("The guarded frameworks, each with its kinds of targets and number of methods.")
  List<String> getGuarded();

  @Description("The address of the live page; empty without one.")
  String getPage();

  @Description("Lists the latest 1,000 sessions.")
  List<SessionStatus> listSessions();

  @Description(
      "Lists the sessions of all JVMs that share the store, the latest first, then those of this JVM"
          + " alone. Reads the store, which may take some seconds.")
  SharedSessions listSharedSessions(@Description("The maximum number, up to 1,000.") int max);

  @Description("The use of shared budgets in their current windows.")
  List<BudgetStatus> getBudgets();

  @Description("Raises a cap of a budget for a time, and returns a description of the change.")
  String raiseBudget(
      @Description("The budget's name.") String budget,
      @Description(
              "The holder: a session, or a label's value or its hash; ignored for a global budget.")
          String holder,
      @Description("The amount: +5usd, +10000tokens, +20turns, +50calls.") String amount,
      @Description("The duration: 2h, 30m.") String time,
      @Description("The reason.") String why);

  @Description("Resets a session, and returns whether there was one.")
  boolean reset(@Description("Its name in logs and events.") String session);

  @Description(
      "Ends a session, so that its calls and turns are refused, and returns whether there was one.")
  boolean end(@Description("Its name in logs and events.") String session);

  @Description(
      "Sends a message to the model of a session with its next result or request, and returns"
          + " whether there was such a session.")
  boolean tell(
      @Description("Its name in logs and events.") String session,
      @Description("The message, at most 500 characters.") String text);

  @Description("Sends a message to the model of the next run of a session, or with a label.")
  void tellNextRun(
      @Description("The name of the session, which may be new, or label=value.") String name,
      @Description("The message, at most 500 characters.") String text);

  @Description("Resets all sessions, and returns their number.")
  int resetAll();

  @Description("Lists the calls that wait for a person, with the value names of events.")
  List<Map<String, String>> listQuestions();

  @Description("Answers the question about a waiting call, and returns whether it was waiting.")
  boolean answer(
      @Description("The question's id in events.") String question,
      @Description("run, hint, abort or message.") String answer,
      @Description("The text for the model; only with message.") @Nullable String text);

  @Description("Sets the mode, and returns the previous one.")
  String setMode(@Description("enforce or observe.") String mode);

  @Description("Sets whether calls are judged, and returns the previous value.")
  boolean setEnabled(@Description("false: calls and turns are not judged.") boolean enabled);

  @Description(
      "Reloads the configuration, and returns the changes. If it is rejected, returns the problems,"
          + " and nothing changes.")
  String reload();

  @Description("Restores all classes, ends the agent, and unregisters this MBean.")
  void detach();

  @Description("Returns a summary of the calls so far, in a few lines.")
  String summary();

  /** The use of one cap of a budget. A class for the same reason as {@link SessionStatus}. */
  final class BudgetStatus {

    private final String name;
    private final String holder;
    private final String tool;
    private final String window;
    private final String measure;
    private final double used;
    private final double cap;

    /** Creates a status; also called by JMX clients. */
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

    /** Returns the label's value or its hash; empty for a global budget. */
    public String getHolder() {
      return holder;
    }

    /** Returns the tool whose calls count; empty if the calls of all tools count. */
    public String getTool() {
      return tool;
    }

    /** Returns the hour, day or month; empty if the budget has no window. */
    public String getWindow() {
      return window;
    }

    public String getMeasure() {
      return measure;
    }

    public double getUsed() {
      return used;
    }

    /** Returns the cap, including raises. */
    public double getCap() {
      return cap;
    }
  }

  /** The sessions of all JVMs, or of this one if the store cannot be read. */
  final class SharedSessions {

    private final String pod;
    private final String problem;
    private final List<SessionStatus> sessions;

    /** Creates a list; also called by JMX clients. */
    @ConstructorParameters({"pod", "problem", "sessions"})
    public SharedSessions(String pod, String problem, List<SessionStatus> sessions) {
      this.pod = pod;
      this.problem = problem;
      this.sessions = List.copyOf(sessions);
    }

    /** Returns the name of this JVM; empty without a store. */
    public String getPod() {
      return pod;
    }

    /** Returns why the store was not read; empty if it was. */
    public String getProblem() {
      return problem;
    }

    public List<SessionStatus> getSessions() {
      return sessions;
    }
  }

  /**
   * A session.
   *
   * <p>A class with getters, because MXBeans support records only from JDK 21 on.
   */
  final class SessionStatus {

    private final String name;
    private final String conversation;
    private final Map<String, String> labels;
    private final long calls;
    private final String last;
    private final boolean ended;
    private final List<String> pods;

    /** Creates a status; also called by JMX clients. */
    @ConstructorParameters({"name", "conversation", "labels", "calls", "last", "ended", "pods"})
    public SessionStatus(
        String name,
        String conversation,
        Map<String, String> labels,
        long calls,
        String last,
        boolean ended,
        List<String> pods) {
      this.name = name;
      this.conversation = conversation;
      this.labels = Map.copyOf(labels);
      this.calls = calls;
      this.last = last;
      this.ended = ended;
      this.pods = List.copyOf(pods);
    }

    /** Returns its name in logs and events. */
    public String getName() {
      return name;
    }

    /** Returns the session that its run is within; empty if it is within none. */
    public String getConversation() {
      return conversation;
    }

    public Map<String, String> getLabels() {
      return labels;
    }

    /** Returns the number of calls that were judged here, including stopped ones. */
    public long getCalls() {
      return calls;
    }

    /** Returns the time of its last event in UTC; empty if it is not known. */
    public String getLast() {
      return last;
    }

    /** Returns whether its calls and turns are refused, as far as this JVM knows. */
    public boolean isEnded() {
      return ended;
    }

    /** Returns the names of the JVMs, that of the last event first; empty if it is not shared. */
    public List<String> getPods() {
      return pods;
    }
  }
}
