package io.loopsentinel.it.kotlin

import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.yield

/** What a tool gave. */
data class ToolResult(val text: String, val failed: Boolean) {
    companion object {
        @JvmStatic
        fun error(text: String) = ToolResult(text, true)
    }
}

/** What a model said. */
data class Answer(val text: String)

/** Dispatches calls to tools that take their time, or none. */
class Dispatcher {
    private var percent = 0

    suspend fun dispatch(tool: String, arguments: Map<String, Any>): String {
        if (tool == "at_once") {
            return "$tool ran"
        }
        delay(1)
        if (tool == "hang") {
            awaitCancellation()
        }
        if (tool == "broken") {
            delay(1)
            throw IllegalStateException("disk full")
        }
        if (tool == "poll") {
            percent++
            return "$percent %"
        }
        return "$tool ran with ${arguments["q"]}"
    }

    suspend fun inner(conversation: String, arguments: Map<String, Any>): String {
        delay(1)
        return "$conversation ran with ${arguments["q"]}"
    }

    suspend fun dispatchResult(tool: String, arguments: Map<String, Any>): ToolResult =
        ToolResult(dispatch(tool, arguments), false)

    suspend fun decorated(tool: String, arguments: Map<String, Any>, decorators: Int): String {
        delay(1)
        if (decorators > 0) {
            return decorated(tool, arguments, decorators - 1)
        }
        delay(1)
        return "$tool ran"
    }
}

/** A tool that is an agent, which calls a tool again and again until it is stopped. */
class Delegate(private val dispatcher: Dispatcher, private val model: Model) {
    suspend fun delegate(conversation: String, question: String): String {
        delay(1)
        while (true) {
            model.chat("inner $conversation")
            dispatcher.inner("inner $conversation", mapOf("q" to question))
        }
    }
}

/** A dispatcher that a subclass may change. */
open class OpenDispatcher {
    private var percent = 0

    open suspend fun dispatch(tool: String, arguments: Map<String, Any>): String {
        yield() // Suspends in any case.
        percent++
        return "$tool with ${arguments["q"]}: $percent %"
    }
}

/** A model that says the same again and again. */
class Model {
    suspend fun chat(prompt: String): Answer {
        delay(1)
        return Answer("I need more information about $prompt")
    }
}

/** Answers one message by four equal calls. */
class Assistant(private val dispatcher: Dispatcher) {
    suspend fun ask(conversation: String): String {
        val results = mutableListOf<String>()
        for (i in 1..4) {
            delay(1)
            results += dispatcher.dispatch("search", mapOf("q" to "x")).take(13)
        }
        return "$conversation: $results"
    }
}
