import * as oauth from "oauth4webapi";
import { expect, it } from "vitest";
import { problemOf } from "./provider-problem";

it("what a provider sent is cut without half of a character", () => {
  const sentOf = (alg: string) => {
    const error = new oauth.UnsupportedOperationError("unsupported", { cause: { alg } });
    return problemOf(error)?.sent;
  };
  expect(sentOf(`${"x".repeat(198)}🦊x`)).toBe(`${"x".repeat(198)}🦊`);
  expect(sentOf(`${"x".repeat(199)}🦊x`)).toBe("x".repeat(199));
});
