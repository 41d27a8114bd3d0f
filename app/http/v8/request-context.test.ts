import { createContext, RouterContextProvider, type RouterContext } from "react-router";
import { describe, expect, it } from "vitest";
import { PageContext, RequestContext } from "./request-context";

const name = createContext<string>();
const size = createContext(1);
const user = createContext<string | null>("guest");

interface Context {
  get<Value>(key: RouterContext<Value>): Value;
  set<Value>(key: RouterContext<Value>, value: Value): void;
}

describe.each<[string, () => Context]>([
  ["the context of a request", () => new RequestContext(new Map())],
  ["of a page", () => new PageContext(new RequestContext(new Map()))],
  // What React Router's own does.
  ["of React Router", () => new RouterContextProvider()],
])("%s", (_, create) => {
  it("has what was set last, else the default", () => {
    const context = create();
    expect(context.get(size)).toBe(1);
    context.set(size, 0);
    context.set(name, "one");
    context.set(name, "two");
    expect(context.get(size)).toBe(0);
    expect(context.get(name)).toBe("two");
    context.set(user, null);
    expect(context.get(user)).toBeNull();
    expect(create().get(user)).toBe("guest");
  });

  it("throws without either", () => {
    expect(() => create().get(name)).toThrow(/No value|no such value/);
  });
});

describe("a page's context", () => {
  it("is one of React Router, and has the request's values", () => {
    const request = new RequestContext(new Map());
    request.set(name, "before");
    const page = new PageContext(request);
    expect(page).toBeInstanceOf(RouterContextProvider);
    expect(page.get(name)).toBe("before");
    page.set(size, 2);
    expect(request.get(size)).toBe(2);
  });
});

describe("a request's context", () => {
  it("has the shared values, which its own replace for itself alone", () => {
    const shared = new Map<RouterContext<unknown>, unknown>([[name, "shared"]]);
    const request = new RequestContext(shared);
    expect(request.get(name)).toBe("shared");
    request.set(name, "own");
    request.set(user, null);
    expect(request.get(name)).toBe("own");
    expect(request.get(user)).toBeNull();
    expect(new RequestContext(shared).get(name)).toBe("shared");
  });
});
