package io.loopsentinel.agent.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;

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
    return page(owner, page, page).replace("/*script*/", script(owner, page));
  }

  /** Returns a page with the styles of another one in it, and without a script. */
  static String page(Class<?> owner, String page, String style) throws IOException {
    return text(owner, page + ".html").replace("/*style*/", style(owner, style));
  }

  /** Returns the hash by which a content security policy allows styles or a script. */
  static String hash(String content) throws GeneralSecurityException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
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
