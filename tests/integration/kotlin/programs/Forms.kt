package demo.app

import demo.app.text.blanks
import demo.app.text.countBoth
import demo.app.text.countWhere
import demo.app.text.digits
import demo.app.text.sumOfPairs

/** Loops that are inlined in several ways, into methods with branches of their own. */
class Forms(private val words: List<String>, private val numbers: IntArray) {
    fun twiceOnALine() = words.countWhere { it.length > 3 } + words.countWhere { it.length > 4 }

    fun oneInAnother(limit: Int) =
        if (limit > 0) words.countBoth({ it.length > limit }, { it.startsWith("a") }) else 0

    fun loopInTheLambda(letter: Char): Int {
        var found = 0
        words.countWhere { word ->
            for (one in word) {
                if (one == letter) found++
            }
            found > 10
        }
        return found
    }

    fun nested() = if (numbers.size > 1) numbers.sumOfPairs { a, b -> if (a > b) a else b } else 0

    fun withoutATest(number: Int): Int {
        if (number < 0) return 0
        var sum = 0
        digits(number) { sum += it }
        return sum
    }

    fun ofAProperty() = if (words.isEmpty()) 0 else words[0].blanks

    fun ofItsOwnFile(limit: Int): Int {
        var sum = 0
        upTo(limit) { if (it % 3 == 0) sum += it }
        return sum
    }

    fun ofTheLibrary(): Int {
        val long = words.filter { it.length > 3 }
        long.forEachIndexed { at, word -> if (at % 2 == 0) numbers[0] += word.length }
        return long.sumOf { it.length } + (words.firstOrNull { it.startsWith("b") }?.length ?: 0)
    }

    fun all(times: Int) =
        twiceOnALine() + oneInAnother(times) + loopInTheLambda('a') + nested() +
            withoutATest(times * 1001) + ofAProperty() + ofItsOwnFile(times) + ofTheLibrary()
}

private inline fun upTo(limit: Int, use: (Int) -> Unit) {
    var at = 0
    while (at < limit) {
        use(at)
        at++
    }
}
