using System;
using System.Linq;

class Program
{
    static void Main()
    {
        Console.ReadLine();
        var v = Console.ReadLine().Split(' ').Select(long.Parse).ToArray();
        Console.WriteLine("{0} {1}", v.Length, v.Sum());
    }
}
