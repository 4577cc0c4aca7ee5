class Program
{
    static void Main()
    {
        int n = "1";
        System.Console.WriteLine(n);
    }
}
