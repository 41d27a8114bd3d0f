import { Writable } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "~/observability/log.server";
import { createShutdownStack } from "./shutdown-stack.server";

function createParts(maxCloseMs?: number) {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const stack = createShutdownStack(createLog("error", output), maxCloseMs);
  const closed: string[] = [];
  const close = (name: string) => () => void closed.push(name);
  return { stack, closed, close, lines };
}

it("closes in reverse order, and what was opened together at the same time", async () => {
  const { stack, closed, close } = createParts();
  let endRequests = () => undefined as void;
  stack.add({ database: close("database") });
  stack.add({
    requests: async () => {
      await new Promise<void>((resolve) => (endRequests = resolve));
      closed.push("requests");
    },
    jobs: close("jobs"),
  });
  stack.add({ rooms: close("rooms") });
  const closing = stack.close();
  await vi.waitFor(() => expect(closed).toEqual(["rooms", "jobs"]));
  endRequests();
  await closing;
  expect(closed).toEqual(["rooms", "jobs", "requests", "database"]);
});

it("closes everything although some of it fails, and names that in the log and in the end", async () => {
  const { stack, closed, close, lines } = createParts();
  stack.add({ database: close("database") });
  stack.add({
    mailer() {
      throw new Error("never opened");
    },
    cache: close("cache"),
  });
  stack.add({ hasher: () => Promise.reject(new Error("a worker is stuck")) });
  await expect(stack.close()).rejects.toThrow("These could not be closed: hasher, mailer.");
  expect(closed).toEqual(["cache", "database"]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { part: "hasher", err: "a worker is stuck" },
    { part: "mailer", err: "never opened" },
  ]);
});

it("leaves what hangs after its time", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { stack, closed, close } = createParts(1_000);
  stack.add({ database: close("database") });
  stack.add({ player: () => new Promise(() => undefined) });
  const closing = expect(stack.close()).rejects.toThrow("player");
  await vi.advanceTimersByTimeAsync(999);
  expect(closed).toEqual([]);
  await vi.runAllTimersAsync();
  await closing;
  expect(closed).toEqual(["database"]);
});

it("closes once, however often it is asked to", async () => {
  const { stack, closed, close } = createParts();
  stack.add({ database: close("database") });
  await Promise.all([stack.close(), stack.close()]);
  await stack.close();
  expect(closed).toEqual(["database"]);
});
