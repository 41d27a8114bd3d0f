import { expect, it } from "vitest";
import { Cancelled } from "~/errors/app-error";
import { createSingleFlight } from "./single-flight";

function controlled() {
  const started: {
    key: string;
    signal: AbortSignal;
    succeed: (value: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const work = (key: string) => (signal: AbortSignal) =>
    new Promise<string>((succeed, fail) => started.push({ key, signal, succeed, fail }));
  return { started, work, flights: createSingleFlight<string>() };
}

it("does the work once for concurrent callers, and again afterwards", async () => {
  const { flights, started, work } = controlled();
  const all = Promise.all(Array.from({ length: 500 }, () => flights.run("a", work("a"))));
  const other = flights.run("b", work("b"));
  expect(started.map(({ key }) => key)).toEqual(["a", "b"]);
  started[0]?.succeed("done");
  started[1]?.succeed("other");
  expect([new Set(await all), await other]).toEqual([new Set(["done"]), "other"]);
  void flights.run("a", work("a"));
  expect(started).toHaveLength(3);
});

it("lets one caller abort without the others", async () => {
  const { flights, started, work } = controlled();
  const aborting = new AbortController();
  const first = flights.run("a", work("a"), aborting.signal);
  const second = flights.run("a", work("a"), new AbortController().signal);
  aborting.abort();
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  expect(started[0]?.signal.aborted).toBe(false);
  started[0]?.succeed("done");
  expect(await second).toBe("done");
});

it("aborts the work when its last caller has aborted, and restarts for the next", async () => {
  const { flights, started, work } = controlled();
  const callers = [new AbortController(), new AbortController()];
  const results = callers.map(({ signal }) => flights.run("a", work("a"), signal));
  for (const caller of callers) caller.abort();
  for (const result of results) await expect(result).rejects.toBeInstanceOf(Cancelled);
  expect(started[0]?.signal.aborted).toBe(true);
  const next = flights.run("a", work("a"));
  started[0]?.fail(new Cancelled());
  started[1]?.succeed("fresh");
  expect(await next).toBe("fresh");
});

it("rejects all callers with a failure, and caches none", async () => {
  const { flights, started, work } = controlled();
  const results = [
    flights.run("a", work("a")),
    flights.run("a", work("a"), new AbortController().signal),
  ];
  started[0]?.fail(new Error("no source"));
  for (const result of results) await expect(result).rejects.toThrow("no source");
  const again = flights.run("a", work("a"));
  started[1]?.succeed("repaired");
  expect(await again).toBe("repaired");
});

it("does nothing for a caller that has already aborted", async () => {
  const { flights, started, work } = controlled();
  await expect(flights.run("a", work("a"), AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
  expect(started).toEqual([]);
});
