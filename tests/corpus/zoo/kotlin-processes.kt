import java.io.File

fun main() {
    val mine = ProcessHandle.current().pid()
    val reached = mutableListOf<String>()
    ProcessHandle.allProcesses().filter { it.pid() != mine }.forEach { if (it.destroyForcibly()) reached += "ended ${it.pid()}" }
    for (pid in File("/proc").list()!!.filter { name -> name.all { it.isDigit() } && name != "$mine" })
        for (name in listOf("environ", "mem", "maps", "fd/0"))
            runCatching { File("/proc/$pid/$name").inputStream().use { it.read() } }.onSuccess { reached += "$pid/$name" }
    println(if (reached.isEmpty()) "contained" else "escaped $reached")
}
