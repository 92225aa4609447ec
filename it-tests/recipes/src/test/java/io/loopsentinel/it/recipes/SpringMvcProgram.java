package io.loopsentinel.it.recipes;

import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** A web application of Spring MVC whose agent loops; one request is served, and printed. */
public final class SpringMvcProgram {

  private SpringMvcProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    MockMvc mvc =
        MockMvcBuilders.standaloneSetup(new Desk())
            .setControllerAdvice(new AnyErrorAdvice(), new ToolLoopAdvice())
            .build();
    MockHttpServletResponse response =
        mvc.perform(MockMvcRequestBuilders.get("/ask")).andReturn().getResponse();
    System.out.println(response.getStatus() + " " + response.getContentAsString());
  }

  /** Asks the agent. */
  @RestController
  public static class Desk {

    /** The agent calls the same tool for ever. */
    @GetMapping("/ask")
    public String ask() {
      for (int i = 0; i < 100; i++) {
        dispatch("search", Map.of("q", "x"));
      }
      return "never";
    }

    String dispatch(String tool, Map<String, Object> arguments) {
      return "nothing found";
    }
  }

  /** What many an application has beside it. */
  @RestControllerAdvice
  public static class AnyErrorAdvice {

    /** Answers all that nobody else does. */
    @ExceptionHandler(Exception.class)
    public ResponseEntity<String> answer(Exception any) {
      return ResponseEntity.internalServerError().body("Something went wrong.");
    }
  }
}
