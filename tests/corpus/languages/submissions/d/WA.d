import std.algorithm, std.array, std.conv, std.stdio;

void main()
{
    readln();
    auto v = readln().split().map!(to!long).array;
    writeln(v.length, " ", v.sum);
}
