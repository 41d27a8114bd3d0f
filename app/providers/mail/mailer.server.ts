import { createLazy } from "~/concurrency/lazy";
import type { MailSettings } from "~/config/mail";
import { errorMessage } from "~/errors/error-message";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same at each attempt, so that a mailbox can recognise a repeat. */
  id?: string;
  /** The URL that ends such mails, by POST if it is https (RFC 8058); null for none. */
  unsubscribe?: string | null;
}

/** Why the server did not take a mail. */
export class MailError extends Error {
  override name = "MailError";
  /** The status of the server's reply (RFC 5321); null without one. */
  readonly status: number | null;
  /** Whether it was the address of the recipient that the server rejected, for good. */
  readonly isAddress: boolean;
  /** Whether the server takes no other mail either now. */
  readonly isDown: boolean;

  constructor(error: unknown) {
    super(errorMessage(error).replace(ADDRESS, "…"));
    const { code, responseCode, response, command } = Object(error) as SmtpFailure;
    this.status = typeof responseCode === "number" ? responseCode : null;
    this.isAddress = command === "RCPT TO" && BAD_ADDRESS.test(String(response));
    const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
    const isSender = command === "MAIL FROM" && this.status !== null;
    this.isDown = !isOfMail || isSender || this.status === GOING_DOWN;
  }
}

/** What nodemailer says of a failure. */
interface SmtpFailure {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
  command?: unknown;
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail. Rejects with `MailError`, also after ten
   * seconds without a sign of the server.
   */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in only. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** The number of connections; further mails wait. */
export const MAX_CONNECTIONS = 2;
/** The reply of a server that closes the connection (RFC 5321, section 3.8). */
const GOING_DOWN = 421;
/**
 * The enhanced status of a mailbox that does not exist or takes no mail (RFC 3463, section 3.2).
 * Without one, a server may as well refuse to relay anything for this site.
 */
const BAD_ADDRESS = /^5\d\d[ -]5\.(?:1\.[1236]|2\.1)\b/;
/** Servers quote addresses in refusals, which end in the log and on the health page. */
const ADDRESS = /[^\s<>()"']+@[^\s<>()"']+/g;

/** Loads the module with the first mail: it is 15 MB. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // No mail may make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** RFC 8058, which takes https. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  const list = { "List-Unsubscribe": `<${url}>` };
  return url.startsWith("https:")
    ? { ...list, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : list;
}

function domainOf(from: string): string {
  return /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? "localhost";
}

/** Plain text. STARTTLS where offered. */
export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createLazy(() => openTransport(smtpUrl));
  return {
    async send({ to, subject, text, id, unsubscribe = null }) {
      const mailTransport = await transport.get();
      const mail = {
        ...{ from, to: { name: "", address: to }, subject, text },
        ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
        // It asks mailboxes not to answer with an out-of-office reply (RFC 3834).
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribe) },
      };
      await mailTransport.sendMail(mail).catch((error: unknown) => {
        throw new MailError(error);
      });
    },
    async verify() {
      await (await transport.get()).verify();
    },
    async close() {
      (await transport.getCreated())?.close();
    },
  };
}
