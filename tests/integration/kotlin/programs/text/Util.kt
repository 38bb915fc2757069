package demo.app.text

// Functions that are inlined into their callers.
inline fun <T> Iterable<T>.countWhere(test: (T) -> Boolean): Int {
    var count = 0
    for (one in this) {
        if (test(one)) {
            count++
        }
    }
    return count
}

inline fun repeatUntil(most: Int, stop: (Int) -> Boolean) {
    var at = 0
    while (at < most) {
        if (stop(at)) break
        at++
    }
}

// An inlined function that inlines another one.
inline fun <T> Iterable<T>.countBoth(first: (T) -> Boolean, second: (T) -> Boolean): Int =
    countWhere(first) + countWhere(second)

inline fun IntArray.sumOfPairs(combine: (Int, Int) -> Int): Int {
    var sum = 0
    for (i in indices) {
        for (j in i + 1 until size) sum += combine(this[i], this[j])
    }
    return sum
}

inline fun digits(number: Int, use: (Int) -> Unit) {
    var rest = number
    do {
        use(rest % 10)
        rest /= 10
    } while (rest > 0)
}

inline val CharSequence.blanks: Int
    get() {
        var found = 0
        for (letter in this) if (letter == ' ') found++
        return found
    }
