package com.acme.bank;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that the model may have called, and names it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface BankTool {
  String value();
}
