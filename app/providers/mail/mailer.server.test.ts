import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { createMailer } from "./mailer.server";

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
