import { Agent } from "node:http";
import { timeRequest } from "../../../bench/support/load";

/** Another client for the server; Linux has all of 127.0.0.0/8. */
const otherAgent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: "127.0.0.2" });

/** Requests from another IP address, which shares no limits with this one. */
export function timeOthersRequest(url: string): Promise<number> {
  return timeRequest(url, {}, otherAgent);
}

interface Server {
  url: string;
}

export const LISTING = "/api/animes/full?limit_count=30";
export const SIGN_INS_PER_SECOND = 20;
const INTERVAL_MS = 5;
const PASSWORD = "Bebop-71x!";

/** Samples another client's latencies until the work is done. */
export async function sample(
  { url }: Server,
  path: string,
  work: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const state = { done: false };
  const finish = () => (state.done = true);
  work.then(finish, finish);
  do {
    times.push(await timeOthersRequest(url + path));
    await pause(INTERVAL_MS);
  } while (!state.done);
  return times;
}

/** Samples the listing meanwhile. Sign-ins may still be queued. */
export async function duringSignIns(
  server: Server,
  users: readonly string[],
  seconds: number,
): Promise<{ times: number[]; attempts: Promise<number>[] }> {
  const attempts: Promise<number>[] = [];
  const timer = setInterval(
    () => attempts.push(signIn(server, users[attempts.length % users.length] ?? "")),
    1000 / SIGN_INS_PER_SECOND,
  );
  const times = await sample(server, LISTING, pauseSeconds(seconds));
  clearInterval(timer);
  return { times, attempts };
}

export async function signUp({ url }: Server, index: number): Promise<string> {
  const email = `person-${index}-${Date.now()}@akari.test`;
  const status = await post(`${url}/api/auth/signup`, {
    username: "Faye",
    email,
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(`Sign-up returned ${status}`);
  return email;
}

function signIn({ url }: Server, email: string): Promise<number> {
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

export function pauseSeconds(seconds: number): Promise<void> {
  return pause(seconds * 1000);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
