enum secret = import("/etc/shadow");

void main() {
    import std.stdio : writeln;
    writeln("escaped ", secret);
}
