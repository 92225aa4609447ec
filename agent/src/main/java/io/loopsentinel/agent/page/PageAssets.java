package io.loopsentinel.agent.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What the live page and those of {@code replay} and {@code report} are drawn with: styles and
 * scripts.
 */
public final class PageAssets {

  private PageAssets() {}

  /** Returns the styles of a page, behind those that all pages share. */
  public static String style(String page) throws IOException {
    return text("base.css") + text(page + ".css");
  }

  /** Returns the script of a page, behind what all pages share. */
  public static String script(String page) throws IOException {
    return text("common.js") + text(page + ".js");
  }

  /** Returns a page with its styles and its script in it. */
  public static String page(String page) throws IOException {
    return text(page + ".html")
        .replace("/*style*/", style(page))
        .replace("/*script*/", script(page));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the agent's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
