package com.acme.shapes.acceptloop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Serves one user after the other on one thread. */
public final class ChatServer {

  private final Helpdesk desk;

  public ChatServer(Helpdesk desk) {
    this.desk = desk;
  }

  public void serve(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      while (!server.isClosed()) {
        try (Socket socket = server.accept()) {
          handle(socket);
        }
      }
    }
  }

  private void handle(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(desk.reply(line));
    }
  }
}
