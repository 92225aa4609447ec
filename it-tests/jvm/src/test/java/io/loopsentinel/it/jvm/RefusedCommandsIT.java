package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.VanishingProgram;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** JVMs and processes that the command line can do nothing with are told in clear words. */
@FullMatrix
class RefusedCommandsIT {

  @OnEachJdk
  void tellsAJvmThatIsNotGuarded(Jdk jdk) {
    try (RunningProgram jvm = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      assertRefused(
          Commands.run(jdk, "status", jvm), 1, jvm.pid() + " is not guarded; run attach first");
    }
  }

  @OnEachJdk
  void tellsAJvmThatForbidsAttaching(Jdk jdk) {
    try (RunningProgram jvm =
        Commands.start(
            Commands.waiting(jdk).jvmOptions("-XX:+DisableAttachMechanism"), Programs.RAN)) {
      ProgramResult attach = Commands.run(jdk, "attach", jvm);
      ProgramResult list = Commands.run(jdk, "list");

      assertRefused(
          attach, 1, jvm.pid() + " forbids attaching: it runs with -XX:+DisableAttachMechanism");
      assertThat(list.standardOutput()).startsWith("    PID");
      assertThat(list.standardOutput().lines())
          .noneMatch(line -> line.matches(" *" + jvm.pid() + " .*"));
      assertThat(jvm.standardOutput()).doesNotContain("thread dump");
    }
  }

  @OnEachJdk
  void tellsAJvmThatEndsWhileItIsAsked(Jdk jdk) {
    try (RunningProgram jvm = Commands.start(vanishing(jdk), "ready")) {
      ProgramResult status = Commands.run(jdk, "status", jvm);

      assertThat(status.standardError())
          .startsWith("The JVM no longer answers: java.")
          .doesNotContain("\tat ");
      assertThat(status.exitCode()).isEqualTo(1);
    }
  }

  @OnEachJdk
  void tellsAnAgentOfAnotherVersion(Jdk jdk) {
    try (RunningProgram jvm = Commands.start(vanishing(jdk).arguments("older"), "ready")) {
      assertRefused(
          Commands.run(jdk, "status", jvm),
          1,
          jvm.pid()
              + " is guarded by another version, which this command does not understand; run the"
              + " loop-sentinel.jar that guards it (No such attribute)");
    }
  }

  @OnEachJdk
  void listsOtherJvmsThoughOneEndsWhileItIsAsked(Jdk jdk) {
    try (RunningProgram first = Commands.start(vanishing(jdk), "ready");
        RunningProgram other = Commands.start(Commands.waiting(jdk), Programs.RAN);
        RunningProgram last = Commands.start(vanishing(jdk), "ready")) {
      ProgramResult list = Commands.run(jdk, "list");

      assertThat(list.standardOutput().lines())
          .anyMatch(line -> line.matches(" *" + first.pid() + " +\\(unknown\\) .*"))
          .anyMatch(line -> line.matches(" *" + last.pid() + " +\\(unknown\\) .*"))
          .anyMatch(line -> line.matches(" *" + other.pid() + " +- .*"));
      assertThat(list.exitCode()).isZero();
    }
  }

  @OnEachJdk
  void listsOtherJvmsThoughOneIsStopped(Jdk jdk) throws Exception {
    assumeTrue(new File("/bin/kill").exists(), "a process is stopped with kill");
    try (RunningProgram stopped = Commands.start(Commands.waiting(jdk), Programs.RAN);
        RunningProgram other = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      Commands.run(jdk, "list"); // Attached to once, a JVM accepts connections even if stopped.
      signal("STOP", stopped);
      try {
        // Both wait for an answer, so they do that at the same time.
        ProgramResult status;
        ProgramResult list;
        try (RunningProgram listing = Commands.command(jdk, "list").start()) {
          status = Commands.run(jdk, "status", stopped);
          list = listing.await(Programs.LIMIT);
        }

        assertThat(list.standardOutput().lines())
            .anyMatch(line -> line.matches(" *" + stopped.pid() + " +\\(unknown\\) .*"))
            .anyMatch(line -> line.matches(" *" + other.pid() + " +- .*"));
        assertRefused(status, 1, stopped.pid() + " has not answered for 15 seconds");
      } finally {
        signal("CONT", stopped);
      }
    }
  }

  @OnEachJdk(17)
  void doesNotWaitForAStoppedJvmToAttachTo(Jdk jdk) throws Exception {
    assumeTrue(new File("/bin/kill").exists(), "a process is stopped with kill");
    try (RunningProgram stopped = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      assertThat(Commands.run(jdk, "status", stopped).standardError()).contains("is not guarded");
      signal("STOP", stopped);
      try {
        assertRefused(
            Commands.run(jdk, "attach", stopped),
            1,
            stopped.pid() + " has not answered for 15 seconds");
      } finally {
        signal("CONT", stopped);
      }
    }
  }

  private static void signal(String name, RunningProgram program) throws Exception {
    new ProcessBuilder("/bin/kill", "-" + name, Long.toString(program.pid())).start().waitFor();
  }

  private static JavaProgram vanishing(Jdk jdk) {
    return JavaProgram.ofMain(VanishingProgram.class).on(jdk);
  }

  @OnEachJdk
  void tellsAProcessThatIsNotThere(Jdk jdk) {
    assertRefused(Commands.run(jdk, "status", "99999999"), 2, "There is no process 99999999");
  }

  @OnEachJdk
  void leavesAProgramAloneThatIsNoJvm(Jdk jdk) throws Exception {
    Process other = new ProcessBuilder("sleep", "120").start();
    try {
      ProgramResult result = Commands.run(jdk, "attach", Long.toString(other.pid()));

      assertRefused(
          result,
          2,
          other.pid()
              + " is not a JVM, or runs with -XX:+DisableAttachMechanism or"
              + " -XX:-UsePerfData");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroy();
    }
  }

  @OnEachJdk
  void tellsAJvmOfAnotherUser(Jdk jdk) throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root") && new File("/usr/sbin/runuser").exists(),
        "another user can be tried by root alone, with runuser");
    Path jar = Files.createTempFile("loop-sentinel", ".jar");
    Files.copy(AgentJar.file().toPath(), jar, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));

    try (RunningProgram jvm = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      Process command =
          new ProcessBuilder(
                  "/usr/sbin/runuser",
                  "-u",
                  "nobody",
                  "--",
                  jdk.java().getPath(),
                  "-jar",
                  jar.toString(),
                  "attach",
                  Long.toString(jvm.pid()))
              .directory(new File("/"))
              .start();
      String told = new String(command.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(told).isEqualTo(jvm.pid() + " belongs to root; run this command as that user\n");
      assertThat(command.waitFor()).isEqualTo(2);
    } finally {
      Files.delete(jar);
    }
  }

  private static void assertRefused(ProgramResult result, int exitCode, String words) {
    assertThat(result.standardError()).isEqualTo(words + "\n");
    assertThat(result.standardOutput()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(exitCode);
  }
}
