package io.loopsentinel.it.jvm.program;

import io.loopsentinel.ToolLoopError;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * An application for several users at once: {@code USER TOOL ARGUMENT} calls a tool on a thread of
 * its own, {@code open NUMBER} opens that many files and sockets at the same time.
 */
public final class OpeningProgram {

  private OpeningProgram() {}

  static String dispatch(String session, String tool, Map<String, Object> arguments) {
    return "done";
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      String typed = line;
      if (words[0].equals("open")) {
        System.out.println(typed + ": " + open(Integer.parseInt(words[1])));
      } else {
        new Thread(() -> System.out.println(typed + ": " + call(words))).start();
      }
    }
  }

  private static String call(String[] words) {
    try {
      return dispatch(words[0], words[1], Map.of("amount", words[2], "iban", "DE-SECRET"));
    } catch (ToolLoopError stopped) {
      return "stopped";
    }
  }

  private static String open(int number) {
    Deque<Closeable> opened = new ArrayDeque<>();
    String release = System.getProperty("java.home") + "/release";
    try {
      ServerSocket server = new ServerSocket(0, number, InetAddress.getLoopbackAddress());
      opened.push(server);
      for (int i = 0; i < number; i++) {
        opened.push(new FileInputStream(release));
        opened.push(new Socket(server.getInetAddress(), server.getLocalPort()));
      }
      return "opened";
    } catch (IOException e) {
      return e.toString();
    } finally {
      opened.forEach(OpeningProgram::close);
    }
  }

  private static void close(Closeable opened) {
    try {
      opened.close();
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
