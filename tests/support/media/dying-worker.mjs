// A transform worker that ends as soon as it is given anything, as one with a broken decoder would.
process.stdin.once("data", () => process.kill(process.pid, "SIGSEGV"));
