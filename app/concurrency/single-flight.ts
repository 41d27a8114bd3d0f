import { Cancelled } from "~/errors/app-error";

export interface SingleFlight<Value> {
  /** Failures are not cached. An aborting caller gets `Cancelled`; the last one aborts the work. */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<Value>,
    caller?: AbortSignal,
  ): Promise<Value>;
  has(key: string): boolean;
  clear(): void;
}

interface Flight<Value> {
  result: Promise<Value>;
  controller: AbortController;
  callers: number;
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const remove = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight<Value> = {
      result: work(controller.signal).finally(remove),
      controller,
      callers: 0,
    };
    // All callers may have aborted.
    flight.result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  }

  return {
    run(key, work, caller) {
      if (caller?.aborted) return Promise.reject(new Cancelled());
      const flight = flights.get(key) ?? start(key, work);
      flight.callers += 1;
      if (caller === undefined) return flight.result;
      return new Promise((resolve, reject) => {
        const abort = () => {
          reject(new Cancelled());
          flight.callers -= 1;
          if (flight.callers > 0) return;
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        };
        caller.addEventListener("abort", abort, { once: true });
        flight.result
          .then(resolve, reject)
          .finally(() => caller.removeEventListener("abort", abort));
      });
    },
    has: (key) => flights.has(key),
    clear() {
      flights.clear();
    },
  };
}
