import { Agent, get, type IncomingMessage } from "node:http";

/** What a number of viewers got in a while. */
export interface Taken {
  bytes: number;
  requests: number;
  /** Requests that broke off or were answered with an error. */
  failures: number;
  /** Milliseconds from a request to its first bytes, sorted. */
  firstByteMs: number[];
  seconds: number;
}

/** Lets viewers ask for the same thing again and again, each on its own connection, until the time is over. */
export async function watch(
  url: string,
  {
    viewers,
    seconds,
    headers = {},
  }: { viewers: number; seconds: number; headers?: Record<string, string> },
): Promise<Taken> {
  const agent = new Agent({ keepAlive: true, maxSockets: viewers });
  const taken: Taken = { bytes: 0, requests: 0, failures: 0, firstByteMs: [], seconds: 0 };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: viewers }, async () => {
      while (performance.now() < until) await once(url, agent, headers, taken);
    }),
  );
  agent.destroy();
  taken.seconds = (performance.now() - started) / 1000;
  taken.firstByteMs.sort((one, other) => one - other);
  return taken;
}

function once(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  taken: Taken,
): Promise<void> {
  return new Promise((resolve) => {
    const asked = performance.now();
    let isFirst = true;
    const failed = () => {
      taken.failures += 1;
      resolve();
    };
    get(url, { agent, headers }, (answer) => {
      answer.on("data", (chunk: Buffer) => {
        if (isFirst) taken.firstByteMs.push(performance.now() - asked);
        isFirst = false;
        taken.bytes += chunk.length;
      });
      answer.on("end", () => {
        if (answer.statusCode !== 200 && answer.statusCode !== 206) return failed();
        taken.requests += 1;
        resolve();
      });
      answer.on("error", failed);
    }).on("error", failed);
  });
}

/** Viewers who begin and then take hardly anything, as on a line of 10 kB/s. Resolves with a function that lets them go. */
export async function dawdle(url: string, viewers: number): Promise<() => void> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const answers = await Promise.all(
    Array.from(
      { length: viewers },
      () =>
        new Promise<IncomingMessage>((resolve, reject) =>
          get(url, { agent }, resolve).on("error", reject),
        ),
    ),
  );
  const timer = setInterval(() => {
    for (const answer of answers) answer.read(10_000);
  }, 1_000);
  for (const answer of answers) answer.on("error", () => undefined);
  return () => {
    clearInterval(timer);
    for (const answer of answers) answer.destroy();
    agent.destroy();
  };
}
