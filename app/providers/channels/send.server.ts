import { AppError, Invalid } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { ChannelMessage } from "./channel-message";
import { channelRequest, type ChannelTarget } from "./channel-target";
import { pushRequest, type PushAuthorizer } from "./push";
import { outcomeOf, type SendOutcome, type SendProblem } from "./send-outcome";

/** A service answers within this time; a slow one holds a slot no longer. */
const DEADLINE_MS = 10_000;
const MAX_ANSWER_BYTES = 4096;

/** What sends: a client, and the site's keys for push services, which are read when needed. */
export interface ChannelSender {
  outbound: Pick<Outbound, "fetch">;
  readAuthorizer: () => Promise<PushAuthorizer>;
}

/**
 * Sends a message once. Follows no redirect, and reads nothing of a response but its status and
 * when to try again.
 */
export async function sendToChannel(
  { outbound, readAuthorizer }: ChannelSender,
  target: ChannelTarget,
  message: ChannelMessage,
  now = new Date(),
): Promise<SendOutcome> {
  const { url, headers, body } =
    target.kind === "push"
      ? pushRequest(target, message, await readAuthorizer(), now)
      : channelRequest(target, message, now);
  try {
    const response = await outbound.fetch(url.href, {
      method: "POST",
      ownHeaders: { "content-type": "application/json", ...headers },
      responseHeaders: ["retry-after"],
      deadlineMs: DEADLINE_MS,
      compressed: false,
      body,
    });
    const { status } = response;
    const retryAfter = new Headers(response.headers).get("retry-after");
    const text = status === 429 ? await readStart(response.body).catch(() => "") : "";
    response.discard();
    return outcomeOf(target.kind, { status, retryAfter, text }, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = problemOf(error);
    return { result: "failed", status: null, problem, retryAfterMs: null, isDown: true };
  }
}

async function readStart(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

function problemOf(error: AppError): SendProblem {
  if (error.texts.includes("source.timeout")) return "timed-out";
  return error instanceof Invalid ? "refused" : "unreachable";
}
