package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Games, in which boards and places are met again. */
class GamesTest {

  private static final String HALL = "Hall. A clock ticks. Doors lead north, east and south.";

  private final Conversation run = new Conversation();

  @Test
  void exploresAHouseAndComesThroughTheHallAgain() {
    String[][] walk = {
      {"look", HALL},
      {"north", "Kitchen. A knife lies on the table. The hall is south."},
      {"take knife", "Taken."},
      {"south", HALL},
      {"east", "Library. One book stands out. The hall is west."},
      {"take book", "Taken."},
      {"west", HALL},
      {"south", "Garden. A rope holds the gate. The hall is north."},
      {"cut rope with knife", "The gate swings open."},
      {"north", HALL},
      {"read book", "It says: the clock is wrong by one hour."},
      {"set clock back", "A drawer opens. There is a key in it."},
      {"take key", "Taken."},
      {"south", "Garden. The gate is open. The hall is north."},
      {"unlock chest with key", "The chest holds a crown. You have won."}
    };
    for (String[] move : walk) {
      run.turn().call("play", Map.of("input", move[0])).returns(move[1]);
    }

    run.verdict().silent();
  }

  @Test
  void runsIntoEachWallOfARoom() {
    run.turn().call("play", Map.of("input", "look")).returns(HALL);
    String[] walls = {"west", "up", "down", "northwest", "northeast", "southwest", "southeast"};
    for (String wall : walls) {
      run.turn().call("play", Map.of("input", wall)).returns("You can't go that way.");
    }

    run.verdict().warnedAtMost().foundBetween(6, 6);
  }

  @Test
  void slidesTilesThroughAnEarlierBoard() {
    String[][] moves = {
      {"left", "1 2 3 / 4 . 6 / 7 5 8"},
      {"up", "1 . 3 / 4 2 6 / 7 5 8"},
      {"down", "1 2 3 / 4 . 6 / 7 5 8"},
      {"left", "1 2 3 / . 4 6 / 7 5 8"},
      {"right", "1 2 3 / 4 . 6 / 7 5 8"},
      {"down", "1 2 3 / 4 5 6 / 7 . 8"},
      {"right", "1 2 3 / 4 5 6 / 7 8 . - solved"}
    };
    run.turn("Let me see the board.").call("board", Map.of()).returns("1 2 3 / 4 6 . / 7 5 8");
    for (String[] move : moves) {
      run.turn().call("slide", Map.of("blank", move[0])).returns(move[1]);
    }

    run.verdict().silent();
  }

  @Test
  void guessesANumberByHalving() {
    int[] guesses = {500, 750, 875, 938, 906, 922, 914, 918};
    for (int guess : guesses) {
      run.turn()
          .call("guess", Map.of("number", guess))
          .returns(guess == 918 ? "Right, in 8 guesses." : guess < 918 ? "Too low." : "Too high.");
    }

    run.verdict().silent();
  }

  @Test
  void drawsCardsUntilTheSumIsHighEnough() {
    String[] cards = {
      "You hold 4. Dealer shows 9.", "You hold 9.", "You hold 11.", "You hold 14.", "You hold 20."
    };
    for (String card : cards) {
      run.turn("Another card.").call("hit", Map.of("table", 2)).returns(Results.content(card));
    }
    run.turn("That is enough.")
        .call("stand", Map.of("table", 2))
        .returns(Results.content("Dealer has 19. You win."));

    run.verdict().silent();
  }

  @Test
  void walksToAndFroBetweenTwoRooms() {
    for (int i = 0; i < 7; i++) {
      run.turn("I should look for the lamp in the cellar.")
          .call("act", Map.of("command", "go down"))
          .returns("Cellar. It is pitch dark. You cannot see anything. Stairs lead up.");
      run.turn("Too dark. I should look for a lamp upstairs.")
          .call("act", Map.of("command", "go up"))
          .returns("Porch. The front door is locked. Stairs lead down.");
    }

    run.verdict().foundBetween(4, 9);
  }

  @Test
  void triesMovesThatTheRulesForbid() {
    String[] moves = {"Ke2", "Kd1", "Kf1", "Ke2", "O-O", "Kd2", "Kf2", "Ke2", "O-O-O", "Kd1"};
    for (String move : moves) {
      run.turn("The king must get out of danger: " + move + ".")
          .call("make_move", Map.of("game", 31, "move", move))
          .returns(
              "{\"accepted\":false,\"error\":\"Illegal move. You are in check from the queen on"
                  + " e7.\"}");
    }

    run.verdict().foundBetween(2, 6);
  }
}
