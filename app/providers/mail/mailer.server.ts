import { createLazy } from "~/concurrency/lazy";
import type { MailSettings } from "~/config/mail";
import { errorMessage } from "~/errors/error-message";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the mail. Rejects after half a minute at most. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in only. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** The number of connections; further mails wait. */
const MAX_CONNECTIONS = 2;
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

/** Plain text. STARTTLS where offered. */
export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createLazy(() => openTransport(smtpUrl));
  return {
    async send({ to, subject, text }) {
      const mailTransport = await transport.get();
      const mail = { from, to: { name: "", address: to }, subject, text };
      await mailTransport.sendMail(mail).catch((error: unknown) => {
        throw new Error(errorMessage(error).replace(ADDRESS, "…"));
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
