import { hash } from "bcryptjs";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.server";

const { tasks } = vi.hoisted(() => ({ tasks: [] as Record<string, unknown>[] }));
vi.mock(import("piscina"), async (original) => {
  const module = await original();
  class Watched extends module.Piscina {
    override run(task: Record<string, unknown>, ...rest: unknown[]) {
      tasks.push(task);
      return super.run(task, ...(rest as []));
    }
  }
  return { ...module, Piscina: Watched } as typeof module;
});

const hasher = createPasswordHasher({
  workerFile: "app/features/accounts/password/password-worker.mjs",
  cost: 6,
});
beforeEach(() => void tasks.splice(0));
afterAll(() => hasher.close());

it("AUTH-S11 compares once with a full hash of the same cost for an unknown email address, as for a wrong password", async () => {
  const known = await hash("Bebop-71x!", 6);
  expect(await hasher.matches("Wrong-71x!", known)).toBe(false);
  expect(await hasher.matches("Wrong-71x!", null)).toBe(false);
  const [wrong, unknown] = tasks as { kind: string; hash: string }[];
  expect(tasks).toHaveLength(2);
  expect(unknown?.kind).toBe(wrong?.kind);
  expect(unknown?.hash.slice(0, 7)).toBe(known.slice(0, 7));
  expect(unknown?.hash).toMatch(/^\$2b\$06\$[./A-Za-z0-9]{53}$/);
  expect(await hash("Wrong-71x!", unknown?.hash.slice(0, 29) ?? "")).toHaveLength(60);
});

it("AUTH-S11 accepts no password for the placeholder hash of unknown email addresses", async () => {
  expect(await hasher.matches("Bebop-71x!", await hash("Bebop-71x!", 6))).toBe(true);
  for (const password of ["", ".", "Bebop-71x!"])
    expect(await hasher.matches(password, null)).toBe(false);
});
