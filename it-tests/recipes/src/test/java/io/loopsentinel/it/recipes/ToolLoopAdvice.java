package io.loopsentinel.it.recipes;

import io.loopsentinel.ToolLoopError;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers a user whose agent was stopped. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ToolLoopAdvice {

  /** Says so, and nothing about how. */
  @ExceptionHandler(ToolLoopError.class)
  public ResponseEntity<String> answer(ToolLoopError stopped) {
    return ResponseEntity.status(HttpStatus.BAD_GATEWAY)
        .body("I went round in circles and stopped. Please ask in another way.");
  }
}
