import { RouterContextProvider, type RouterContext as ContextKey } from "react-router";
import type { RouterContext } from "~/http/context";

/**
 * The values of a request. `RouterContextProvider` has its own in a `WeakMap`, whose values only a
 * full collection frees: through them, all that a request allocates would reach the old generation.
 */
export class RequestContext implements RouterContext {
  readonly #values = new Map<ContextKey<unknown>, unknown>();
  readonly #shared: ReadonlyMap<ContextKey<unknown>, unknown>;

  /** `shared` has values that are the same for many requests. */
  constructor(shared: ReadonlyMap<ContextKey<unknown>, unknown>) {
    this.#shared = shared;
  }

  get<Value>(key: ContextKey<Value>): Value {
    const own = this.#values.get(key);
    const stored = own === undefined ? this.#shared.get(key) : own;
    const value = stored === undefined ? key.defaultValue : stored;
    if (value === undefined) throw new Error("The request's context has no such value.");
    return value as Value;
  }

  set<Value>(key: ContextKey<Value>, value: Value): void {
    this.#values.set(key, value);
  }
}

/** The same values for React Router, which accepts its own class only. */
export class PageContext extends RouterContextProvider {
  readonly #values: RequestContext;

  constructor(values: RequestContext) {
    super();
    this.#values = values;
  }

  override get<Value>(key: ContextKey<Value>): Value {
    return this.#values.get(key);
  }

  override set<Value>(key: ContextKey<Value>, value: Value): void {
    this.#values.set(key, value);
  }
}
