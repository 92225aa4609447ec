package io.loopsentinel.agent.telemetry.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A completely received request.
 *
 * @param path the decoded path, without the query
 * @param headers the first value of each header, by its name in lower case
 * @param body at most {@link Connection#MAX_BODY} bytes, read as UTF-8
 */
public record Request(String method, String path, Map<String, String> headers, String body) {

  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether the Host header is an address, {@code localhost} or the configured host. It is
   * none of these for a page of another site that resolves its own name to this machine (DNS
   * rebinding).
   */
  public boolean isForHost(String configured) {
    String asked = header("Host");
    if (asked == null) {
      return false;
    }
    String name = asked.replaceFirst(":\\d*$", "");
    return name.matches("[0-9.]+|\\[[0-9a-fA-F:.]+]")
        || name.equalsIgnoreCase("localhost")
        || name.equalsIgnoreCase(configured);
  }
}
