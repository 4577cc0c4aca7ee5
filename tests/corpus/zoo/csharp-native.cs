using System;
using System.Runtime.InteropServices;

public class Program {
    [DllImport("libc")] static extern int setuid(int id);
    [DllImport("libc")] static extern int kill(int pid, int signal);
    [DllImport("libc")] static extern long syscall(long number, long a, long b, long c);

    public static void Main() {
        bool reached = setuid(0) == 0 || kill(1, 9) == 0 || syscall(101, 16, 1, 0) >= 0 || syscall(41, 2, 1, 0) >= 0
            || syscall(272, 0x10000000, 0, 0) >= 0;
        Console.WriteLine(reached ? "escaped" : "contained");
    }
}
