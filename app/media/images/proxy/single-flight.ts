import { Cancelled } from "~/errors/app-error";

/** Lets many ask for the same thing at once and does the work once. */
export interface SingleFlight<Value> {
  /**
   * The result of the work that is under way for the key, or of starting it. A failure reaches everybody who waits and is not kept. An asker who
   * leaves gets `Cancelled`; the work's own signal is aborted when the last of them has left.
   */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<Value>,
    asker?: AbortSignal,
  ): Promise<Value>;
}

interface Flight<Value> {
  result: Promise<Value>;
  controller: AbortController;
  askers: number;
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight<Value> = {
      result: work(controller.signal).finally(land),
      controller,
      askers: 0,
    };
    // When everybody has left, nobody looks at the failure.
    flight.result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  }

  return {
    run(key, work, asker) {
      if (asker?.aborted) return Promise.reject(new Cancelled());
      const flight = flights.get(key) ?? start(key, work);
      flight.askers += 1;
      if (asker === undefined) return flight.result;
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(new Cancelled());
          flight.askers -= 1;
          if (flight.askers > 0) return;
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        };
        asker.addEventListener("abort", leave, { once: true });
        flight.result
          .then(resolve, reject)
          .finally(() => asker.removeEventListener("abort", leave));
      });
    },
  };
}
