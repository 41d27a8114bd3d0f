import { randomUUID } from "node:crypto";

/** Builds a valid and unique user. */
export function buildUser(
  overrides: Partial<{ username: string; email: string; password: string }> = {},
): { username: string; email: string; password: string } {
  return {
    username: "Faye",
    email: `faye-${randomUUID()}@akari.test`,
    password: "Bebop-7!" + "x",
    ...overrides,
  };
}
