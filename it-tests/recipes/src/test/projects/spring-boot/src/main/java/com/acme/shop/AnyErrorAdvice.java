package com.acme.shop;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Would get the error, too, as the cause of a ServletException. */
@RestControllerAdvice
class AnyErrorAdvice {

  @ExceptionHandler
  ResponseEntity<String> answer(Exception failed) {
    return ResponseEntity.status(HttpStatus.INTERNAL_SERVER_ERROR).body("Something went wrong.");
  }
}
