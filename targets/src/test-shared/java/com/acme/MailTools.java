package com.acme;

import java.util.List;

/** More tools that are methods of a class. */
@SuppressWarnings("unused") // guarded, not called
public final class MailTools {

  private MailTools() {}

  static List<String> findMails(String customer) {
    return List.of();
  }
}
