import { join } from "node:path";
import { ROOT } from "./support/databases";
import { startProgram, type Program } from "./support/programs";
import {
  duringSignIns,
  INTERVAL_MS,
  LISTING,
  pauseSeconds,
  sample,
  signIn,
  SIGN_INS_PER_SECOND,
  signUp,
} from "./support/sign-in-storm";
import { percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";

const USER_COUNT = 20;
const SECONDS = 20;
const CONCURRENT = 100;

/**
 * A cached listing during twenty sign-ins a second, and the health check during a hundred at once.
 */
export default async function signin(flags: ReadonlySet<string>): Promise<void> {
  const seconds = flags.has("--quick") ? 5 : SECONDS;
  const server = await startProgram(
    ["build/server/index.js"],
    {
      DATABASE_URL: "",
      DATA_DIR: join(ROOT, ".data/bench/signin"),
      LOG_LEVEL: "silent",
      RATE_LIMITS: "animesFull=100000000/60,signin=100000000/60,signup=100000000/60",
    },
    "/readyz",
  );
  try {
    const users = await Promise.all(
      Array.from({ length: USER_COUNT }, (_, index) => signUp(server, index)),
    );
    await sample(server, LISTING, pauseSeconds(2));
    const baseline = await sample(server, LISTING, pauseSeconds(seconds));
    const { times, attempts } = await duringSignIns(server, users, seconds);
    const outcomes = await Promise.all(attempts);
    const p99 = [percentile(baseline, 99), percentile(times, 99)] as const;
    process.stdout.write(
      `A cached listing, asked for every ${INTERVAL_MS} ms for ${seconds} s (aim: p99 within 3 times of idle):\n\n`,
    );
    printTable(
      [
        "",
        "p50 ms",
        "p99 ms",
        "× p99",
        "longest ms",
        "sign-ins",
        "signed in",
        "told to wait (503)",
      ],
      [
        [
          "idle",
          ms(percentile(baseline, 50)),
          ms(p99[0]),
          "1.0",
          ms(Math.max(...baseline)),
          0,
          0,
          0,
        ],
        [
          `${SIGN_INS_PER_SECOND} sign-ins/s`,
          ms(percentile(times, 50)),
          ms(p99[1]),
          (p99[1] / p99[0]).toFixed(1),
          ms(Math.max(...times)),
          outcomes.length,
          count(outcomes, 200),
          count(outcomes, 503),
        ],
      ],
    );
    await measureHealth(server, users);
  } finally {
    await server.stop();
  }
}

async function measureHealth(server: Program, users: readonly string[]): Promise<void> {
  const started = performance.now();
  const signIns = Promise.all(
    Array.from({ length: CONCURRENT }, (_, index) =>
      signIn(server, users[index % users.length] ?? ""),
    ),
  );
  const times = await sample(server, "/healthz", signIns);
  const outcomes = await signIns;
  process.stdout.write(
    `/healthz beside ${CONCURRENT} simultaneous sign-ins, which took ${((performance.now() - started) / 1000).toFixed(1)} s (aim: at most 200 ms):\n\n`,
  );
  printTable(
    ["p50 ms", "p99 ms", "longest ms", "signed in", "told to wait (503)"],
    [
      [
        ms(percentile(times, 50)),
        ms(percentile(times, 99)),
        ms(Math.max(...times)),
        count(outcomes, 200),
        count(outcomes, 503),
      ],
    ],
  );
}

function count(outcomes: readonly number[], status: number): number {
  return outcomes.filter((outcome) => outcome === status).length;
}
