package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.SteeredProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Runs of {@link SteeredProgram}, whose configuration changes, with its files in a folder. */
record SteeredConfig(File folder) {

  /** Runs the program with a configuration; semicolons separate the commands that it obeys. */
  ProgramResult run(Jdk jdk, String config, String... commands) throws IOException {
    File file = new File(folder, "config.yaml");
    Files.writeString(file.toPath(), config);
    ProgramResult result =
        JavaProgram.ofMain(SteeredProgram.class)
            .on(jdk)
            .agentArguments(file.getPath())
            .arguments(file.getPath())
            .arguments(String.join("; ", commands).split("; "))
            .run(Programs.LIMIT);
    assertThat(result.exitCode()).as(result.standardError()).isZero();
    return result;
  }

  /** Returns the command that puts another configuration instead of the one in force. */
  String put(String config) throws IOException {
    File next = File.createTempFile("next", ".yaml", folder);
    Files.writeString(next.toPath(), config);
    return "put " + next.getPath();
  }
}
