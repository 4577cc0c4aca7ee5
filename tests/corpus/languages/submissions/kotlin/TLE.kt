@Volatile var n = 1L

fun main() {
    while (n != 0L) n = n or 1L
    println(n)
}
