import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { createMailer, MailError } from "./mailer.server";

it("says why a server refuses a mail, without the addresses that it quotes", async () => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const refusal = new Error(
        `5.1.1 <${address}>: user unknown; write to postmaster@example.com`,
      );
      done(Object.assign(refusal, { responseCode: 550 }));
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: "akari@example.org" });
  try {
    const error: unknown = await mailer
      .send({ to: "someone@example.org", subject: "Hello", text: "Hello" })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain("550 5.1.1 <…>: user unknown; write to …");
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("@example");
  } finally {
    await mailer.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
});

it.each<[Record<string, unknown>, Partial<MailError>]>([
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.1.1 unknown" },
    { status: 550, isAddress: true, isDown: false },
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.7.1 no relay" },
    { status: 550, isAddress: false, isDown: false },
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 no relay here" },
    { status: 550, isAddress: false, isDown: false },
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 554, response: "554 5.2.1 disabled" },
    { status: 554, isAddress: true, isDown: false },
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 421, response: "421 closing" },
    { status: 421, isAddress: false, isDown: true },
  ],
  [
    { code: "EMESSAGE", command: "DATA", responseCode: 554, response: "554 5.1.1 is spam" },
    { status: 554, isAddress: false, isDown: false },
  ],
  [
    { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550, response: "550 5.1.8 sender" },
    { status: 550, isAddress: false, isDown: true },
  ],
  [
    { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535, response: "535 5.7.8 password" },
    { status: 535, isAddress: false, isDown: true },
  ],
  [{ code: "ECONNECTION" }, { status: null, isAddress: false, isDown: true }],
  [
    { code: "EENVELOPE", command: "API" },
    { status: null, isAddress: false, isDown: false },
  ],
])("says of %j what else can be sent", (failure, expected) => {
  expect(new MailError(Object.assign(new Error("not sent"), failure))).toMatchObject(expected);
});
