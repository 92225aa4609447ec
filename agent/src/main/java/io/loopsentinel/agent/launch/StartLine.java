package io.loopsentinel.agent.launch;

import java.util.List;

/** What the agent says first. */
final class StartLine {

  private StartLine() {}

  static String of(String configuration, String mode, List<String> profiles, int targets) {
    return String.join(
        "",
        AgentVersion.get(),
        " guards this JVM: configuration ",
        configuration,
        ", mode ",
        mode,
        ", profiles ",
        profiles.isEmpty() ? "none" : String.join(", ", profiles),
        ", ",
        String.valueOf(targets),
        targets == 1 ? " target" : " targets");
  }
}
