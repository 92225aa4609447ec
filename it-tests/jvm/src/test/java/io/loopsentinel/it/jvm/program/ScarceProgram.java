package io.loopsentinel.it.jvm.program;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;

/**
 * Makes its first guarded calls while file descriptors or the heap are used up, and further ones
 * when they are free again; then tries classes of the JDK that it has not used before.
 */
public final class ScarceProgram {

  private static final File FILE = new File(System.getProperty("java.home"), "lib/modules");
  private static final int BLOCK = 100 << 10;

  /** Holds the heap. */
  private static final List<byte[]> BLOCKS = new ArrayList<>(10_000);

  private ScarceProgram() {}

  /**
   * Takes "descriptors", "question" or "heap", what is left free, and whether the tool is loaded
   * before.
   */
  public static void main(String[] args) throws Exception {
    int free = Integer.parseInt(args[1]);
    ToolLoader loader = new ToolLoader();
    if (args[2].equals("before")) {
      System.out.println(loader.tool() == null ? "not loaded" : "loaded");
      awaitAgent();
    }
    UnaryOperator<String> tool;
    if (args[0].equals("heap")) {
      tool = loader.tool();
      useUpHeap(free);
      call(tool);
      BLOCKS.clear();
    } else if (args[0].equals("question")) {
      tool = loader.tool();
      tool.apply("search");
      askWithoutDescriptors(tool);
    } else {
      List<FileInputStream> opened = useUpDescriptors(free);
      tool = loader.tool();
      call(tool);
      for (FileInputStream each : opened) {
        each.close();
      }
    }
    System.out.println("used up, and called");
    tryJdk();
    String answer = call(tool);
    while (!answer.startsWith("loop-detected")) {
      Thread.sleep(1);
      answer = call(tool);
    }
    System.out.println("guarded");
  }

  /** Lets a call wait for a person, and an alert with links is created meanwhile. */
  private static void askWithoutDescriptors(UnaryOperator<String> tool) throws IOException {
    List<FileInputStream> opened = useUpDescriptors(0);
    call(tool);
    for (FileInputStream each : opened) {
      each.close();
    }
  }

  private static void tryJdk() {
    tried("Mac", () -> Mac.getInstance("HmacSHA256"));
    tried("MessageDigest", () -> MessageDigest.getInstance("SHA-256").digest(new byte[1]));
    tried("SecureRandom", () -> new SecureRandom().nextInt());
    tried("InetAddress", () -> InetAddress.getByName("localhost"));
    tried("MBeanServer", () -> ManagementFactory.getPlatformMBeanServer().getMBeanCount());
    tried("HttpClient", HttpClient::newHttpClient);
    tried(
        "FileChannel",
        () -> {
          try (FileChannel channel = FileChannel.open(Path.of(FILE.getPath()))) {
            return channel.read(ByteBuffer.allocate(1));
          }
        });
  }

  private static void tried(String name, Callable<?> use) {
    try {
      use.call();
      System.out.println(name + " works");
    } catch (Exception | LinkageError e) {
      System.out.println(name + " is broken: " + e);
    }
  }

  /** Waits for what the agent does on its own when the tool was loaded, if it does anything. */
  private static void awaitAgent() throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("loop-sentinel preparation")) {
        each.join();
      }
    }
  }

  private static String call(UnaryOperator<String> tool) {
    String last = "";
    for (int i = 0; i < 5; i++) {
      try {
        last = tool.apply("search");
      } catch (OutOfMemoryError e) {
        last = "no memory";
      }
    }
    return last;
  }

  private static List<FileInputStream> useUpDescriptors(int free) throws IOException {
    List<FileInputStream> opened = new ArrayList<>(1_000);
    try {
      while (opened.size() < 1_000) {
        opened.add(new FileInputStream(FILE));
      }
    } catch (IOException full) {
      // As many as there were.
    }
    for (int i = 0; i < free; i++) {
      opened.remove(0).close();
    }
    return opened;
  }

  private static void useUpHeap(int freeBlocks) {
    try {
      while (BLOCKS.size() < 10_000) {
        BLOCKS.add(new byte[BLOCK]);
      }
    } catch (OutOfMemoryError full) {
      // As many as there were.
    }
    for (int i = 0; i < freeBlocks; i++) {
      BLOCKS.remove(BLOCKS.size() - 1);
    }
  }

  /** Is guarded. */
  public static final class Tool implements UnaryOperator<String> {

    @Override
    public String apply(String tool) {
      return tool + " ran";
    }
  }

  /** Defines the tool from a class file that it has read when there was a descriptor for it. */
  private static final class ToolLoader extends ClassLoader {

    private static final String NAME = ScarceProgram.class.getName() + "$Tool";

    private final byte[] file;

    ToolLoader() throws IOException {
      super(ScarceProgram.class.getClassLoader());
      try (InputStream in = ScarceProgram.class.getResourceAsStream("ScarceProgram$Tool.class")) {
        file = in.readAllBytes();
      }
    }

    @SuppressWarnings("unchecked")
    UnaryOperator<String> tool() throws ReflectiveOperationException {
      Class<?> tool = findLoadedClass(NAME);
      if (tool == null) {
        tool = defineClass(NAME, file, 0, file.length);
      }
      return (UnaryOperator<String>) tool.getConstructor().newInstance();
    }
  }
}
