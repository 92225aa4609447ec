package io.loopsentinel.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A program that has been started. Closing it kills it and all processes it started.
 *
 * <p>For use by one thread.
 */
public final class RunningProgram implements AutoCloseable {

  private final Process process;
  private final String name;
  private final Drain standardOutput;
  private final Drain standardError;

  RunningProgram(Process process, String name) {
    this.process = process;
    this.name = name;
    this.standardOutput = new Drain(process.getInputStream());
    this.standardError = new Drain(process.getErrorStream());
  }

  /** Returns its process id. */
  public long pid() {
    return process.pid();
  }

  /** Returns whether it has not ended yet. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns its standard output so far. */
  public String standardOutput() {
    return standardOutput.text();
  }

  /** Returns its standard error so far. */
  public String standardError() {
    return standardError.text();
  }

  /**
   * Waits until its standard output so far is as expected.
   *
   * @throws AssertionError if it is not within the limit, or the program ends before
   */
  public void awaitOutput(Predicate<String> expected, Duration limit) {
    check(standardOutput.await(expected, limit), "has not written what was expected");
  }

  /** Waits as {@link #awaitOutput} for what it writes to standard error. */
  public void awaitError(Predicate<String> expected, Duration limit) {
    check(standardError.await(expected, limit), "has not written what was expected");
  }

  /** Writes a line to its standard input. */
  public void type(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " reads no more", e);
    }
  }

  /** Ends its standard input, which many a test program takes as the sign to go on. */
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The program has closed its end already: there is nothing left to close.
    }
  }

  /**
   * Waits until it has ended.
   *
   * @throws AssertionError if it has not within the limit; tells what it wrote so far
   */
  public ProgramResult await(Duration limit) {
    check(endsWithin(limit), "has not ended within " + limit);
    check(
        standardOutput.await(limit) && standardError.await(limit),
        "has ended, but a process it started still holds its output");
    return new ProgramResult(process.exitValue(), standardOutput(), standardError());
  }

  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
    all.forEach(RunningProgram::deleteAttachSocket);
  }

  /** A JVM that is killed leaves the socket by which it was attached to. */
  private static void deleteAttachSocket(ProcessHandle killed) {
    new File(System.getProperty("java.io.tmpdir"), ".java_pid" + killed.pid()).delete();
  }

  private boolean endsWithin(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void check(boolean condition, String problem) {
    if (!condition) {
      String threads = ThreadDumps.of(process);
      close();
      throw new AssertionError(
          "%s %s.%nIts standard output:%n%s%nIts standard error:%n%s%n%s"
              .formatted(name, problem, standardOutput(), standardError(), threads));
    }
  }
}
