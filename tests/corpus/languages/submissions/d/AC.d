import std.algorithm, std.array, std.conv, std.stdio;

void main()
{
    auto n = readln().split()[0].to!size_t;
    auto v = readln().split().map!(to!long).array[0 .. n];
    v.sort();
    auto seen = v.uniq.array;
    writeln(seen.length, " ", seen.sum);
}
