package com.acme.shapes.shell;

import java.util.ArrayList;
import java.util.List;

/** Copies folders, and tries again what failed. */
public final class Backup {

  private final ShellRunner shell = new ShellRunner();

  public String run(List<String> folders) {
    List<String> log = new ArrayList<>();
    for (String folder : folders) {
      ShellRunner.ProcessResult result = shell.run("rsync", List.of("-a", folder, "/backup"));
      while (result.exitCode() == 11) {
        result = shell.run("rsync", List.of("-a", folder, "/backup"));
      }
      log.add(result.output());
    }
    return String.join("\n", log);
  }
}
