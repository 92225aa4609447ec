package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.view.SessionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * An active run, shared by all threads that work for it.
 *
 * <p>Holds no objects of the application except the session key and label values. Thread-safe.
 */
public final class RunFrame {

  /**
   * Maximum depth of nested runs. Deeper nesting does not come from agents that call agents, but
   * from work that submits its own next run and whose end is not seen, as with a {@link
   * java.util.concurrent.Future}.
   */
  private static final int MAX_DEPTH = 100;

  private final Object session;
  private final Object conversation;
  private final Attribution attribution;
  private final boolean ofTool;
  private final boolean isEarlier;
  private final int depth;
  private volatile @Nullable RunFrame outer;

  /** Set when the method has returned or thrown. Plain field write: see {@link ThreadFrames}. */
  public volatile boolean ended;

  /**
   * Creates a run.
   *
   * @param ofTool whether a tool of the enclosing run begins this one
   * @param attribution the labels, and the run that this one continues; empty for a new run
   */
  public RunFrame(
      Object session, @Nullable RunFrame within, boolean ofTool, Attribution attribution) {
    this(session, within, ofTool, attribution, false);
  }

  private RunFrame(
      Object session,
      @Nullable RunFrame within,
      boolean ofTool,
      Attribution attribution,
      boolean isEarlier) {
    RunFrame around = lasting(within);
    this.session = session;
    this.ofTool = ofTool;
    this.isEarlier = isEarlier;
    Attribution outside = around == null ? Attribution.NONE : around.attribution;
    // A run within a run of the same session is part of the outer run.
    String known = around != null && around.isWithin(session) ? outside.run() : attribution.run();
    String id = known.isEmpty() ? newId() : known;
    this.conversation = around == null ? session : conversation(around.conversation, session);
    this.attribution = new Attribution(id, attribution.labels()).or(outside).in(around(session));
    this.depth = around == null || around.depth == MAX_DEPTH ? 0 : around.depth + 1;
    this.outer = depth == 0 ? null : around;
    // Work that submits its own next run would otherwise grow a chain of ended runs.
    for (RunFrame each = outer; each != null; each = each.outer) {
      each.outer = lasting(each.outer);
    }
  }

  /** Returns a run that began before its method was guarded, so that its own session is unknown. */
  static RunFrame earlier(Object session) {
    return new RunFrame(session, null, false, Attribution.NONE, true);
  }

  /** Returns the outer session, unless only the inner one has an id. */
  private static Object conversation(Object outer, Object inner) {
    return SessionKeys.isOfThisJvm(outer) && !SessionKeys.isOfThisJvm(inner) ? inner : outer;
  }

  /**
   * Returns the conversation that a session of these runs belongs to, as text: the outermost
   * session with an id, or else the outermost one. Empty if that is the session itself, or if no
   * run has it.
   */
  String around(Object ofRuns) {
    return !conversation.equals(ofRuns) && isWithin(ofRuns) ? SessionKey.text(conversation) : "";
  }

  /**
   * Returns a unique id. {@link UUID#randomUUID} would initialize the JDK's security classes within
   * a call of the application.
   */
  private static String newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  static @Nullable RunFrame lasting(@Nullable RunFrame run) {
    RunFrame each = run;
    while (each != null && each.ended) {
      each = each.outer;
    }
    return each;
  }

  public Object session() {
    return session;
  }

  /**
   * Returns the session of this run and those of enclosing runs that it does the work of, up to one
   * of which it is a tool.
   */
  List<Object> sessionsServed() {
    List<Object> sessions = new ArrayList<>();
    RunFrame each = this;
    while (each != null) {
      sessions.add(each.session);
      each = each.ofTool ? null : lasting(each.outer);
    }
    return sessions;
  }

  boolean isEarlier() {
    return isEarlier;
  }

  public Attribution attribution() {
    return attribution;
  }

  /** Returns whether this run, or an enclosing one that has not ended, belongs to a session. */
  public boolean isWithin(Object otherSession) {
    for (RunFrame each = lasting(this); each != null; each = lasting(each.outer)) {
      if (each.session.equals(otherSession)) {
        return true;
      }
    }
    return false;
  }
}
