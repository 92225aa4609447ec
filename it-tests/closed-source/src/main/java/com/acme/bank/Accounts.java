package com.acme.bank;

import java.util.List;

/** The skills of the bank's assistant; remembers what it was asked. */
final class Accounts {

  private final List<String> asked;

  Accounts(List<String> asked) {
    this.asked = asked;
  }

  @BankTool("find_account")
  String find(String id) {
    asked.add("find_account " + id);
    return "no account " + id;
  }

  @BankTool("block_card")
  String block(String id) {
    asked.add("block_card " + id);
    return "blocked";
  }
}
