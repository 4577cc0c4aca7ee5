const line = 'x'.repeat(1 << 16);
for (;;) process.stdout.write(line);
