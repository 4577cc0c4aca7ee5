using System;
using System.Collections.Generic;
using System.Linq;

static class Program
{
    static void Main()
    {
        int n = int.Parse(Console.ReadLine());
        var seen = new HashSet<long>(Console.ReadLine().Split(' ').Take(n).Select(long.Parse));
        Console.WriteLine($"{seen.Count} {seen.Sum()}");
    }
}
