import { randomUUID } from "node:crypto";

/** Sign-up input that is valid and unique; override what the test is about. */
export function person(
  overrides: Partial<{ username: string; email: string; password: string }> = {},
): { username: string; email: string; password: string } {
  return {
    username: "Faye",
    email: `faye-${randomUUID()}@akari.test`,
    password: "Bebop-7!" + "x",
    ...overrides,
  };
}
