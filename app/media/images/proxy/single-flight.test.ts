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

it("does the work once for all who ask while it is under way, and again afterwards", async () => {
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

it("lets one leave without troubling the others", async () => {
  const { flights, started, work } = controlled();
  const leaving = new AbortController();
  const first = flights.run("a", work("a"), leaving.signal);
  const second = flights.run("a", work("a"), new AbortController().signal);
  leaving.abort();
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  expect(started[0]?.signal.aborted).toBe(false);
  started[0]?.succeed("done");
  expect(await second).toBe("done");
});

it("stops the work when the last one has left, and starts anew for the next", async () => {
  const { flights, started, work } = controlled();
  const askers = [new AbortController(), new AbortController()];
  const answers = askers.map(({ signal }) => flights.run("a", work("a"), signal));
  for (const asker of askers) asker.abort();
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(Cancelled);
  expect(started[0]?.signal.aborted).toBe(true);
  const next = flights.run("a", work("a"));
  started[0]?.fail(new Cancelled());
  started[1]?.succeed("fresh");
  expect(await next).toBe("fresh");
});

it("tells everybody of a failure, and keeps none", async () => {
  const { flights, started, work } = controlled();
  const answers = [
    flights.run("a", work("a")),
    flights.run("a", work("a"), new AbortController().signal),
  ];
  started[0]?.fail(new Error("no source"));
  for (const answer of answers) await expect(answer).rejects.toThrow("no source");
  const again = flights.run("a", work("a"));
  started[1]?.succeed("repaired");
  expect(await again).toBe("repaired");
});

it("does nothing for one who has left already", async () => {
  const { flights, started, work } = controlled();
  await expect(flights.run("a", work("a"), AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
  expect(started).toEqual([]);
});
