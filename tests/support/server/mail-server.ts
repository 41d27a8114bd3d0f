import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";
import type { TestDatabase } from "../database/test-database";
import { createJobParts } from "../jobs/job-parts";

export interface ReceivedMail {
  to: string[];
  /** The mail as it was sent. */
  text: string;
}

/** What a server says in place of accepting a mail. */
export interface Refusal {
  /** The status (RFC 5321), and the text after it. */
  status: number;
  text: string;
}

/**
 * Starts a mail server for the tests of one file. With a database, `receive` first has the job
 * `notifications` mail what waits there.
 */
export async function startMailServer(database?: Pick<TestDatabase, "options">): Promise<{
  environment: Record<string, string>;
  mails: ReceivedMail[];
  /** Mails that were read and not accepted, for what is in `faults`. */
  refused: ReceivedMail[];
  faults: Refusal[];
  /** What the server waits for before it replies to a mail. */
  held: Promise<void>[];
  /** Addresses that are not accepted. */
  unknown: Map<string, Refusal>;
  /** The mails to an address, once there are that many; other tests' may still arrive. */
  receive(this: void, number: number, address: string): Promise<ReceivedMail[]>;
}> {
  const mails: ReceivedMail[] = [];
  const refused: ReceivedMail[] = [];
  const faults: Refusal[] = [];
  const held: Promise<void>[] = [];
  const unknown = new Map<string, Refusal>();
  let onMail: (() => void) | null = null;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const refusal = unknown.get(address);
      done(refusal === undefined ? null : errorOf(refusal));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { to, text: Buffer.concat(chunks).toString() };
        const fault = faults.shift();
        (fault === undefined ? mails : refused).push(mail);
        void Promise.all(held).then(() => {
          done(fault === undefined ? null : errorOf(fault));
          onMail?.();
        });
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "Akari <akari@example.org>",
  };
  return {
    ...{ environment, mails, refused, faults, held, unknown },
    async receive(number, address) {
      if (database !== undefined) await runNotifications(database, environment);
      const own = () => mails.filter(({ to }) => to.includes(address));
      while (own().length < number)
        await new Promise<void>((resolve) => {
          onMail = resolve;
        });
      return own();
    },
  };
}

/** The headers by their names in lower case, and the text, of a mail without parts. */
export function readMail({ text: mail }: ReceivedMail): {
  headers: ReadonlyMap<string, string>;
  text: string;
} {
  const [head = "", ...body] = mail.split("\r\n\r\n");
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line): [string, string] => {
        const [name = "", ...value] = line.split(":");
        return [name.toLowerCase(), value.join(":").trim()];
      }),
  );
  const content = body.join("\r\n\r\n");
  const isQuoted = headers.get("content-transfer-encoding") === "quoted-printable";
  const text = isQuoted ? fromQuotedPrintable(content) : content;
  return { headers, text: text.replaceAll("\r\n", "\n").trimEnd() };
}

/** RFC 2045, section 6.7. */
function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

function errorOf({ status, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: status });
}

async function runNotifications(
  { options }: Pick<TestDatabase, "options">,
  environment: Record<string, string>,
): Promise<void> {
  const jobs = createJobParts(options, environment);
  const { outcome } = await jobs.run("notifications");
  await jobs.close();
  if (outcome !== "succeeded") throw new Error("The job notifications failed.");
}
