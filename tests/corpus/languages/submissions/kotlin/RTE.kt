fun main() {
    val text: String? = if (readLine() == null) "" else null
    println(text!!.length)
}
