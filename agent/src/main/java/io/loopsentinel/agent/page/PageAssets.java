package io.loopsentinel.agent.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The HTML, styles and scripts of pages. Each page has three files beside the class that shows it.
 */
public final class PageAssets {

  private PageAssets() {}

  /** Returns the styles of a page, after those that all pages share. */
  public static String style(Class<?> owner, String page) throws IOException {
    return text(PageAssets.class, "base.css") + text(owner, page + ".css");
  }

  /** Returns the script of a page, after the script that all pages share. */
  public static String script(Class<?> owner, String page) throws IOException {
    return text(PageAssets.class, "common.js") + text(owner, page + ".js");
  }

  /** Returns a page with its styles and its script in it. */
  public static String page(Class<?> owner, String page) throws IOException {
    return text(owner, page + ".html")
        .replace("/*style*/", style(owner, page))
        .replace("/*script*/", script(owner, page));
  }

  private static String text(Class<?> owner, String name) throws IOException {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the agent's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
