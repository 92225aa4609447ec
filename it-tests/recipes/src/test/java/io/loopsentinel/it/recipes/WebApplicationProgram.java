package io.loopsentinel.it.recipes;

import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** A web application of Spring MVC that serves requests until its input ends. */
public final class WebApplicationProgram {

  private WebApplicationProgram() {}

  /** Takes no arguments, and prints its port. */
  public static void main(String[] args) throws Exception {
    AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
    context.register(Desk.class);
    ServletContextHandler handler = new ServletContextHandler();
    handler.addServlet(new ServletHolder(new DispatcherServlet(context)), "/*");
    Server server = new Server(0);
    server.setHandler(handler);
    server.start();
    System.out.println("port " + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
    while (System.in.read() >= 0) {
      // Only the end of the input counts.
    }
    server.stop();
  }

  /** Its parameters have no names but those of the class file. */
  @RestController
  @EnableWebMvc
  public static class Desk {

    /** Makes the agent call the same tool five times. */
    @GetMapping("/ask")
    public String ask(@RequestParam String question) {
      String answer = "";
      for (int i = 0; i < 5; i++) {
        answer = dispatch("search", Map.of("q", question));
      }
      return answer;
    }

    /** Makes the agent call a tool once. */
    @GetMapping("/look")
    public String look(@RequestParam String question) {
      return dispatch("search", Map.of("q", question));
    }

    /** Takes values from the path and from the query. */
    @GetMapping("/orders/{customer}")
    public String orders(@PathVariable String customer, @RequestParam int limit) {
      return customer + " has fewer than " + limit;
    }

    String dispatch(String tool, Map<String, Object> arguments) {
      return tool + " ran with " + arguments;
    }
  }
}
