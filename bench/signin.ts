import { join } from "node:path";
import { ROOT } from "./support/databases";
import { timeRequest } from "./support/load";
import { startProgram, type Program } from "./support/programs";
import { ms, percentile, printTable } from "./support/tables";

const LISTING = "/api/animes/full?limit_count=30";
const PASSWORD = "Bebop-71x!";
const PEOPLE = 20;
const SIGN_INS_PER_SECOND = 20;
/** A listing is asked for this often, a health check as well. */
const EVERY_MS = 5;
const SECONDS = 20;
const AT_ONCE = 100;

/** What sign-ins cost everybody else: a cached listing's time beside twenty a second, and the health check's beside a hundred at once. */
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
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, index) => signUp(server, index)),
    );
    await sample(server, LISTING, untilAfter(2));
    const idle = await sample(server, LISTING, untilAfter(seconds));
    const { times, outcomes } = await besideSignIns(server, people, seconds);
    const p99 = [percentile(idle, 99), percentile(times, 99)] as const;
    process.stdout.write(
      `A cached listing, asked for every ${EVERY_MS} ms for ${seconds} s (aim: p99 within 3 times of idle):\n\n`,
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
        ["idle", ms(percentile(idle, 50)), ms(p99[0]), "1.0", ms(Math.max(...idle)), 0, 0, 0],
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
    await measureHealth(server, people);
  } finally {
    await server.stop();
  }
}

async function measureHealth(server: Program, people: readonly string[]): Promise<void> {
  const started = performance.now();
  const wave = Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      signIn(server, people[index % people.length] ?? ""),
    ),
  );
  const times = await sample(server, "/healthz", wave);
  const outcomes = await wave;
  process.stdout.write(
    `/healthz beside ${AT_ONCE} simultaneous sign-ins, which took ${((performance.now() - started) / 1000).toFixed(1)} s (aim: at most 200 ms):\n\n`,
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

/** Asks again and again, with a pause, until the work is done. */
async function sample({ url }: Program, path: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { done: false };
  void work.finally(() => (state.done = true));
  do {
    times.push(await timeRequest(url + path));
    await pause(EVERY_MS);
  } while (!state.done);
  return times;
}

async function besideSignIns(
  server: Program,
  people: readonly string[],
  seconds: number,
): Promise<{ times: number[]; outcomes: number[] }> {
  const attempts: Promise<number>[] = [];
  const timer = setInterval(
    () => attempts.push(signIn(server, people[attempts.length % people.length] ?? "")),
    1000 / SIGN_INS_PER_SECOND,
  );
  const times = await sample(server, LISTING, untilAfter(seconds));
  clearInterval(timer);
  return { times, outcomes: await Promise.all(attempts) };
}

async function signUp({ url }: Program, index: number): Promise<string> {
  const email = `person-${index}-${Date.now()}@akari.test`;
  const answer = await post(`${url}/api/auth/signup`, {
    username: "Faye",
    email,
    password: PASSWORD,
  });
  if (answer !== 200) throw new Error(`A sign-up answered ${answer}`);
  return email;
}

function signIn({ url }: Program, email: string): Promise<number> {
  return post(`${url}/api/auth/signin`, { email, password: PASSWORD });
}

async function post(url: string, body: unknown): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  await response.arrayBuffer();
  return response.status;
}

function count(outcomes: readonly number[], status: number): number {
  return outcomes.filter((outcome) => outcome === status).length;
}

function untilAfter(seconds: number): Promise<void> {
  return pause(seconds * 1000);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
