package io.loopsentinel.it.kotlin

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** Makes the calls of one scenario, on the threads of a pool, and prints what comes back. */
fun main(args: Array<String>) = runBlocking {
    val calls = args[1].toInt()
    val dispatcher = Dispatcher()
    val open = OpenDispatcher()
    val model = Model()
    val assistant = Assistant(dispatcher)
    for (i in 1..calls) {
        val outcome = withContext(Dispatchers.Default) {
            try {
                when (args[0]) {
                    "equal" -> dispatcher.dispatch("search", mapOf("q" to "x"))
                    "at_once" -> dispatcher.dispatch("at_once", mapOf("q" to "x"))
                    "poll" -> dispatcher.dispatch("poll", mapOf("q" to "x"))
                    "open" -> open.dispatch("poll", mapOf("q" to "x"))
                    "broken" -> dispatcher.dispatch("broken", mapOf("q" to i))
                    "other" -> dispatcher.dispatchResult("search", mapOf("q" to "x")).toString()
                    "decorated" -> dispatcher.decorated("search", mapOf("q" to "x"), 3)
                    "cancelled" -> cancelled(dispatcher, i)
                    "turn" -> model.chat("orders").text
                    "run" -> assistant.ask("conversation $i")
                    else -> throw IllegalArgumentException(args[0])
                }
            } catch (e: Throwable) {
                "error ${e.javaClass.name}"
            }
        }
        println(outcome)
    }
}

private suspend fun cancelled(dispatcher: Dispatcher, number: Int): String = coroutineScope {
    var end = "not cancelled"
    val job = launch(start = CoroutineStart.UNDISPATCHED) {
        try {
            dispatcher.dispatch("hang", mapOf("q" to number))
        } catch (e: CancellationException) {
            end = "cancelled"
            throw e
        }
    }
    job.cancelAndJoin()
    end
}
