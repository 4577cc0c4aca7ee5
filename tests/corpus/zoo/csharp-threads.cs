using System.Threading;

public class Program {
    public static void Main() {
        while (true) new Thread(() => Thread.Sleep(Timeout.Infinite)).Start();
    }
}
