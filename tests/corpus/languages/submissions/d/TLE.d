import core.volatile, std.stdio;

void main()
{
    uint n = 1;
    while (volatileLoad(&n)) volatileStore(&n, n | 1);
    writeln(n);
}
