package io.loopsentinel.it.kotlin

import io.loopsentinel.LoopSentinel
import io.loopsentinel.it.scenario.Operator
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
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
    val delegate = Delegate(dispatcher, model)
    for (i in 1..calls) {
        val outcome = withContext(Dispatchers.Default) {
            try {
                when (args[0]) {
                    "equal" -> dispatcher.dispatch("search", mapOf("q" to "x"))
                    "at_once" -> dispatcher.dispatch("at_once", mapOf("q" to "x"))
                    "poll" -> dispatcher.dispatch("poll", mapOf("q" to "x"))
                    "open" -> open.dispatch("poll", mapOf("q" to "x"))
                    "again" -> again(open)
                    "broken" -> dispatcher.dispatch("broken", mapOf("q" to i))
                    "other" -> dispatcher.dispatchResult("search", mapOf("q" to "x")).toString()
                    "decorated" -> dispatcher.decorated("search", mapOf("q" to "x"), 3)
                    "cancelled" -> cancelled(dispatcher, i)
                    "cancelled_equal" -> cancelled(dispatcher, 0)
                    "answered" -> answered(dispatcher)
                    "abandoned" -> abandoned(dispatcher)
                    "turn" -> model.chat("orders").text
                    "delegated" -> {
                        model.chat("outer")
                        delegate.delegate("outer", "x")
                    }
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

/** Makes an equal call again. */
private suspend fun again(open: OpenDispatcher): String {
    open.dispatch("poll", mapOf("q" to "x"))
    return open.dispatch("poll", mapOf("q" to "x"))
}

/** Makes a call for which, where it waits, somebody answers. */
private suspend fun answered(dispatcher: Dispatcher): String =
    LoopSentinel.subscribe { event ->
        event.question()?.takeIf { it.answer() == null }?.let { Operator.answer(it.id(), "message", "Not now.") }
    }.use { dispatcher.dispatch("search", mapOf("q" to "x")) }

/** Makes a call that is cancelled where it waits. */
private suspend fun abandoned(dispatcher: Dispatcher): String = coroutineScope {
    val call = async(start = CoroutineStart.LAZY) { dispatcher.dispatch("search", mapOf("q" to "x")) }
    val answer = CompletableDeferred<String>()
    LoopSentinel.subscribe { event ->
        event.question()?.let { question -> question.answer()?.let { answer.complete(it) } ?: call.cancel() }
    }.use {
        call.join()
        if (call.isCancelled) "cancelled: ${answer.await()}" else call.await()
    }
}
