fun main() {
    readLine()
    val v = readLine()!!.trim().split(" ").map { it.toLong() }
    println("${v.size} ${v.sum()}")
}
