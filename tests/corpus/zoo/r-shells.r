reached <- character()
for (command in c("cat /etc/shadow", "cat /proc/1/environ", "ls /proc/1/root/", "test $(id -u) -lt 1000", "cat /ctl/*", "kill -9 1"))
  if (suppressWarnings(system(paste(command, ">/dev/null 2>&1"))) == 0) reached <- c(reached, command)
cat(if (length(reached)) paste("escaped", reached) else "contained", "\n")
