package io.loopsentinel.it.jvm;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.LingeringProgram;
import io.loopsentinel.it.jvm.program.WaitingProgram;
import java.util.regex.Pattern;

/** The command line of the jar that ships, and the JVMs that it is tried on. */
final class Commands {

  private Commands() {}

  static ProgramResult run(Jdk jdk, String... arguments) {
    return command(jdk, arguments).run(Programs.LIMIT);
  }

  static ProgramResult run(Jdk jdk, String command, RunningProgram jvm, String... arguments) {
    return command(jdk, command, Long.toString(jvm.pid())).arguments(arguments).run(Programs.LIMIT);
  }

  static JavaProgram command(Jdk jdk, String... arguments) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .jvmOptions(JavaProgram.QUICK_START)
        .arguments(arguments);
  }

  /** A program that makes one call, and a loop of them at the end of its input. */
  static JavaProgram waiting(Jdk jdk) {
    return JavaProgram.ofMain(WaitingProgram.class).on(jdk);
  }

  /** A program that has made four calls, and ends with its input. */
  static JavaProgram lingering(Jdk jdk) {
    return JavaProgram.ofMain(LingeringProgram.class).on(jdk);
  }

  /** Starts a program, and waits until it has called its tool. */
  static RunningProgram start(JavaProgram program, String output) {
    RunningProgram running = program.start();
    running.awaitOutput(text -> text.contains(output), Programs.LIMIT);
    return running;
  }

  /** Types a line to a program that answers each; returns its answer. */
  static String answer(RunningProgram program, String line) {
    program.type(line);
    Pattern answer = Pattern.compile(Pattern.quote(line + ": ") + "(.*)\\R");
    program.awaitOutput(text -> answer.matcher(text).find(), Programs.LIMIT);
    return answer.matcher(program.standardOutput()).results().findFirst().orElseThrow().group(1);
  }
}
