package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a message about a finding may say.
 *
 * @param tool the tool that was called; empty where the finding is about the model's turns
 * @param fingerprint the identity of the call, or of the loop where there is no call
 * @param detection what was found, and what becomes of the next such call
 * @param dispatched false where the model asked for the call and nobody was seen to run it
 * @param policy how the tool is judged
 * @param quotedArguments gives the call's arguments as canonical JSON, cut to a readable length, or
 *     {@code null} where they are not to be quoted; called only by texts that quote them, all of
 *     which are for the model, and before the guarded call goes on unless they cannot change
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

  /** Returns what was found. */
  public Finding finding() {
    return detection.finding();
  }

  /** Returns the session's key, fit to be shown on one line. */
  @Override
  public String session() {
    return Printable.of(session, Printable.NAME);
  }

  /** Returns the tool's name, fit to be shown on one line. */
  String shownTool() {
    return Printable.of(tool, Printable.NAME);
  }

  /**
   * Returns the arguments as {@code quotedArguments} gives them, fit to be shown: canonical JSON
   * escapes what would end a line, but no characters that turn text around.
   *
   * @return {@code null} where they are not to be quoted, or are one object of the application
   */
  @Nullable String shownArguments() {
    String arguments = quotedArguments.get();
    return arguments == null || arguments.equals(CanonicalJson.OBJECT)
        ? null
        : Printable.of(arguments, Math.max(1, arguments.length()));
  }

  /** Returns what may be told where the arguments are not to be quoted. */
  public LoopReport withoutArguments() {
    return new LoopReport(tool, fingerprint, detection, dispatched, policy, () -> null, session);
  }
}
