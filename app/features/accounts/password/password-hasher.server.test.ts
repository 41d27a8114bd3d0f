import { execFileSync } from "node:child_process";
import { hash } from "bcryptjs";
import { Piscina } from "piscina";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { createAllowance, createPasswordHasher } from "./password-hasher.server";

const run = vi.spyOn(Piscina.prototype, "run");
const getTasks = () => run.mock.calls.map(([task]) => task as { kind: string; hash: string });
const getNiceness = () =>
  run.mock.contexts.map(
    (pool) => ((pool as Piscina).options.workerData as { niceness: number }).niceness,
  );

const options = { workerFile: "app/features/accounts/password/password-worker.mjs", cost: 6 };
const hasher = createPasswordHasher(options);
beforeEach(() => void run.mockClear());
afterAll(async () => {
  run.mockRestore();
  await hasher.close();
});

it("AUTH-S11 compares once with a full hash of the same cost for an unknown email address, as for a wrong password", async () => {
  const stored = await hash("Bebop-71x!", 6);
  expect(await hasher.matches("Wrong-71x!", stored)).toBe(false);
  expect(await hasher.matches("Wrong-71x!", null)).toBe(false);
  const tasks = getTasks();
  expect(tasks).toHaveLength(2);
  const [wrong, unknown] = tasks;
  expect(unknown?.kind).toBe(wrong?.kind);
  expect(unknown?.hash.slice(0, 7)).toBe(stored.slice(0, 7));
  expect(unknown?.hash).toMatch(/^\$2b\$06\$[./A-Za-z0-9]{53}$/);
  expect(await hash("Wrong-71x!", unknown?.hash.slice(0, 29) ?? "")).toHaveLength(60);
});

it("AUTH-S11 accepts no password for the placeholder hash of unknown email addresses", async () => {
  expect(await hasher.matches("Bebop-71x!", await hash("Bebop-71x!", 6))).toBe(true);
  for (const password of ["", ".", "Bebop-71x!"])
    expect(await hasher.matches(password, null)).toBe(false);
});

it("AUTH-S15 hashes a few passwords at a low priority and a storm at the lowest", async () => {
  const polite = createPasswordHasher({ ...options, lowPriority: true });
  const hashes = await Promise.all(
    Array.from({ length: 5 }, (_, index) => polite.hash(`Bebop-7${index}x!`)),
  );
  expect(getNiceness()).toEqual([10, 10, 10, 19, 19]);
  expect(await polite.matches("Bebop-74x!", hashes[4] ?? null)).toBe(true);
  await polite.close();
});

it("hashes at the process's priority unless asked", async () => {
  await hasher.hash("Bebop-71x!");
  expect(getNiceness()).toEqual([0]);
});

it("allows a burst, then one per interval, and never more than the burst", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const take = createAllowance({ burst: 2, refillMs: 1_000 });
    const takeAll = () => [take(), take(), take()].filter(Boolean).length;
    expect(takeAll()).toBe(2);
    vi.advanceTimersByTime(999);
    expect(take()).toBe(false);
    vi.advanceTimersByTime(2);
    expect(takeAll()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(takeAll()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

it.runIf(process.platform === "linux")(
  "hashes below the priority of a process that has a low one itself (needs Linux)",
  () => {
    const script = `
      import { readdirSync, readFileSync } from "node:fs";
      import { setPriority } from "node:os";
      import { Piscina } from "piscina";
      setPriority(15);
      const filename = process.cwd() + "/${options.workerFile}";
      const countThreads = (niceness) => readdirSync("/proc/self/task").filter((thread) => {
        const stat = readFileSync("/proc/self/task/" + thread + "/stat", "utf8");
        return stat.split(") ")[1].split(" ")[16] === niceness;
      }).length;
      const before = ["19", "10"].map(countThreads);
      const pool = new Piscina({ filename, maxThreads: 1, workerData: { niceness: 10 } });
      await pool.run({ kind: "hash", password: "Bebop-71x!", cost: 4 });
      const after = ["19", "10"].map(countThreads);
      console.log(after.map((count, index) => count - before[index]).join(" "));
      await pool.close();`;
    expect(
      execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
        encoding: "utf8",
      }),
    ).toBe("1 0\n");
  },
);
