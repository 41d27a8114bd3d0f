import type { SendOutcome } from "~/providers/channels/send-outcome";
import { MailError, type Mail, type Mailer } from "./mailer.server";

export interface MailSender {
  send(this: void, mail: Mail): Promise<SendOutcome>;
  /** Whether the server could not be reached for several mails in a row. */
  isDown(this: void): boolean;
}

/** The status of a mail that was accepted (RFC 5321, section 4.2.3). */
const OK = 250;
/** One that gets no reply may be the fault of its recipient's server, which ours waits for. */
const MAX_FAILURES = 2;

/** Sends mails for as long as a run takes. */
export function createMailSender(mailer: Mailer): MailSender {
  let failures = 0;
  return {
    isDown: () => failures >= MAX_FAILURES,
    async send(mail) {
      try {
        await mailer.send(mail);
        failures = 0;
        return { result: "sent", status: OK };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        const { status, isAddress, isDown } = error;
        failures = isDown ? failures + 1 : 0;
        if (isAddress && status !== null) return { result: "gone", status };
        const problem = status === null ? "unreachable" : "status";
        return { result: "failed", status, problem, retryAfterMs: null, isDown };
      }
    },
  };
}
