package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.identity.Digest;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.ArgumentSketch;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A tool call to be judged, and what is said of one that passes.
 *
 * <p>It may be filled for one call after the other, so that a call has to allocate nothing; what is
 * known of the one before is gone then. Holds the arguments until its outcome is known, and no
 * longer than it is held itself. Used by one thread at a time.
 */
public final class ToolCall {

  private final Call call = new Call();
  private final RecordedCall recorded = new RecordedCall(this);
  private final Ruling.Pass pass = new Ruling.Pass(recorded);
  private final LastSession lastSession = new LastSession();
  private boolean overridden;
  private boolean mayRepeat;
  private @Nullable Object arguments;
  private ArgumentSketch sketch = ArgumentSketch.EMPTY;

  /** Creates a call to be filled by {@link Engine#identify(String, Object, ToolCall)}. */
  public ToolCall() {}

  /** Returns the tool's name. */
  public String tool() {
    return call.tool();
  }

  /** Returns the call's identity. */
  public Fingerprint fingerprint() {
    return call.fingerprint();
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return call.policy();
  }

  /** Whether it is the same call as another. */
  public boolean isSameAs(ToolCall other) {
    return digest().sameAs(other.digest());
  }

  /** Lets go of everything that belongs to the application. */
  public void release() {
    arguments = null;
  }

  /**
   * Says which tool is called.
   *
   * @param name the tool's name, of no more than readable length
   */
  void of(String name, PolicyTable.Entry entry, @Nullable Object itsArguments) {
    call.of(name, entry.policy(), entry.path());
    overridden = entry.overridden();
    arguments = itsArguments;
  }

  /** Returns the identity, to be written or compared. */
  Digest digest() {
    return call.digest();
  }

  Call call() {
    return call;
  }

  /** Sets the words of the arguments. */
  void sketched(ArgumentSketch words) {
    sketch = words;
  }

  /** Returns the words of the arguments; of none where their identity was known before. */
  ArgumentSketch sketch() {
    return sketch;
  }

  /** Whether the tool has an override, and with it a history of its own. */
  boolean overridden() {
    return overridden;
  }

  /** Whether it may stand among the latest calls of its session. */
  boolean mayRepeat() {
    return mayRepeat;
  }

  void tellWhetherItMayRepeat(boolean may) {
    mayRepeat = may;
  }

  /** Returns the session of the call that this was before. */
  LastSession lastSession() {
    return lastSession;
  }

  @Nullable Object arguments() {
    return arguments;
  }

  /** Returns what to report its outcome with. */
  RecordedCall recorded() {
    return recorded;
  }

  /** Returns the ruling that it runs, and is recorded. */
  Ruling.Pass pass() {
    return pass;
  }

  /** Lets go of the arguments and their words, where the call is to be remembered. */
  void forgetArguments() {
    arguments = null;
    sketch = ArgumentSketch.EMPTY;
  }

  @Override
  public String toString() {
    return tool() + " " + fingerprint();
  }
}
