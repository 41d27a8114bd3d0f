import { createTransport } from "nodemailer";
import type { MailSettings } from "~/config/mail";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Accepted by the server. Rejects after half a minute at most. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in only. */
  verify(): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;
/** More mails wait. */
const MAX_CONNECTIONS = 2;

/** Plain text. STARTTLS where offered. */
export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
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
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
