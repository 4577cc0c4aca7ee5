using System.Collections.Generic;

class Program
{
    static void Main()
    {
        var kept = new List<byte[]>();
        while (true)
        {
            var block = new byte[1 << 20];
            for (int i = 0; i < block.Length; i += 512) block[i] = 1;
            kept.Add(block);
        }
    }
}
