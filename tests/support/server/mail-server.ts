import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

export interface ReceivedMail {
  to: string[];
  text: string;
}

/** Starts a mail server for the tests of one file. */
export async function startMailServer(): Promise<{
  environment: Record<string, string>;
  mails: ReceivedMail[];
  /** The mails to an address, once there are that many; other tests' may still arrive. */
  receive(this: void, number: number, address: string): Promise<ReceivedMail[]>;
}> {
  const mails: ReceivedMail[] = [];
  let onMail: (() => void) | null = null;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(chunks).toString() });
        done();
        onMail?.();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Akari <akari@example.org>",
    },
    mails,
    async receive(number, address) {
      const own = () => mails.filter(({ to }) => to.includes(address));
      while (own().length < number)
        await new Promise<void>((resolve) => {
          onMail = resolve;
        });
      return own();
    },
  };
}
