package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a message about a finding.
 *
 * @param tool the called tool; empty if the finding is about model turns
 * @param fingerprint the fingerprint of the call, or of the loop if there is no call
 * @param detection the finding, and the action for the next such call
 * @param dispatched false if the model requested the call but it was not seen to run
 * @param quotedArguments supplies the call's arguments as canonical JSON, cut to a readable length,
 *     or {@code null} if they are not to be quoted; called only by texts for the model that quote
 *     them, and before the guarded call continues unless they cannot change
 * @param session the session's key as text
 */
public record LoopReport(
    String tool,
    Fingerprint fingerprint,
    Detection detection,
    boolean dispatched,
    ToolPolicy policy,
    Supplier<@Nullable String> quotedArguments,
    String session) {

  public Finding finding() {
    return detection.finding();
  }

  /** Returns the session's key, printable on one line. */
  @Override
  public String session() {
    return Printable.name(session);
  }

  /** Returns the tool's name, printable on one line. */
  String shownTool() {
    return Printable.name(tool);
  }

  /**
   * Returns the arguments of {@code quotedArguments}, made printable: canonical JSON escapes line
   * breaks, but no characters that change the direction of text.
   *
   * @return {@code null} if they are not to be quoted or are a single object of the application
   */
  @Nullable String shownArguments() {
    String arguments = quotedArguments.get();
    return arguments == null || arguments.equals(CanonicalJson.OBJECT)
        ? null
        : Printable.of(arguments, Math.max(1, arguments.length()));
  }

  /** Returns a copy that does not quote the arguments. */
  public LoopReport withoutArguments() {
    return new LoopReport(tool, fingerprint, detection, dispatched, policy, () -> null, session);
  }
}
