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

/** Loaded by the first mail: it is 15 MB. */
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
  let opened: ReturnType<typeof openTransport> | null = null;
  const transport = () => (opened ??= openTransport(smtpUrl));
  return {
    async send({ to, subject, text }) {
      await (await transport()).sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    async verify() {
      await (await transport()).verify();
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}
