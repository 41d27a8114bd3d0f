// Crashes on its first input, like a broken decoder.
process.stdin.once("data", () => process.kill(process.pid, "SIGSEGV"));
