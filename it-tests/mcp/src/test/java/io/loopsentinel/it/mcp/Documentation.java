package io.loopsentinel.it.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What {@code docs/frameworks.md} shows, so that it is tested. */
final class Documentation {

  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private Documentation() {}

  /** Returns the configuration of a server each of whose clients is one conversation. */
  static String serverOfOneConversation() throws IOException {
    return YAML.matcher(Files.readString(page().toPath()))
        .results()
        .map((MatchResult match) -> match.group(1))
        .filter(yaml -> yaml.contains("McpAsyncServer"))
        .findFirst()
        .orElseThrow();
  }

  private static File page() {
    File folder = new File(System.getProperty("user.dir")).getAbsoluteFile();
    File page = new File(folder, "docs/frameworks.md");
    while (!page.exists()) {
      folder = Objects.requireNonNull(folder.getParentFile(), "docs/frameworks.md");
      page = new File(folder, "docs/frameworks.md");
    }
    return page;
  }
}
