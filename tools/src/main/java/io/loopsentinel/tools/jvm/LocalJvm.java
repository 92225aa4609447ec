package io.loopsentinel.tools.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JVM on this machine that can be attached to: one of this user, or any if that is root. */
record LocalJvm(VirtualMachineDescriptor descriptor) {

  /** The exit code if a JVM refuses a command. */
  static final int EXIT_REFUSED = 1;

  /** Longer than the JDK waits for a JVM that was not attached to before. */
  private static final long TIMEOUT_SECONDS = 15;

  private static final String DISABLE_ATTACH = "-XX:+DisableAttachMechanism";

  static List<LocalJvm> all() {
    String self = Long.toString(ProcessHandle.current().pid());
    return VirtualMachine.list().stream()
        .filter(found -> !found.id().equals(self))
        .map(LocalJvm::new)
        .toList();
  }

  /**
   * Finds the JVM of a process. Other processes must not be attached to, because the signal for
   * that would end them.
   *
   * @throws UsageException if there is none, or it belongs to another user
   */
  static LocalJvm of(long pid) throws UsageException {
    for (LocalJvm jvm : all()) {
      if (jvm.pid().equals(Long.toString(pid))) {
        return jvm;
      }
    }
    if (pid == ProcessHandle.current().pid()) {
      throw new UsageException(pid + " is this command itself");
    }
    ProcessHandle process =
        ProcessHandle.of(pid).orElseThrow(() -> new UsageException("There is no process " + pid));
    String user = process.info().user().orElse("another user");
    if (!user.equals(System.getProperty("user.name"))) {
      throw new UsageException(
          "%s belongs to %s; run this command as that user".formatted(pid, user));
    }
    if (List.of(process.info().arguments().orElse(new String[0])).contains(DISABLE_ATTACH)) {
      throw new UsageException(
          pid + " forbids attaching: it runs with " + DISABLE_ATTACH, EXIT_REFUSED);
    }
    throw new UsageException(
        pid + " is not a JVM, or runs with " + DISABLE_ATTACH + " or -XX:-UsePerfData");
  }

  /**
   * Does work that waits for the JVM.
   *
   * @throws UsageException if it throws, or the JVM does not answer in time, because it is stopped
   *     or out of memory
   */
  <T> T ask(Callable<T> work) throws UsageException {
    FutureTask<T> asking = new FutureTask<>(work);
    start(asking);
    try {
      return asking.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof UsageException refused
          ? refused
          : new UsageException(pid() + " does not answer: " + e.getCause(), EXIT_REFUSED);
    } catch (InterruptedException | TimeoutException e) {
      throw new UsageException(
          "%s has not answered for %s seconds".formatted(pid(), TIMEOUT_SECONDS), EXIT_REFUSED);
    }
  }

  /**
   * Asks JVMs side by side, so that those that do not answer cost the time of one.
   *
   * @return the answers, in the order of the JVMs
   */
  static <T> List<T> askAll(List<LocalJvm> jvms, Function<LocalJvm, T> question) {
    List<CompletableFuture<T>> answers =
        jvms.stream()
            .map(jvm -> CompletableFuture.supplyAsync(() -> question.apply(jvm), LocalJvm::start))
            .toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "ask");
    thread.setDaemon(true);
    thread.start();
  }

  VirtualMachine attach() throws UsageException {
    try {
      return VirtualMachine.attach(descriptor);
    } catch (AttachNotSupportedException | IOException e) {
      throw new UsageException(pid() + " cannot be attached to: " + e.getMessage(), EXIT_REFUSED);
    }
  }

  /** Loads the agent of this jar into a JVM. */
  static void load(VirtualMachine machine, @Nullable String argument)
      throws UsageException, IOException {
    URL jar = LocalJvm.class.getProtectionDomain().getCodeSource().getLocation();
    try {
      machine.loadAgent(new File(URI.create(jar.toString())).getPath(), argument);
    } catch (AgentInitializationException | AgentLoadException e) {
      throw new UsageException(
          "%s is not guarded; its standard error may say more: %s"
              .formatted(machine.id(), e.getMessage()),
          EXIT_REFUSED);
    }
  }

  static void detach(VirtualMachine machine) {
    try {
      machine.detach();
    } catch (IOException e) {
      // The JVM has ended.
    }
  }

  String pid() {
    return descriptor.id();
  }

  /** Returns the main class or jar, without arguments, which may be confidential. */
  String main() {
    String command = new File(descriptor.displayName().split(" ", 2)[0]).getName();
    return command.isEmpty() ? "(unknown)" : command;
  }
}
