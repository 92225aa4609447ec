package io.loopsentinel.agent.command.replay.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Pattern;

/** Reads conversations or an audit log; how the text begins tells which. */
public final class RunReader implements RecordingReader {

  private static final int LOOK_AHEAD = 64;
  private static final Pattern AUDIT_LOG =
      Pattern.compile("\\s*\\{\\s*\"v\"\\s*:.*", Pattern.DOTALL);

  @Override
  public void read(BufferedReader in, String source, RecordingSink sink) throws IOException {
    char[] beginning = new char[LOOK_AHEAD];
    in.mark(LOOK_AHEAD);
    int length = Math.max(0, in.read(beginning));
    in.reset();
    boolean isAuditLog = AUDIT_LOG.matcher(new String(beginning, 0, length)).matches();
    (isAuditLog ? new AuditReader() : new ChatReader()).read(in, source, sink);
  }
}
