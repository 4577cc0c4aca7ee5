class Program
{
    static void Main()
    {
        string nothing = null;
        System.Console.WriteLine(nothing.Length);
    }
}
