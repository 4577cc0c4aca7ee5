class Program
{
    static volatile int n = 1;

    static void Main()
    {
        while (n != 0) n |= 1;
        System.Console.WriteLine(n);
    }
}
