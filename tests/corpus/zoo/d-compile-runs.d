int endless() {
    int n = 0;
    string kept = "x";
    while (true) {
        kept ~= kept;
        n++;
    }
}

enum answer = endless();

void main() {
    import std.stdio : writeln;
    writeln(answer);
}
