void main()
{
    ubyte[][] kept;
    while (true)
    {
        auto block = new ubyte[1 << 20];
        block[] = 1;
        kept ~= block;
    }
}
