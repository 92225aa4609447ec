package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Writes what comes out of the agent to files, one for each way; thread-safe. */
final class Written implements Closeable {

  private final PrintWriter echo;
  private final PrintWriter errors;
  private final PrintWriter events;
  private final PrintWriter answers;
  private String session = "";

  Written(File folder) throws IOException {
    echo = writer(folder, "echo.txt");
    errors = writer(folder, "errors.txt");
    events = writer(folder, "events.txt");
    answers = writer(folder, "answers.txt");
  }

  /** Writes what a tool gave back, or the model was asked; not the megabytes of it. */
  synchronized void echo(String text) {
    echo.println(text.substring(0, Math.min(text.length(), 10_000)));
  }

  /** Writes what an application may write of an error that stopped it. */
  synchronized void stopped(Error error) {
    errors.println(ToolLoopError.findIn(error).orElseThrow(() -> error));
  }

  synchronized void heard(LoopEvent event) {
    events.println(event + " " + event.toMap());
    if (event.session() != null) {
      session = event.session();
    }
    notifyAll();
  }

  /** Waits until an event of a session is the last of one that was heard. */
  synchronized void awaitEventOf(String last) throws InterruptedException {
    while (!session.equals(last)) {
      // The test kills a program that waits in vain.
      wait();
    }
  }

  /** Writes what the agent answered. */
  synchronized void answer(String line) {
    answers.println(line);
  }

  @Override
  public synchronized void close() {
    echo.close();
    errors.close();
    events.close();
    answers.close();
  }

  private static PrintWriter writer(File folder, String name) throws IOException {
    return new PrintWriter(new File(folder, name), StandardCharsets.UTF_8);
  }
}
